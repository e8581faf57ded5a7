"""Somebody becomes one with another user while a turn of theirs runs in another conversation."""

from collections.abc import Callable

import pytest
from sqlalchemy import func
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.dao import addresses
from bot.models import ExerciseResult, LedgerEntry, StoredFile, User
from bot.services.sign_in import accounts
from bot.types import Mode
from tests.fakes.model import Request, Step, calls, errors, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line

BINTOU = "whatsapp:+2250500000002"
SHEET = {"title": "Les fractions", "content": "Une part.", "sources": []}
RESULT = {"subject": "Maths", "correct": 1, "total": 2}


def merge(line: Line, former: str = PUPIL, remaining: str = BINTOU) -> None:
    """What the right code does when it is typed on another phone of the pupil's."""
    with line.database.write() as session:
        pupil, bintou = (addresses.by_value(session, value) for value in (former, remaining))
        assert pupil is not None
        assert bintou is not None
        source, target = (session.get_one(User, each.user_id) for each in (pupil, bintou))
        accounts.merge(session, source, target, line.clock.now())


def state_of(line: Line) -> tuple[list[int], list[int]]:
    """Balances by user, and the sums of their ledger entries."""
    with line.database.read() as session:
        users = session.exec(select(User).order_by(col(User.id))).all()
        sums = dict(session.exec(select(LedgerEntry.user_id, func.sum(LedgerEntry.amount)).group_by("user_id")).all())
    return [user.credits for user in users], [sums.get(user.id, 0) for user in users]


@pytest.fixture
def two(open_line: Callable[..., Line]) -> Line:
    """A line, and a second user with ten credits."""
    line = open_line()
    add_user(line.database, BINTOU, Mode.STUDENT, 10)
    return line


def test_the_turn_ends_as_the_remaining_users(two: Line) -> None:
    merged: list[int] = []

    def rule(request: Request) -> Step:
        if not merged:
            merged.append(1)
            merge(two)
            return calls(("generate_pdf", SHEET))
        if request["messages"][-1]["role"] == "user":
            return calls(("generate_pdf", SHEET), ("report_exercise_result", RESULT))
        return says("Voici votre fiche.")

    two.model.script(rule)
    two.says("Une fiche sur les fractions en PDF")
    two.drain()  # as the sweeper brings it back
    assert "Voici votre fiche." in two.hears()
    assert two.run().user_id == 2
    with two.database.read() as session:
        owners = [set(session.exec(select(table.user_id))) for table in (StoredFile, ExerciseResult)]
    assert owners == [{2}, {2}]
    left = CREDITS - 2 + 10  # an answer and a document: the life that ended in a ghost costs nothing more
    assert state_of(two) == ([0, left], [0, left])


def test_a_failed_turn_gives_the_credit_back_to_the_remaining_user(two: Line) -> None:
    merged: list[int] = []

    def rule(request: Request) -> Step:
        if not merged:
            merged.append(1)
            merge(two)
        return errors(400)

    two.model.script(rule)
    two.says("Bonjour")
    two.drain()
    assert "Votre message n’a rien coûté" in two.hears()[-1]
    assert state_of(two) == ([0, CREDITS + 10], [0, CREDITS + 10])
