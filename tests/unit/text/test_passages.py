"""Passages and the words of a search."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.text.passages import passages_of
from bot.text.search_words import stems_of, words_of

WORDS = st.lists(st.text(alphabet="abcdé", min_size=1, max_size=12), max_size=200)
SPACES = st.sampled_from([" ", "\n", ". ", "\n\n"])


@given(words=WORDS, space=SPACES)
def test_no_word_is_lost_and_no_passage_too_long(words: list[str], space: str) -> None:
    passages = list(passages_of(space.join(words), 120, 30))
    assert all(len(passage) <= 120 for passage in passages)
    assert set(" ".join(passages).replace(".", " ").split()) == set(words)


def test_a_text_without_spaces_ends() -> None:
    assert "".join(passages_of("x" * 5_000, 900, 150)) == "x" * 5_000


def test_a_passage_ends_at_a_paragraph() -> None:
    text = "a " * 300 + "\n\n" + "b " * 300
    assert next(iter(passages_of(text))).endswith("a")


@pytest.mark.parametrize(("one", "other"), [("équations", "EQUATION"), ("running", "runs"), ("cœur", "coeurs")])
def test_forms_of_a_word_meet(one: str, other: str) -> None:
    assert set(stems_of(one)) & set(stems_of(other))


def test_a_reference_is_found_by_its_pieces_and_as_one() -> None:
    assert words_of("la facture F-2024-118") == ["facture", "f", "2024", "118", "f2024118"]
