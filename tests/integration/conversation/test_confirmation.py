"""What cannot be undone is confirmed by a number that stands only in our question: nobody who writes blindly has it."""

import re
from collections.abc import Callable

import pytest
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.clients.storage import FolderStore
from bot.conversation.commands.table import VOCABULARY
from bot.conversation.dialogues.confirmation import Confirmations, Confirmed
from bot.conversation.outcomes import Done
from bot.conversation.people import person
from bot.conversation.talk import Talk
from bot.errors import StorageError
from bot.models import Address, InboundMessage, OtpCode, PendingInteraction, StoredFile, User
from bot.reading.replies import confirmations
from bot.services.privacy import holding
from bot.types import Language, Mode
from tests.fakes.keys import conversation_id
from tests.fakes.model import says
from tests.fakes.threads import at_once
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

pytestmark = pytest.mark.one_database

SMS = "+2250700000001"


@pytest.fixture
def phones(line: Line) -> Line:
    """The pupil on WhatsApp and by SMS."""
    line.model.script(lambda _request: says("Lomé."))
    add_user(line.database, SMS, Mode.STUDENT, 0)
    with line.database.write() as session:
        owner = session.exec(select(Address).where(Address.value == PUPIL)).one().user_id
        session.exec(select(Address).where(Address.value == SMS)).one().user_id = owner
    return line


def asked(line: Line, command: str, address: str = PUPIL) -> str:
    """The number in the question a command leads to."""
    line.says(command, address=address)
    return number_in("\n".join(line.hears(address)))  # a newcomer is also told whom they talk to


def number_in(text: str) -> str:
    found = re.findall(r"\b\d{5}\b", text)
    assert len(found) == 1, text
    return str(found[0])


def is_erased(line: Line) -> bool:
    with line.database.read() as session:
        return session.get_one(User, 1).deleted_at is not None


def wrong(number: str) -> str:
    return str(10_000 + (int(number) - 9_999) % 90_000)


@pytest.mark.parametrize("address", [PUPIL, SMS])
def test_erasing_takes_the_number_of_the_question(phones: Line, address: str) -> None:
    number = asked(phones, "/supprimer", address)
    phones.says(number, address=address)
    assert "tout est effac" in phones.hears(address)[-1]
    assert is_erased(phones)


@pytest.mark.parametrize("is_asked_before", [False, True])
def test_whoever_has_just_joined_the_account_erases_it_only_a_day_later(phones: Line, *, is_asked_before: bool) -> None:
    said = asked(phones, "/supprimer") if is_asked_before else "/supprimer"
    until = phones.clock.now() + holding.HOLD
    with phones.database.write() as session:
        session.add(OtpCode(number=SMS, prefix=SMS[1:8], asker=conversation_id(PUPIL), digest="", state="joined",
                            expires_at=until))  # fmt: skip
    phones.says(said)
    assert "pourrez supprimer le compte" in phones.hears()[-1]
    assert not is_erased(phones)
    phones.clock.skip(holding.HOLD.total_seconds())
    phones.says(asked(phones, "/supprimer"))
    assert is_erased(phones)


def test_a_store_that_is_away_delays_no_goodbye(phones: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*_args: object) -> None:
        raise StorageError("the store is away")

    with phones.database.write() as session:
        session.add(StoredFile(user_id=1, conversation_id=phones.conversation().id, name="a.pdf", sha256="a" * 64,
                               size=1, content_type="application/pdf"))  # fmt: skip
    monkeypatch.setattr(FolderStore, "delete", away)
    number = asked(phones, "/supprimer")
    phones.says(number)
    assert "tout est effac" in phones.hears()[-1]


@pytest.mark.parametrize("blind", ["1", "2", "oui", "yes", "OK", "1\n2\n3", "12345 23456", "confirmer", "0", "START"])
def test_nobody_erases_who_does_not_read_the_question(phones: Line, blind: str) -> None:
    for _ in range(4):
        phones.says("/supprimer", blind, blind, blind, address=SMS)
    assert not is_erased(phones)


@pytest.mark.parametrize(
    "said", ["👍", "oui supprime", "je suis sûr", "??", "waaw", "oui 👎", "{} ✋🏾", "{} ?", "{} 🤔"]
)
def test_who_says_yes_in_any_words_or_asks_is_told_the_number_again(phones: Line, said: str) -> None:
    number = asked(phones, "/supprimer")
    phones.says(said.format(number))
    assert number in phones.hears()[-1]
    assert not is_erased(phones)
    phones.says(number)
    assert is_erased(phones)
    assert phones.model.requests == []


def test_the_number_may_be_said(phones: Line) -> None:
    number = asked(phones, "/supprimer")
    phones.says(" ".join("zéro un deux trois quatre cinq six sept huit neuf".split()[int(digit)] for digit in number))
    assert is_erased(phones)


def test_the_number_is_another_each_time_and_no_one_time_code(phones: Line) -> None:
    numbers = [asked(phones, "/supprimer") for _ in range(12)]
    assert len(set(numbers)) > 8
    assert {len(number) for number in numbers} == {confirmations.DIGITS}
    assert confirmations.DIGITS < 6
    assert not any(number.startswith("0") for number in numbers)


def test_the_number_of_an_earlier_question_does_nothing(phones: Line) -> None:
    first = asked(phones, "/supprimer")
    while (second := asked(phones, "/supprimer")) == first:
        pass
    phones.says(first)
    assert "Il vous reste 2 essais" in phones.hears()[-1]
    phones.says(second)
    assert is_erased(phones)


def test_three_wrong_numbers_end_the_question(phones: Line) -> None:
    number = asked(phones, "/supprimer")
    for _ in range(3):
        phones.says(wrong(number))
    assert "rien ne change" in phones.hears()[-1]
    phones.says(number)
    assert not is_erased(phones)


def test_after_nine_wrong_numbers_in_a_day_nothing_more_is_asked(phones: Line) -> None:
    for _ in range(3):
        number = asked(phones, "/supprimer")
        phones.says(*[wrong(number)] * 1)
        phones.says(wrong(number))
        phones.says(wrong(number))
        phones.hears()
    phones.says("/supprimer")
    assert "réessayez demain" in phones.hears()[-1]
    phones.clock.skip(86_401)
    asked(phones, "/supprimer")


def test_a_number_that_comes_too_late_does_nothing(phones: Line) -> None:
    number = asked(phones, "/supprimer")
    phones.clock.skip(601)
    phones.says(number)
    assert not is_erased(phones)


def test_the_number_of_somebody_else_does_nothing(phones: Line) -> None:
    """Each conversation has its own question, also of one user."""
    number = asked(phones, "/supprimer", SMS)
    phones.says(number)
    assert not is_erased(phones)


@pytest.mark.parametrize("hurried", ["oui", "Yes", "ok", "je confirme"])
def test_who_types_a_yes_is_told_to_type_the_number(phones: Line, hurried: str) -> None:
    number = asked(phones, "/supprimer")
    phones.says(hurried)
    said = phones.hears()[-1]
    assert "Un mot ne suffit pas" in said
    assert number_in(said) == number
    phones.says(f"{number[:2]} {number[2:]}")
    assert is_erased(phones)


@pytest.mark.parametrize("no", ["0", "non", "Non !", "annuler", "non merci", "No thanks", "laisse tomber"])
def test_a_no_cancels_politely(phones: Line, no: str) -> None:
    number = asked(phones, "/supprimer")
    phones.says(no)
    assert "annulé" in phones.hears()[-1]
    phones.says(number)
    assert not is_erased(phones)


@pytest.mark.parametrize("said", ["non {}", "je ne confirme pas {}", "c’est quoi {} ?", "si j’écris {} ça efface ?"])
def test_the_number_in_a_sentence_that_does_not_agree_erases_nothing(phones: Line, said: str) -> None:
    number = asked(phones, "/supprimer")
    phones.says(said.format(number))
    assert "annulé" in phones.hears()[0]
    assert not is_erased(phones)
    assert len(phones.model.requests) == ("?" in said)


def test_a_question_cancels_too_and_is_answered(phones: Line) -> None:
    number = asked(phones, "/supprimer")
    phones.says("Quelle est la capitale du Togo ?")
    assert phones.hears() == ["C’est annulé\u00a0: rien ne change.", "Lomé."]
    phones.says(number)
    assert not is_erased(phones)


def test_a_guest_confirms_by_number_too(phones: Line) -> None:
    number = asked(phones, "/supprimer", GUEST)
    phones.says("1", address=GUEST)
    assert "Il vous reste 2 essais" in phones.hears(GUEST)[-1]
    phones.says(number, address=GUEST)
    assert "tout est effacé" in phones.hears(GUEST)[-1]


def test_the_copy_of_everything_is_handed_over_after_the_number(phones: Line) -> None:
    phones.says("/exporter")
    (question,) = phones.hears()
    assert "/media/" not in question
    phones.says(number_in(question))
    assert "/media/" in phones.hears()[-1]


def test_the_number_never_reaches_model_or_log(phones: Line, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    number = asked(phones, "/supprimer")
    phones.says(wrong(number))
    phones.says("oui")
    phones.says(number)
    assert phones.model.requests == []
    assert number not in caplog.text


def signed_in(line: Line) -> list[bool]:
    with line.database.read() as session:
        return [row.signed_in_until is not None for row in session.exec(select(Address).order_by(col(Address.id)))]


@pytest.mark.parametrize("choice", ["1", "2"])
def test_nobody_is_signed_out_blindly_by_sms(phones: Line, choice: str) -> None:
    phones.says("/deconnexion", choice, address=SMS)
    number = number_in(phones.hears(SMS)[-1])
    assert signed_in(phones) == [True, True]
    phones.says(number, address=SMS)
    assert signed_in(phones) == [choice == "1", False]


def test_on_whatsapp_signing_out_here_is_one_digit_and_everywhere_a_number(phones: Line) -> None:
    phones.says("/deconnexion", "1")
    assert signed_in(phones) == [False, True]
    with phones.database.write() as session:
        session.exec(select(Address).where(Address.value == PUPIL)).one().signed_in_until = phones.address(
            SMS
        ).signed_in_until
    phones.says("/deconnexion", "2")
    assert signed_in(phones) == [True, True]
    phones.says(number_in(phones.hears()[-1]))
    assert signed_in(phones) == [False, False]


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ("/deconnexion partout", "everywhere"), ("Déconnectez-moi de toutes mes conversations", "everywhere"),
        ("log out of all devices", "everywhere"), ("déconnexion de ce téléphone", "here"),
        ("/deconnexion et merci", ""), ("déconnexion internet partout en ville", None),
    ],
)  # fmt: skip
def test_where_to_sign_out_is_not_asked_of_who_has_said_it(phones: Line, said: str, where: str | None) -> None:
    phones.says(said, address=SMS)
    heard = phones.hears(SMS)[0].replace("\u00a0", " ")
    question = {"everywhere": "de toutes vos conversations ?", "here": "de cette conversation ?", "": "1. De cette"}
    assert heard == "Lomé." if where is None else question[where] in heard
    assert signed_in(phones) == [True, True]


def test_nobody_makes_turns_dearer_blindly_by_sms(phones: Line) -> None:
    phones.says("/mode", "2", address=SMS)
    assert user_mode(phones) == Mode.STUDENT
    phones.says(number_in(phones.hears(SMS)[-1]), address=SMS)
    assert user_mode(phones) == Mode.PRO


def test_on_whatsapp_a_mode_is_one_digit(phones: Line) -> None:
    phones.says("/mode", "2")
    assert user_mode(phones) == Mode.PRO


def user_mode(line: Line) -> str | None:
    with line.database.read() as session:
        return session.get_one(User, 1).mode


def test_a_question_asked_before_the_update_is_no_trap(phones: Line) -> None:
    phones.says("/mode")
    with phones.database.write() as session:
        opened = session.exec(select(PendingInteraction)).one()
        opened.payload = {"menu": "delete", "again": False}
    phones.says("1")
    assert phones.hears()[-1] == "Lomé."
    assert not is_erased(phones)


def test_two_of_the_right_number_at_once_do_it_once(open_line: Callable[..., Line]) -> None:
    line = open_line(fragment_window_s=0.7)
    number = asked(line, "/supprimer")
    line.stores(number)
    line.stores(number)
    line.clock.skip(1)
    line.drain()
    assert [body for body in line.hears() if "tout est effacé" in body] != []
    assert is_erased(line)


def exports(line: Line) -> int:
    with line.database.read() as session:
        return len(session.exec(select(StoredFile).where(StoredFile.content_type == "application/zip")).all())


@pytest.mark.parametrize("leaving", ["0", "non", "/annuler", "/nouveau", "Quelle est la capitale du Togo ?"])
def test_a_copy_that_nobody_took_is_not_the_one_of_the_day(phones: Line, leaving: str) -> None:
    phones.says("/exporter", leaving)
    assert exports(phones) == 0
    phones.hears()
    phones.says("/exporter")
    assert "déjà été préparée" not in phones.hears()[-1]
    assert exports(phones) == 1


def test_a_copy_that_was_handed_over_is_not_lost_by_a_later_no(phones: Line) -> None:
    phones.says(asked(phones, "/exporter"))
    link = phones.hears()[-1].split()[-1]
    phones.says("/exporter", "0")
    assert exports(phones) == 1
    with phones.database.read() as session:
        assert phones.runtime.inbox.exchange.desk.links.find(session, link.split("/")[4]) is not None


def test_who_leaves_the_question_again_and_again_has_had_the_copy_of_the_day(phones: Line) -> None:
    for _ in range(4):
        phones.says("/exporter", "0")
    phones.hears()
    phones.says("/exporter")
    assert any("déjà été préparée" in said for said in phones.hears()), "making one is dear"


def test_twenty_of_the_right_number_at_once_do_it_once(line: Line) -> None:
    """Without the lane that would keep them apart: the claim has to decide."""
    number = asked(line, "/supprimer")
    done: list[int] = []
    twenty_times = Confirmations({"delete": Confirmed(lambda talk, _details: counted(done, talk.messages[0].id))})
    with line.database.write() as session:
        opened = session.exec(select(PendingInteraction)).one()
        message = session.exec(select(InboundMessage)).one()

    def answer(_: int) -> None:
        with line.database.write() as session:
            who = person(session, message.conversation_id, "", Language.FR, line.clock.now(), VOCABULARY)
            talk = Talk(line.runtime.inbox.exchange.desk, session, who, [message], line.clock.now())
            twenty_times.answer(talk, session.merge(opened, load=False), number)

    at_once(20, answer)
    assert len(done) == 1


def counted(done: list[int], message_id: int) -> Done:
    done.append(message_id)
    return Done()


def test_an_act_of_another_release_is_told_as_no_longer_open(phones: Line) -> None:
    """While an update is rolled out, its questions may be answered where nobody knows of what they ask."""
    number = asked(phones, "/exporter")
    with phones.database.write() as session:
        question = session.exec(select(PendingInteraction)).one()
        question.payload = {**question.payload, "act": "of_tomorrow"}
    phones.says(number)
    assert phones.hears() == ["Cette question n’est plus ouverte. Écrivez-moi ce que vous souhaitez."]


@pytest.mark.parametrize("between", ["answered", "expired", "left", "replaced"])
def test_the_number_of_a_question_that_is_over_is_not_for_the_agent(phones: Line, between: str) -> None:
    number = asked(phones, "/exporter")
    match between:
        case "answered":
            phones.says(number)
        case "expired":
            phones.clock.skip(601)
        case "left":
            phones.says("0")
        case "replaced":
            phones.says("/supprimer", "0")
    phones.hears()
    before = phones.credits()
    phones.says(f"{number} stp")
    assert phones.hears() == ["Cette question n’est plus ouverte. Écrivez-moi ce que vous souhaitez."]
    assert phones.credits() == before
    phones.says(wrong(number))
    assert phones.hears() == ["Lomé."], "any other number is a message"
