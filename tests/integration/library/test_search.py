"""Search in a library: good, only ever one's own, and there when the model is not."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.dao.library import file_index, passages
from bot.dao.library.shelves import Shelf
from bot.models.base import utc_now
from bot.services.library.search import Answer, by_words
from bot.services.privacy.erase import erase
from tests.fakes.engines import hear
from tests.fakes.society import AWA, BINTOU
from tests.integration.library.conftest import Away, Remembering, Shelves

COLLECTION = tomllib.loads((Path(__file__).parent / "collection.toml").read_text(encoding="utf-8"))
FIRST = 3


def collected(shelves: Shelves, model: Remembering) -> tuple[Shelf, Mapping[int, str]]:
    """The collection on Awa's shelf: and which file is which document."""
    user = shelves.user(AWA)
    documents = COLLECTION["documents"].items()
    names = {shelves.stores(AWA, one["title"], one["text"].encode()): name for name, one in documents}
    shelves.index(model)
    return Shelf(user), names


def recall(found: Callable[[str], list[str]]) -> float:
    questions = COLLECTION["questions"]
    return sum(document in found(question)[:FIRST] for question, document in questions.items()) / len(questions)


@pytest.mark.timeout(300)
def test_the_right_document_is_among_the_first_three(shelves: Shelves, model: Remembering) -> None:
    assert (len(COLLECTION["documents"]), len(COLLECTION["questions"])) == (40, 60)
    shelf, names = collected(shelves, model)

    def of(answer: Answer) -> list[str]:
        return [names[found.file.id] for found in answer.found]

    def nearest(question: str) -> list[str]:
        (vector,) = model.embed([question], "query", timeout_s=10)
        with shelves.database.read() as session:
            numbers = passages.by_vector(session, shelf, vector, model.name, 40)
            rows = passages.with_files(session, numbers)
        return [names[rows[number][1].id] for number in numbers]

    hybrid, words = shelves.searching(model), shelves.searching(None)
    both = recall(lambda question: of(hybrid.search(shelf, question, limit=FIRST, timeout_s=60)))
    by_meaning = recall(nearest)
    by_their_words = recall(lambda question: of(words.search(shelf, question, limit=FIRST, timeout_s=60)))
    assert both >= 0.9
    assert both > by_meaning > by_their_words, (both, by_meaning, by_their_words)


@pytest.fixture
def two(shelves: Shelves, model: Remembering) -> Shelves:
    """Awa and Bintou, each with a file about photosynthesis."""
    for address, mark in ((AWA, "ananas"), (BINTOU, "banane")):
        shelves.user(address)
        shelves.stores(address, f"Photosynthèse {mark}", b"Les feuilles vertes fabriquent du sucre au soleil.")
    shelves.index(model)
    return shelves


def test_what_goes_while_it_is_found_is_not_found(shelves: Shelves) -> None:
    """Each statement of PostgreSQL sees what is there by then: a file is deleted, or indexed anew, in between."""
    shelf = Shelf(shelves.user(AWA))
    number = shelves.stores(AWA, "Photosynthèse", b"Les feuilles vertes fabriquent du sucre au soleil.")
    shelves.index(None)
    searching, others, gone = shelves.searching(None), shelves.database.apart(), list[int]()

    def goes(*given: object) -> None:
        if "SELECT file_passage.id, file_passage.file_id" in str(given[2]) and not gone:
            gone.append(number)
            with others.write() as session:
                passages.replace(session, number, [])

    hear(shelves.database, "before_cursor_execute", goes)
    answers = [searching.search(shelf, "feuilles vertes", limit=3, timeout_s=5) for _ in range(2)]
    assert [len(answer.found) for answer in answers] == [int(shelves.database.is_sqlite), 0]
    assert gone


def titles(answer: Answer) -> list[str]:
    return [found.file.title for found in answer.found]


@pytest.mark.parametrize("question", ["photosynthèse", "how do leaves make sugar", "banane", "ananas"])
def test_nobody_finds_what_is_another_s(two: Shelves, model: Remembering, question: str) -> None:
    for user, own in ((1, "Photosynthèse ananas"), (2, "Photosynthèse banane")):
        found = two.searching(model).search(Shelf(user), question, limit=5, timeout_s=60)
        assert set(titles(found)) <= {own}
    assert titles(two.searching(model).search(Shelf(3), question, limit=5, timeout_s=60)) == []


def test_nothing_older_is_found_while_an_account_is_held(two: Shelves, model: Remembering) -> None:
    found = two.searching(model).search(Shelf(1, utc_now()), "photosynthèse", limit=5, timeout_s=60)
    assert found.found == ()


def test_without_the_model_words_are_found_all_the_same(two: Shelves) -> None:
    assert titles(two.searching(Away()).search(Shelf(1), "les feuilles", limit=5, timeout_s=1)) != []


def test_a_file_stored_while_the_model_is_away_is_found_by_its_words_and_later_by_its_meaning(
    shelves: Shelves, model: Remembering
) -> None:
    user = shelves.user(AWA)
    shelves.stores(AWA, "Photosynthèse", b"Les feuilles vertes fabriquent du sucre au soleil.")
    shelves.index(Away())
    assert titles(shelves.searching(model).search(Shelf(user), "feuilles", limit=5, timeout_s=60)) != []
    assert titles(shelves.searching(model).search(Shelf(user), "plants and light", limit=5, timeout_s=60)) == []
    with shelves.database.write() as session:
        session.execute(text("UPDATE file_index SET due_at = created_at FROM stored_file WHERE id = file_id"))
    shelves.index(model)
    assert titles(shelves.searching(model).search(Shelf(user), "plants and light", limit=5, timeout_s=60)) != []


def test_vectors_of_another_model_are_not_compared_but_made_anew(two: Shelves, model: Remembering) -> None:
    class Other(Remembering):
        name = "another"

    other = Other(model._model)
    assert titles(two.searching(other).search(Shelf(1), "how do leaves make sugar", limit=5, timeout_s=60)) == []
    two.index(other)
    assert titles(two.searching(other).search(Shelf(1), "how do leaves make sugar", limit=5, timeout_s=60)) != []


def test_where_pgvector_is_missing_vectors_are_compared_here(two: Shelves, model: Remembering) -> None:
    question = "how do leaves make sugar"
    with_it = titles(two.searching(model).search(Shelf(1), question, limit=5, timeout_s=60))
    if not two.database.is_sqlite:
        with two.database.write() as session:
            assert session.scalar(text("SELECT to_regtype('vector') IS NOT NULL")), "the tests' server has it"
            session.execute(text("DROP EXTENSION vector"))
    assert titles(two.searching(model).search(Shelf(1), question, limit=5, timeout_s=60)) == with_it != []


def test_indexing_twice_changes_nothing(two: Shelves, model: Remembering) -> None:
    before = two.dump()
    with two.database.write() as session:
        session.execute(text("UPDATE file_index SET due_at = created_at FROM stored_file WHERE id = file_id"))
    two.index(model)
    with two.database.read() as session:
        number = session.scalar(text("SELECT count(*) FROM file_passage"))
        words = session.scalar(text("SELECT count(*) FROM passage_words"))
    assert (number, words) == (2, 2)
    assert before.count("fabriquent") == two.dump().count("fabriquent")


def test_what_is_erased_leaves_neither_passages_nor_words(two: Shelves) -> None:
    with two.database.write() as session:
        talk = two.talk(session, AWA)
        erase(session, talk.address, talk.person.conversation_id, 0, utc_now())
    with two.database.read() as session:
        left = [session.scalar(text(f"SELECT count(*) FROM {table}")) for table in
                ("stored_file", "file_index", "file_passage", "passage_words")]  # fmt: skip
    assert left == [1, 1, 1, 1]


def test_a_file_that_kills_whoever_indexes_it_is_not_tried_for_ever(shelves: Shelves) -> None:
    """Whoever takes it dies; its time comes again and again."""
    shelves.user(AWA)
    shelves.stores(AWA, "Titre", b"texte")
    taken = 0
    while taken < 100:
        with shelves.database.write() as session:
            session.execute(text("UPDATE file_index SET due_at = created_at FROM stored_file"
                                 " WHERE id = file_id AND due_at IS NOT NULL"))  # fmt: skip
            if file_index.take(session, utc_now()) is None:
                break
        taken += 1
    assert taken == file_index.MOST_TRIES


def test_a_question_of_small_words_alone_finds_nothing_by_words(two: Shelves) -> None:
    with two.database.read() as session:
        assert by_words(session, Shelf(1), "où est-ce que c'est ?") == []
        assert by_words(session, Shelf(1), "\"'* OR NEAR( -- ;") == []
