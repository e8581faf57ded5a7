"""/fichiers over a worker's own inbox: pages, numbers, what deleting leaves behind, and who may."""

import re
from collections.abc import Sequence
from datetime import timedelta

import pytest
from sqlmodel import col, select

from bot.conversation.talk import Desk
from bot.dao import conversations
from bot.dao.library import files
from bot.errors import StorageError
from bot.models import Address, OtpCode, OutboundPart, PendingInteraction, Run, StoredFile, User
from tests.fakes.keys import conversation_id
from tests.fakes.model import says
from tests.integration.conversation.conftest import PUPIL, Line

SMS = "+2250700000001"
STRANGER = "whatsapp:+2250700000009"


class Shelf:
    """A pupil's files, and what is said of them."""

    def __init__(self, line: Line) -> None:
        self.line = line
        line.model.script(lambda _request: says("Bonne question."))
        line.says("Bonjour")
        line.hears()

    def puts(self, *titles: str, origin: str = "made", **values: object) -> list[int]:
        ids = []
        for title in titles:
            with self.line.database.write() as session:
                file = StoredFile(
                    conversation_id=conversation_id(PUPIL), user_id=1, name="f.md", title=title, origin=origin,
                    content_type="text/markdown", size=1_000, sha256=self.desk.store.put(title.encode()), **values,
                )  # fmt: skip
                files.add(session, file)
                ids.append(file.id)
        return ids

    def sends(self, number: int, state: str) -> None:
        with self.line.database.write() as session:
            session.add(OutboundPart(conversation_id=conversation_id(PUPIL), key="k", address=PUPIL, channel="whatsapp",
                                     kind="media", file_id=number, state=state))  # fmt: skip

    @property
    def desk(self) -> Desk:
        return self.line.runtime.inbox.exchange.desk

    def titles(self) -> list[str]:
        with self.line.database.read() as session:
            return [file.title for file in session.exec(select(StoredFile).order_by(col(StoredFile.id)))]

    def says(self, body: str, address: str = PUPIL) -> str:
        self.line.says(body, address=address)
        return "\n".join(self.line.hears(address)).replace("\u00a0", " ").replace("\u202f", " ")

    def confirms(self, asked: str) -> str:
        """Type the number that a question names."""
        return self.says(number_in(asked))


def number_in(asked: str) -> str:
    found = re.findall(r"\b\d{5}\b", asked)
    assert len(found) == 1, asked
    return str(found[0])


def shown(said: str) -> Sequence[tuple[str, str]]:
    return re.findall(r"^(\d+)\. (\S+)", said, re.MULTILINE)


@pytest.fixture
def shelf(line: Line) -> Shelf:
    return Shelf(line)


def test_ten_at_a_time_newest_first_with_both_kinds_told_apart(shelf: Shelf) -> None:
    shelf.puts(*(f"made{number}" for number in range(12)))
    shelf.puts("bail", origin="sent")
    said = shelf.says("/fichiers")
    assert shown(said) == [("1", "bail"), *((str(n + 2), f"made{11 - n}") for n in range(9))]
    assert "bail (" in said
    assert re.search(r"1\. bail \(.*, envoyé par vous\) : http", said)
    assert said.count("envoyé par vous") == 1
    assert "13 en tout, 13 ko sur 250 Mo" in said
    more = shelf.says("suite")
    assert shown(more) == [("11", "made2"), ("12", "made1"), ("13", "made0")]
    assert "suite" not in more.splitlines()[-1]
    assert "pas d’autres" in shelf.says("la suite svp")
    assert shown(shelf.says("/fichiers 2")) == shown(more)
    assert "pas d’autres" in shelf.says("/fichiers 3")


def test_a_number_deletes_once_it_is_confirmed_and_its_link_dies(shelf: Shelf) -> None:
    gone, kept = shelf.puts("brouillon", "lettre")
    with shelf.line.database.read() as session:
        file = session.get_one(StoredFile, gone)
        token, digest = shelf.desk.links.to(file).split("/")[4], file.sha256
        assert shelf.desk.links.find(session, token) is not None
    shelf.says("/fichiers")
    asked = shelf.says("supprimer 2")
    assert "brouillon" in asked
    assert "lettre" not in asked
    assert shelf.titles() == ["brouillon", "lettre"], "nothing yet"
    assert "brouillon" in shelf.confirms(asked)
    assert shelf.titles() == ["lettre"]
    with shelf.line.database.read() as session:
        assert shelf.desk.links.find(session, token) is None
        assert session.get(StoredFile, kept) is not None
    with pytest.raises(StorageError):
        shelf.desk.store.read(digest)


def test_several_go_at_once_and_numbers_of_a_second_page_count(shelf: Shelf) -> None:
    shelf.puts(*(f"f{number}" for number in range(13)))
    shelf.says("/fichiers")
    shelf.says("suite")
    asked = shelf.says("1, 12 et 13")
    assert [title in asked for title in ("f12", "f1\n", "f0")] == [True, True, True]
    shelf.confirms(asked)
    assert shelf.titles() == [f"f{number}" for number in range(2, 12)]


def test_a_slash_in_front_says_no_more(shelf: Shelf) -> None:
    """The word that erases everything is typed behind one everywhere else."""
    shelf.puts("Vieux", "Neuf")
    shelf.says("/fichiers")
    assert "- Neuf" in shelf.says("/supprimer 1")
    assert "- Vieux" in shelf.says("/supprimer 2")


def test_what_is_declined_stays(shelf: Shelf) -> None:
    shelf.puts("un")
    shelf.says("/fichiers")
    shelf.says("1")
    assert "annulé" in shelf.says("0")
    assert shelf.titles() == ["un"]


def test_a_number_that_was_not_shown_deletes_nothing(shelf: Shelf) -> None:
    shelf.puts(*(f"f{number}" for number in range(12)))
    shelf.says("/fichiers 2")
    assert "va de 11 à 12" in shelf.says("supprimer 3")
    assert "va de 11 à 12" in shelf.says("12 et 13")
    assert len(shelf.titles()) == 12


def test_a_number_means_the_file_that_stood_there(shelf: Shelf) -> None:
    """Whatever came or went meanwhile, on another channel or by itself."""
    first, second = shelf.puts("vieux", "neuf")
    shelf.says("/fichiers")
    shelf.puts("tout neuf")
    asked = shelf.says("2")
    assert "vieux" in asked
    shelf.says("0")
    shelf.says("/fichiers")
    with shelf.line.database.write() as session:
        files.remove_all(session, [first])
    assert "existe déjà plus" in shelf.says("3")
    asked = shelf.says("/fichiers") and shelf.says("2")
    with shelf.line.database.write() as session:
        files.remove_all(session, [second])
    assert "existe déjà plus" in shelf.confirms(asked), "gone between the question and its answer"


def test_a_new_file_never_takes_the_place_of_a_deleted_one(shelf: Shelf) -> None:
    """Its number stands in notes of earlier turns, in lists and in e-mails that wait."""
    *_, newest = shelf.puts("vieux", "neuf")
    shelf.says("/fichiers")
    shelf.confirms(shelf.says("supprime le 1"))
    assert shelf.puts("tout neuf") != [newest]
    assert "existe déjà plus" in shelf.says("supprime le 1")


def test_an_old_list_s_number_is_an_ordinary_message(shelf: Shelf) -> None:
    """Once something else was said, or its time is over: a number may answer the agent."""
    shelf.puts("un")
    for wait in (False, True):
        shelf.says("/fichiers")
        if wait:
            shelf.line.clock.skip(4_000)
        else:
            shelf.says("Propose-moi deux sujets de rédaction, 1 ou 2")
        assert "Bonne question" in shelf.says("1")
    assert shelf.titles() == ["un"]


def test_a_question_that_was_open_before_stays_open(shelf: Shelf) -> None:
    shelf.puts("un")
    shelf.says("/langue")
    said = shelf.says("/fichiers")
    assert "répondez d’abord à la question" in said
    assert "supprimer 1" not in said, "its numbers mean nothing yet"
    with shelf.line.database.read() as session:
        opened = session.exec(select(PendingInteraction).where(col(PendingInteraction.closed_at).is_(None))).one()
        assert opened.kind == "menu"


def test_a_wish_without_a_number_is_asked_which(shelf: Shelf) -> None:
    shelf.puts("un")
    shelf.says("/fichiers")
    assert "Lesquels" in shelf.says("supprimer ça")
    assert "un" in shelf.says("supprime le 1")


def test_all_that_was_shown_goes_named_and_confirmed(shelf: Shelf) -> None:
    shelf.puts(*(f"f{number}" for number in range(12)))
    shelf.says("/fichiers")
    asked = shelf.says("supprime tout")
    assert [f"- f{number}\n" in asked for number in range(12)] == [False, False, *[True] * 10]
    shelf.confirms(asked)
    assert shelf.titles() == ["f0", "f1"], "what was not shown stays"


@pytest.mark.parametrize("is_declined", [True, False])
def test_the_list_goes_on_meaning_what_it_shows_behind_a_deletion(shelf: Shelf, is_declined: bool) -> None:
    shelf.puts("un", "deux", "trois")
    shelf.says("/fichiers")
    asked = shelf.says("supprime le 2")
    shelf.says("non" if is_declined else number_in(asked))
    asked = shelf.says("supprime le 3")
    assert "- un" in asked
    shelf.confirms(asked)
    assert shelf.titles() == (["deux", "trois"] if is_declined else ["trois"])
    assert "Bonne question" in shelf.says("Propose-moi deux sujets, 1 ou 2")
    assert "Bonne question" in shelf.says("1"), "nor does it answer what is asked later"


def test_who_thinks_better_of_a_deletion_names_another(shelf: Shelf) -> None:
    """Below the question that asks for its number: the list stands above still."""
    shelf.puts("un", "deux", "trois")
    shelf.says("/fichiers")
    shelf.says("supprimer 2")
    asked = shelf.says("supprimer 3")
    assert "annulé" in asked
    assert "- un" in asked
    assert "- trois" in shelf.says("efface tous mes fichiers")
    assert "Bonne question" in shelf.says("Qui était Thalès ?")
    assert "Bonne question" in shelf.says("supprimer 2"), "what is said of something else closes the list"
    assert shelf.titles() == ["un", "deux", "trois"]


def test_in_english_by_sms(shelf: Shelf) -> None:
    shelf.puts("draft", origin="sent")
    with shelf.line.database.write() as session:
        pupil = session.exec(select(Address).where(Address.value == PUPIL)).one()
        other = session.exec(select(Address).where(Address.value == SMS)).first() or Address(value=SMS, channel="sms")
        other.user_id, other.signed_in_until, other.language = 1, pupil.signed_in_until, "en"
        session.add(other)
    shelf.says("/language", SMS)
    shelf.says("english", SMS)
    said = shelf.says("/files", SMS)
    assert "sent by you" in said
    asked = shelf.says("delete 1", SMS)
    assert "draft" in asked
    assert "Deleted" in shelf.says(number_in(asked), SMS)
    assert shelf.titles() == []


def test_nobody_deletes_what_is_another_s(shelf: Shelf) -> None:
    """Not by a number kept from before a sign-out either."""
    shelf.puts("un")
    asked = shelf.says("/fichiers") and shelf.says("1")
    with shelf.line.database.write() as session:
        session.exec(select(Address).where(Address.value == PUPIL)).one().signed_in_until = None
    shelf.says(number_in(asked))
    assert shelf.titles() == ["un"]
    shelf.says("/fichiers", STRANGER)
    shelf.says("1", STRANGER)
    assert shelf.titles() == ["un"]


def test_what_is_just_being_sent_stays_until_it_has_left(shelf: Shelf) -> None:
    shelf.sends(*shelf.puts("rapport"), state="dispatching")
    asked = shelf.says("/fichiers") and shelf.says("1")
    assert "en train de vous être envoyé" in shelf.confirms(asked)
    assert shelf.titles() == ["rapport"]


def test_what_waits_to_be_sent_is_dropped_with_its_file(shelf: Shelf) -> None:
    shelf.sends(*shelf.puts("rapport"), state="pending")
    asked = shelf.says("/fichiers") and shelf.says("1")
    shelf.confirms(asked)
    with shelf.line.database.read() as session:
        part = session.exec(select(OutboundPart).where(OutboundPart.key == "k")).one()
        assert (part.state, part.file_id) == ("dropped", None)
        assert part.closed_at is not None


def test_the_file_of_a_run_that_is_at_work_stays(shelf: Shelf) -> None:
    with shelf.line.database.write() as session:
        elsewhere = conversations.ensure(session, SMS).id
        run = Run(conversation_id=elsewhere, user_id=1, mode="student", language="fr")
        session.add(run)
        session.flush()
        run_id = run.id
    shelf.puts("rapport", run_id=run_id)
    asked = shelf.says("/fichiers") and shelf.says("1")
    shelf.confirms(asked)
    assert shelf.titles() == ["rapport"]


def test_whoever_has_just_joined_an_account_deletes_nothing_of_it(shelf: Shelf) -> None:
    """A stolen SIM card: not even with a number that was asked for a moment before."""
    shelf.puts("un")
    asked = shelf.says("/fichiers") and shelf.says("1")
    now = shelf.line.clock.now()
    with shelf.line.database.write() as session:
        session.get_one(User, 1).phone = SMS
        session.add(OtpCode(number=SMS, prefix=SMS[:7], asker="a", digest="d", state="joined", created_at=now,
                            expires_at=now + timedelta(hours=20)))  # fmt: skip
    assert "Par sécurité" in shelf.confirms(asked)
    assert shelf.titles() == ["un"]
