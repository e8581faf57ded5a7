"""The nightly look at the ledger: one alert for a difference, with who and both figures, none again while it stands."""

import pytest
from sqlalchemy import text, update
from sqlmodel import col, select

from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.dao.money import ledger
from bot.models import Alert, LedgerEntry, User
from bot.models.base import utc_now
from bot.services.money import reconciliation
from bot.services.money.reconciliation import reconcile
from bot.types import Mode
from tests.fakes.turns import turn_at


@pytest.fixture
def users(database: Database) -> Database:
    """Five users with some entries each, the third without any."""
    for number in range(1, 6):
        add_user(database, f"+225070000000{number}", Mode.PRO, 0 if number == 3 else 20)
        with database.write() as session:
            ledger.post(session, number, -1, "turn", f"run:{number}:reserve", number)
            ledger.post(session, number, -2, "turn", f"run:{number + 10}:reserve", number + 10)
    return database


def alerts(database: Database) -> list[str]:
    with database.read() as session:
        return list(session.exec(select(Alert.detail).where(Alert.kind == "ledger_difference").order_by(col(Alert.id))))


def look(database: Database, position: str = "") -> dict[str, int]:
    turn = turn_at(database, utc_now(), position)
    reconcile(turn)
    assert turn.position == ""
    return turn.done


def set_balance(database: Database, user_id: int, balance: int) -> None:
    with database.write() as session:
        session.execute(update(User).where(col(User.id) == user_id).values(credits=balance))


def test_what_adds_up_raises_nothing(users: Database) -> None:
    assert look(users) == {}
    assert alerts(users) == []


def test_a_difference_is_told_once_with_who_and_both_figures(users: Database) -> None:
    set_balance(users, 2, 25)
    for _ in range(3):
        assert look(users) == {"ledger differences": 1}
    told = "user 2: the balance is 25 credits, the entries come to 17"
    assert alerts(users) == [told]
    with users.write() as session:
        ledger.post(session, 2, -1, "turn", "run:99:reserve", 99)  # it stands, whatever else happens
    look(users)
    assert len(alerts(users)) == 1


def test_a_difference_that_changes_or_comes_back_is_told_again(users: Database) -> None:
    for balance, count in ((25, 1), (26, 2), (17, 2), (25, 3)):
        set_balance(users, 2, balance)
        look(users)
        assert len(alerts(users)) == count


def test_credits_without_any_entry_are_seen(users: Database) -> None:
    set_balance(users, 3, 4)
    look(users)
    assert alerts(users) == ["user 3: the balance is 4 credits, the entries come to 0"]


def test_an_entry_that_does_not_follow_from_those_before_it_is_seen(users: Database) -> None:
    with users.write() as session:  # nobody may change an entry; somebody adds one by hand
        session.add(LedgerEntry(user_id=4, amount=3, balance=90, kind="grant", idempotency_key="by hand"))
        session.execute(text("UPDATE user_account SET credits = credits + 3 WHERE id = 4"))
    look(users)
    (told,) = alerts(users)
    assert told.startswith("user 4: the balance is 20 credits, the entries come to 20; 1 entries say another balance")


def test_everybody_is_looked_at_few_at_a_time(users: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reconciliation, "AT_ONCE", 2)
    for user_id in range(1, 6):
        set_balance(users, user_id, 50)
    assert look(users) == {"ledger differences": 5}
    assert len(alerts(users)) == 5


def test_a_chore_that_another_takes_over_goes_on_where_it_stood(users: Database) -> None:
    for user_id in range(1, 6):
        set_balance(users, user_id, 50)
    look(users, position="3")
    assert [told.partition(":")[0] for told in alerts(users)] == ["user 4", "user 5"]
