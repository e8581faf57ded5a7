"""Bonus credits: few, for pupils, once a call, and no more than so many a day."""

from sqlmodel import select

from bot.cli.commands import add_user
from bot.dao.money import ledger
from bot.models import LedgerEntry, User
from bot.types import EntryKind, Mode
from tests.fakes.model import calls, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line

DOUALA = "whatsapp:+237677123456"  # an hour ahead of universal time


def awarded(line: Line, *amounts: object, address: str = PUPIL) -> str:
    """The agent gives credits; what its tool said last."""
    asked = [("award_bonus_credits", {"amount": amount, "reason": "Bel effort"}) for amount in amounts]
    steps = iter((calls(*asked), says("Bravo !")))
    line.model.script(lambda _request: next(steps))
    line.says(f"j’ai trouvé mon erreur, la numéro {amounts[0]}", address=address)
    return str(line.model.requests[-1]["messages"][-1]["content"])


def test_a_bonus_is_in_the_balance_and_in_the_ledger(line: Line) -> None:
    assert "success" in awarded(line, 3)
    assert line.credits() == CREDITS - 1 + 3
    with line.database.read() as session:
        entry = session.exec(select(LedgerEntry).where(LedgerEntry.kind == "bonus")).one()
        assert (entry.amount, entry.run_id) == (3, line.run().id)


def test_two_calls_of_one_run_are_two_and_a_day_has_its_limit(line: Line) -> None:
    awarded(line, 5, 4)
    assert line.credits() == CREDITS - 1 + 9
    assert "Refused: 1 more" in awarded(line, 2)
    assert line.credits() == CREDITS - 2 + 9
    line.clock.skip(24 * 3600)  # the calendar's next day
    assert "success" in awarded(line, 2)


def test_a_day_ends_at_the_midnight_of_who_earns(line: Line) -> None:
    add_user(line.database, DOUALA, Mode.STUDENT, CREDITS)
    line.clock.freeze()
    begun = line.clock.now()
    line.clock.skip((begun.replace(hour=22, minute=50) - begun).total_seconds() % 86_400)
    awarded(line, 5, 4, address=DOUALA)
    assert "Refused: 1 more" in awarded(line, 2, address=DOUALA)
    line.clock.skip(15 * 60)
    assert "success" in awarded(line, 2, address=DOUALA)


def test_what_another_has_earned_today_takes_nothing_from_ones_own(line: Line) -> None:
    add_user(line.database, "whatsapp:+2250700000002", Mode.STUDENT, CREDITS)
    with line.database.write() as session:
        ledger.post(session, 2, 10, EntryKind.BONUS, "anothers")
    assert "success" in awarded(line, 5)


def test_more_than_five_and_fractions_are_refused(line: Line) -> None:
    for amount in (6, 0, -3, 2.5, "tout"):
        assert "error" in awarded(line, amount)
    assert line.credits() == CREDITS - 5


def test_a_professional_has_no_such_tool(line: Line) -> None:
    with line.database.write() as session:
        session.get_one(User, 1).mode = Mode.PRO
    awarded(line, 5)
    names = [tool["function"]["name"] for tool in line.model.requests[-1]["tools"]]
    assert "award_bonus_credits" not in names
    assert line.credits() == CREDITS - 2
