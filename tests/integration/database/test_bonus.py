"""Bonus credits of one account from several phones at once."""

from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.errors import ToolFailed
from bot.models import Conversation, Run, User
from bot.services.money.bonus import DAILY_CAP, RunBonus
from bot.types import Mode
from tests.fakes.clock import FakeClock
from tests.fakes.threads import at_once

PHONES = 6


def runs_of(database: Database, user_id: int | None) -> list[Run]:
    """One run in each of some conversations."""
    add_user(database, "whatsapp:+2250700000001", Mode.STUDENT, 0)
    with database.write() as session:
        session.add_all(Conversation(id=f"c{phone}", address_id=1) for phone in range(PHONES))
        session.flush()
        begun = [
            Run(conversation_id=f"c{phone}", user_id=user_id, mode=Mode.STUDENT, language="fr")
            for phone in range(PHONES)
        ]
        session.add_all(begun)
    return begun


def given_at_once(database: Database, runs: list[Run]) -> list[bool]:
    """Whether each got five credits."""
    clock = FakeClock()
    asked = [RunBonus(clock, run.conversation_id, run.id) for run in runs]

    def gives(phone: int) -> bool:
        try:
            with database.write() as session:
                asked[phone].give(5)(session)
        except ToolFailed:
            return False
        return True

    return at_once(PHONES, gives)


def balance(database: Database) -> int:
    with database.read() as session:
        return session.get_one(User, 1).credits


def test_runs_of_one_account_at_once_earn_no_more_than_a_day_allows(database: Database) -> None:
    given = given_at_once(database, runs_of(database, 1))
    assert sum(given) == DAILY_CAP // 5
    assert balance(database) == DAILY_CAP


def test_what_a_run_earns_that_is_nobodys_any_more_is_given_to_nobody(database: Database) -> None:
    assert not any(given_at_once(database, runs_of(database, None)))
    assert balance(database) == 0
