"""An e-mail address is a person's own once a code mailed to it was typed back; changing it is for the owner alone."""

import json
import re
from collections.abc import Callable

import pytest
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.models import InboundMessage, OtpCode, OutboundPart, PendingInteraction, User
from bot.types import Mode
from tests.fakes.keys import conversation_id
from tests.fakes.mail import MailServer
from tests.fakes.model import says
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

pytestmark = pytest.mark.one_database

SMS = "+2250700000007"
AWA, OTHER = "awa@example.org", "koffi@example.org"


@pytest.fixture
def line(open_line: Callable[..., Line], server: MailServer) -> Line:
    """A pupil on WhatsApp, a professional on SMS, and a mail server that takes everything."""
    made = open_line(smtp_url=f"smtp://127.0.0.1:{server.port}", mail_from="Palabre <bot@palabre.example>")
    made.model.script(lambda _request: says("Lomé."))
    add_user(made.database, SMS, Mode.PRO, 20)
    return made


def post(line: Line, address: str = PUPIL) -> None:
    line.runtime.delivery.deliver_mails(conversation_id(address))


def mailed_code(line: Line, server: MailServer, address: str = PUPIL) -> str:
    """The code in the newest e-mail."""
    post(line, address)
    body = server.inbox[-1].get_body()
    assert body is not None
    found = re.findall(r"\b\d{6}\b", body.get_content())
    assert len(found) == 1
    return str(found[0])


def heard(line: Line, address: str = PUPIL) -> str:
    return "\n".join(line.hears(address))


def email_of(line: Line, number: int = 1) -> str | None:
    with line.database.read() as session:
        return session.get_one(User, number).email


def confirm(line: Line, server: MailServer, mailbox: str = AWA, address: str = PUPIL) -> None:
    line.says(f"/email {mailbox}", address=address)
    line.says(mailed_code(line, server, address), address=address)
    line.hears(address)


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def test_a_code_mailed_and_typed_back_confirms_the_address(line: Line, server: MailServer) -> None:
    line.says(f"/email {AWA}")
    assert AWA in heard(line)
    assert email_of(line) is None
    code = mailed_code(line, server)
    assert server.inbox[-1]["To"] == AWA
    assert code not in server.inbox[-1]["Subject"]
    line.says(f"{code[:3]} {code[3:]}")
    assert "C’est fait" in heard(line)
    assert email_of(line) == AWA
    line.says("/compte")
    assert AWA in heard(line)


def test_the_code_stands_nowhere(line: Line, server: MailServer, caplog: pytest.LogCaptureFixture) -> None:
    line.says(f"/email {AWA}")
    code = mailed_code(line, server)
    line.says(code)
    line.says(code)  # typed again when nothing waits for it: no model may see it
    line.says("Quelle est la capitale du Togo ?")
    with line.database.read() as session:
        rows = [str(row) for table in (InboundMessage, OutboundPart, OtpCode, PendingInteraction)
                for row in session.exec(select(table))]  # fmt: skip
    assert not [row for row in rows if code in row]
    assert code not in json.dumps(line.model.requests)
    assert code not in caplog.text


def test_wrong_codes_are_counted_and_the_fifth_ends_it(line: Line, server: MailServer) -> None:
    line.says(f"/email {AWA}")
    code = mailed_code(line, server)
    for left in (4, 3, 2, 1):
        line.says(wrong(code))
        assert f"{left} essai" in heard(line)
    line.says(wrong(code))
    assert "cinq essais" in heard(line)
    line.says(code)
    assert email_of(line) is None


def test_an_old_code_and_one_of_another_conversation_are_worth_nothing(line: Line, server: MailServer) -> None:
    line.says(f"/email {AWA}")
    code = mailed_code(line, server)
    line.says(f"/email {OTHER}", address=GUEST)
    line.says(code, address=GUEST)
    assert email_of(line) is None
    line.clock.skip(601)
    line.says(code)
    assert "expiré" in heard(line)
    assert email_of(line) is None


def test_no_more_than_three_codes_in_ten_minutes_go_to_a_mailbox_whoever_asks(line: Line, server: MailServer) -> None:
    for _ in range(3):
        line.says(f"/email {AWA}")
        line.clock.skip(61)
    line.hears()
    line.says(f"/email {AWA.upper()}")
    assert "Un code est déjà parti" in heard(line)
    post(line)
    with line.database.read() as session:
        assert len(session.exec(select(OtpCode)).all()) == 3


def test_a_young_code_is_not_sent_again(line: Line, server: MailServer) -> None:
    line.says(f"/email {AWA}")
    line.hears()
    line.says("1")
    assert "Un code est déjà parti" in heard(line)
    line.clock.skip(61)
    line.says("1")
    first = mailed_code(line, server)
    assert "part par e-mail" in heard(line)
    line.says(first)
    assert email_of(line) == AWA


def test_changing_takes_the_number_of_the_question_and_the_old_mailbox_is_told(line: Line, server: MailServer) -> None:
    confirm(line, server)
    line.says(f"/email {OTHER}")
    question = heard(line)
    post(line)
    assert len(server.inbox) == 1, "nothing is mailed before the number"
    line.says("1")
    line.says("oui")
    assert email_of(line) == AWA
    line.says(f"/email {OTHER}")
    number = re.findall(r"\b\d{5}\b", heard(line))[-1]
    assert number not in question
    line.says(number)
    code = mailed_code(line, server)
    assert server.inbox[-1]["To"] == OTHER
    assert email_of(line) == AWA
    line.says(code)
    assert email_of(line) == OTHER
    post(line)
    assert server.inbox[-1]["To"] == AWA
    assert OTHER not in str(server.inbox[-1])


def test_that_the_old_mailbox_is_gone_is_nobody_s_worry(line: Line, server: MailServer) -> None:
    """Who changed their address for that very reason was told to write to the old one directly."""
    confirm(line, server)
    line.says(f"/email {OTHER}")
    line.says(re.findall(r"\b\d{5}\b", heard(line))[-1])
    line.says(mailed_code(line, server))
    assert "C’est fait" in heard(line)
    server.refused.add(AWA)
    post(line)
    assert heard(line) == ""
    assert email_of(line) == OTHER


def test_on_sms_the_first_address_takes_a_number_too(line: Line, server: MailServer) -> None:
    """Else a forged SMS would have everything mailed to a stranger, who has the code."""
    line.says(f"/email {OTHER}", address=SMS)
    number = re.findall(r"\b\d{5}\b", heard(line, SMS))
    post(line, SMS)
    assert server.inbox == []
    line.says(number[0], address=SMS)
    line.says(mailed_code(line, server, SMS), address=SMS)
    assert email_of(line, 2) == OTHER


def test_an_ok_is_for_the_agent_once_no_code_is_awaited_any_more(line: Line, server: MailServer) -> None:
    line.says(f"/email {AWA}")
    line.says("ok")
    assert "6 chiffres" in heard(line)
    line.clock.skip(601)
    line.says("ok")
    assert "Lomé" in heard(line)


def test_what_people_type_instead(line: Line, server: MailServer) -> None:
    line.says("/email")
    assert "À quelle adresse" in heard(line)
    line.says("awa@")
    assert "Je ne reconnais pas" in heard(line)
    line.says("c'est awa arobase example point org")
    assert "6 chiffres" in heard(line)
    line.says("12 34")
    assert "6 chiffres" in heard(line)
    line.says("Quelle est la capitale du Togo ?")
    assert "Lomé" in heard(line)
    line.says(mailed_code(line, server))
    assert email_of(line) == AWA
    line.says("/email pas une adresse")
    assert "Je ne reconnais pas" in heard(line)
    line.says("/email")
    assert AWA in heard(line)


def test_who_leaves_it_keeps_things_as_they_were(line: Line, server: MailServer) -> None:
    line.says(f"/email {AWA}")
    code = mailed_code(line, server)
    line.says("annuler")
    line.hears()
    line.says(code)
    assert email_of(line) is None


@pytest.mark.parametrize("said", ["non", "Nan", "no", "nan c bon", "0", "j’en ai pas", "Je n’ai pas d’adresse mail"])
def test_a_no_to_the_question_which_address_leaves_it(line: Line, said: str) -> None:
    line.says("/email")
    line.hears()
    before = line.credits()
    line.says(said)
    assert "rien ne change" in heard(line)
    assert line.credits() == before


def test_guests_and_services_without_mail_are_told(line: Line, open_line: Callable[..., Line]) -> None:
    line.says(f"/email {AWA}", address=GUEST)
    assert "/connexion" in heard(line, GUEST)
    without = open_line()
    without.says(f"/email {AWA}")
    assert "Je ne peux pas envoyer d’e-mail" in heard(without)


def test_who_waits_for_a_code_that_was_refused_is_told(line: Line, server: MailServer) -> None:
    server.refused.add(AWA)
    line.says(f"/email {AWA}")
    line.hears()
    post(line)
    assert "n’a pas pu être remis" in heard(line)
    with line.database.read() as session:
        part = session.exec(select(OutboundPart).where(col(OutboundPart.channel) == "email")).one()
    assert (part.state, part.body) == ("failed", "")


def test_a_refused_code_is_not_said_to_be_on_its_way_when_another_is_asked_for(line: Line, server: MailServer) -> None:
    server.refused.add(AWA)
    line.says(f"/email {AWA}")
    post(line)
    assert "répondez 1" in heard(line)
    line.says("1")
    told = heard(line)
    assert "déjà parti" not in told
    assert "Je ne peux pas encore" in told
    line.says(OTHER)
    line.says(mailed_code(line, server))
    assert email_of(line) == OTHER


def test_a_code_that_would_come_too_late_is_told_before_its_time_is_over(line: Line, server: MailServer) -> None:
    """The next try came a quarter of an hour later, and then nothing was said any more."""
    server.answers = ["451 greylisted"] * 4
    line.says(f"/email {AWA}")
    line.hears()
    for pause in (0, 11, 61, 301):
        assert heard(line) == ""
        line.clock.skip(pause)
        post(line)
    assert "n’a pas pu être remis" in heard(line)
    line.says("1")
    line.says(mailed_code(line, server))
    assert email_of(line) == AWA


def test_erasing_and_exporting_know_it(line: Line, server: MailServer) -> None:
    confirm(line, server)
    line.says("/supprimer")
    line.says(re.findall(r"\b\d{5}\b", heard(line))[0])
    assert email_of(line) is None


@pytest.mark.parametrize(
    ("typed", "reply", "mailed"),
    [("awa@gmail.con", "oui", "awa@gmail.com"), ("awa@gmail.con", "👍", "awa@gmail.com"),
     ("awa@gmail.con", "2", "awa@gmail.con"), ("awa@gmail.con", "awa@gmail.con", "awa@gmail.con"),
     ("awa@gmail.con", "/email awa@gmail.con", "awa@gmail.con"), ("awa@gmail,com", "1", "awa@gmail.com"),
     ("awa@gmail.con", "non, c’est koffi@yahoo.fr", "koffi@yahoo.fr")],
)  # fmt: skip
def test_an_address_that_looks_mistyped_is_asked_about_once(
    line: Line, server: MailServer, typed: str, reply: str, mailed: str
) -> None:
    """The code went to nowhere, and nobody said so; the second way round the agent was paid."""
    line.says(f"/email {typed}")
    assert "Vouliez-vous dire awa@gmail.com ?" in heard(line)
    line.says(reply)
    assert f"part par e-mail à {mailed}" in heard(line)
    code = mailed_code(line, server)
    assert [mail["To"] for mail in server.inbox] == [mailed]
    line.says(code)
    assert (email_of(line), line.model.requests) == (mailed, [])


@pytest.mark.parametrize(
    ("reply", "told"),
    [("non", "À quelle adresse"), ("3", "Vouliez-vous dire"), ("koffi@gmial.com", "Vouliez-vous dire koffi@gmail.com"),
     ("0", "C’est annulé"), ("laisse tomber", "C’est annulé"), ("non merci", "C’est annulé"),
     ("pas maintenant", "C’est annulé"), ("retour", "C’est annulé"), ("Quelle est la capitale du Togo ?", "Lomé")],
)  # fmt: skip
def test_who_says_neither_has_no_code_sent(line: Line, server: MailServer, reply: str, told: str) -> None:
    line.says("/email")
    line.says("awa @ gmial.com")
    assert "Vouliez-vous dire awa@gmail.com ?" in heard(line)
    line.says(reply)
    assert told in heard(line)
    post(line)
    assert server.inbox == []


def test_on_sms_a_guess_agreed_to_takes_its_number_all_the_same(line: Line, server: MailServer) -> None:
    line.says("/email awa@gmail.con", address=SMS)
    line.says("1", address=SMS)
    assert re.findall(r"awa@gmail\.com devient.*\b\d{5}\b", heard(line, SMS), re.DOTALL)
    post(line, SMS)
    assert server.inbox == []


@pytest.mark.parametrize("said", ["mauvaise adresse", "ce n’est pas la bonne adresse", "je veux changer d’adresse svp"])
def test_another_address_is_asked_for_while_the_code_is_awaited(line: Line, server: MailServer, said: str) -> None:
    line.says(f"/email {AWA}")
    code = mailed_code(line, server)
    line.hears()
    line.says(said)
    assert "À quelle adresse" in heard(line)
    line.says(OTHER)
    assert mailed_code(line, server) != code
    line.says(code)
    assert email_of(line) is None
    line.says(mailed_code(line, server))
    assert email_of(line) == OTHER


@pytest.mark.parametrize("said", ["oui", "ok", "non", "non merci", "Lomé"])
@pytest.mark.parametrize("asked", ["/email", f"/email {AWA}", "/email awa@gmial.com"])
def test_a_word_behind_a_lesson_is_said_of_that(line: Line, asked: str, said: str) -> None:
    line.says(asked)
    line.says("quelle est la capitale du Togo ?")
    line.hears()
    line.says(said)
    assert line.hears() == ["Lomé."]
    with line.database.read() as session:
        assert session.exec(select(PendingInteraction)).one().closed_at is None
