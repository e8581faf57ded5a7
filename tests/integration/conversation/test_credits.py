"""/credits and /tarifs: where credits went, in plain words, short enough for an SMS."""

from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlmodel import Session, col

from bot.channels.gsm7 import is_gsm7, segments
from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.models import LedgerEntry, Run, User
from bot.services.money import cost_guards
from bot.types import EntryKind, Mode
from tests.fakes.model import says
from tests.integration.conversation.conftest import GUEST, PUPIL, Line
from tests.integration.conversation.till import Till

pytestmark = pytest.mark.one_database

CLERK = "+2250700000009"  # by SMS
AT = datetime(2026, 9, 23, 14, 5, tzinfo=UTC)


def post(session: Session, user_id: int, amount: int, kind: str, reason: str = "") -> None:
    """An entry of that moment."""
    user = session.get_one(User, user_id)
    user.credits += amount
    number = f"test:{user_id}:{kind}:{reason}:{amount}:{user.credits}"
    session.add(LedgerEntry(user_id=user_id, amount=amount, balance=user.credits, kind=kind, reason=reason,
                            idempotency_key=number, created_at=AT.replace(year=2030)))  # fmt: skip
    session.flush()


def filled(database: Database, user_id: int, *entries: tuple[int, str, str]) -> None:
    with database.write() as session:
        for amount, kind, reason in entries:
            post(session, user_id, amount, kind, reason)


def test_the_balance_stands_above_the_last_entries_in_plain_words(line: Line) -> None:
    filled(line.database, 1, (20, "welcome", ""), (-1, "turn", ""), (-1, "tool", "generate_pdf"), (120, "purchase", ""))
    filled(line.database, 1, (-1, "segments", "segments"), (1, "refund", ""), (5, "merge", ""))
    filled(line.database, 1, (-2, "adjustment", "for a reason"))
    line.says("/credits")
    (told,) = line.hears()
    assert told.replace("\u00a0", " ").splitlines() == [
        "191 crédits",
        "−2 : correction du 23 sept. à 14 h 05",
        "+5 : comptes réunis le 23 sept. à 14 h 05",
        "+1 : remboursement du 23 sept. à 14 h 05",
        "−1 : SMS long du 23 sept. à 14 h 05",
        "+120 : achat du 23 sept. à 14 h 05",
        "−1 : document, le 23 sept. à 14 h 05",
        "−1 : réponse du 23 sept. à 14 h 05",
        "+20 crédits de bienvenue",
        "Réponse : 1 crédit. /tarifs /acheter",
    ]
    assert "for a reason" not in told, "what an administrator wrote is theirs"


@pytest.mark.parametrize(("said", "first"), [("credits", "30 crédits"), ("mon solde ?", "30 crédits")])
def test_by_sms_it_is_one_segment(line: Line, said: str, first: str) -> None:
    add_user(line.database, CLERK, Mode.PRO, 10)
    filled(line.database, 2, (-2, "turn", ""), (-1, "segments", "segments"), (23, "purchase", "p"))
    line.says(said, address=CLERK)
    (told,) = line.hears(CLERK)
    assert told.splitlines()[0] == first
    assert "SMS long" in told
    assert is_gsm7(told)
    assert segments(told) == 1


def test_in_english(line: Line) -> None:
    filled(line.database, 1, (-1, "turn", ""), (-1, "tool", "send_sms_to_user"))
    line.says("how many credits do I have")
    (told,) = line.hears()
    assert told.splitlines() == [
        "48 credits",
        "−1: SMS, 23 Sept. at 14:05",
        "−1: answer of 23 Sept. at 14:05",
        "+50 credits as a gift",
        "An answer: 1 credit. /prices /buy",
    ]


@pytest.mark.parametrize("kind", EntryKind)
@pytest.mark.parametrize("said", ["/credits", "how many credits do I have"])
def test_every_kind_of_entry_has_its_words(line: Line, kind: str, said: str) -> None:
    filled(line.database, 1, (3, kind, "files"), (3, kind, "tokens"), (3, kind, "unknown"))
    line.says(said)
    (told,) = line.hears()
    assert len(told.splitlines()) == 6


def test_a_guest_is_told_what_is_left_of_the_day_and_what_signing_in_brings(line: Line) -> None:
    line.says("/credits", "/tarifs", address=GUEST)
    told = "\n".join(line.hears(GUEST))
    assert "10 messages" in told
    assert "20 crédits" in told


@pytest.mark.parametrize("said", ["/tarifs", "/aide prix", "tarifs", "combien coûte une réponse ?"])
def test_prices_are_one_line(line: Line, said: str) -> None:
    line.says(said)
    (told,) = line.hears()
    assert told.startswith("Une réponse coûte 1 crédit, plus 1 par document")
    assert len(told.splitlines()) == 1
    assert PUPIL


@pytest.mark.parametrize(("address", "price"), [(PUPIL, "An answer costs 1 credit"), (GUEST, "10 trial messages")])
def test_the_agent_is_told_the_prices_that_people_are_told(till: Till, address: str, price: str) -> None:
    """It knew none, and had to make one up for « c’est combien un exposé ? »."""
    till.line.model.script(lambda _request: says("Oui."))
    till.says("Et un exposé de dix pages, c’est combien ?", address=address)
    prompt = str(till.line.model.requests[-1]["messages"][0]["content"]).replace("\u00a0", " ")
    assert price in prompt
    assert "120 credits, 1,000 FCFA" in prompt
    assert "promise no refund" in prompt


def test_what_is_spent_elsewhere_in_this_very_moment_is_looked_at_anew(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at the balance and the reservation; nothing of the first try stands."""
    line.model.script(lambda _request: says("Oui."))
    looks: list[int] = []

    def look(session: Session, *given: Any) -> Any:
        looks.append(1)
        if len(looks) == 1:
            spent = update(User).values(credits=0).execution_options(synchronize_session=False)
            session.execute(spent)
        return original(session, *given)

    original = cost_guards.look
    monkeypatch.setattr(cost_guards, "look", look)
    line.says("Bonjour")
    assert (len(looks), line.outcomes()) == (2, ["done_signal"])
    with line.database.read() as session:
        assert session.scalar(select(func.count()).select_from(Run)) == 1
        assert session.scalar(select(func.count()).where(col(LedgerEntry.kind) == EntryKind.TURN)) == 1
