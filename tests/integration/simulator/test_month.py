"""The made-up month: only on a development machine, only into a new database, marked, and nobody's work."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func
from sqlmodel import col, select

from bot.app import make_clients
from bot.cli.people import add_user
from bot.config import Settings
from bot.dao import conversations, made_up
from bot.dao.database import Database
from bot.errors import ConfigurationError
from bot.models import (
    Address,
    InboundMessage,
    Iteration,
    LedgerEntry,
    OutboundPart,
    Payment,
    Run,
    ToolCallRecord,
    User,
)
from bot.simulator.month import make_month
from bot.types import Mode
from jobs.runtime import build_runtime
from tests.fakes.admin import Browser, make_administrator, text_of
from tests.fakes.engines import hear
from tests.fakes.keys import SECRET
from tests.fakes.product import make_settings, open_web

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return make_settings(redis_url="redis://127.0.0.1:9/0", storage_url=f"file://{tmp_path}/files")


@pytest.fixture
def month(new: Database, settings: Settings) -> Database:
    assert make_month(new, settings, NOW)
    return new


@pytest.fixture
def new(database: Database) -> Database:
    """As `make run` leaves one before the month: somebody to try the phone with."""
    add_user(database, "+2250700000001", Mode.STUDENT, 0)
    return database


def test_a_month_of_everything_in_the_order_of_time(month: Database) -> None:
    with month.read() as session:
        for table, moment in (
            (Run, Run.started_at), (LedgerEntry, LedgerEntry.created_at), (Iteration, Iteration.created_at),
            (ToolCallRecord, ToolCallRecord.created_at), (OutboundPart, OutboundPart.created_at),
            (Payment, Payment.created_at), (User, User.created_at),
        ):  # fmt: skip
            is_made_up = col(table.id) < 0 if table is User else col(table.id) > 0
            times = list(session.scalars(select(moment).where(is_made_up).order_by(col(table.id))))
            assert times == sorted(times), table
            assert NOW - timedelta(days=32) < times[0] < times[-1] <= NOW + timedelta(minutes=2), table
            assert len(times) >= 30, table
        days = session.scalars(select(func.count(func.distinct(func.date(LedgerEntry.created_at))))).one()
        assert days >= 28


def test_its_ledger_adds_up(month: Database) -> None:
    with month.read() as session:
        for user in session.exec(select(User)):
            theirs = (
                select(LedgerEntry)
                .where(LedgerEntry.user_id == user.id)
                .order_by(col(LedgerEntry.created_at), col(LedgerEntry.id))
            )
            balance = 0
            for entry in session.exec(theirs):
                balance += entry.amount
                assert (entry.balance, balance >= 0) == (balance, True)
            assert balance == user.credits


def test_all_of_it_is_marked_by_its_user(month: Database) -> None:
    with month.read() as session:
        for table in (LedgerEntry, Run, Payment, Address):
            owners = set(session.scalars(select(table.user_id))) - {1}  # type: ignore[attr-defined]
            assert owners
            assert all(made_up.is_made_up(owner) for owner in owners), table
        assert made_up.is_there(session)
    assert not made_up.is_made_up(7)
    assert not made_up.is_made_up(None)


def test_nothing_of_it_waits_for_anybody(month: Database) -> None:
    """No worker finds work in it, and nobody is written to."""
    with month.read() as session:
        assert session.exec(select(func.count()).select_from(InboundMessage)).one() == 0
        assert session.exec(select(func.count()).where(col(OutboundPart.closed_at).is_(None))).one() == 0
        assert session.exec(select(func.count()).where(col(Run.ended_at).is_(None))).one() == 0
        assert session.exec(select(func.count()).where(col(Payment.due_at).is_not(None))).one() == 0
        signed_in = (col(Address.signed_in_until).is_not(None), col(Address.user_id) < 0)
        assert session.exec(select(func.count()).where(*signed_in)).one() == 0


def test_people_who_come_afterwards_get_ordinary_numbers(month: Database) -> None:
    assert add_user(month, "+2250700000002", Mode.STUDENT, 20) == "+2250700000002: user 2, student, 20 credits"


def test_it_is_made_once(new: Database, settings: Settings) -> None:
    assert make_month(new, settings, NOW)
    assert not make_month(new, settings, NOW)


def test_a_database_in_use_is_left_alone(new: Database, settings: Settings) -> None:
    with new.write() as session:
        key = conversations.ensure(session, "+2250700000009").id
        session.add(Run(conversation_id=key, mode="guest", language="fr"))
    assert not make_month(new, settings, NOW)
    with new.read() as session:
        assert not made_up.is_there(session)


def production(tmp_path: Path) -> Settings:
    return make_settings(
        environment="production", secret_key=SECRET, twilio_auth_token="t" * 32, openai_api_key="o" * 32,
        public_url="https://palabre.example", storage_url=f"file://{tmp_path}/files",
    )  # fmt: skip


def test_production_makes_nothing_up(new: Database, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="production"):
        make_month(new, production(tmp_path), NOW)
    with new.read() as session:
        assert not made_up.is_there(session)


def test_production_does_not_start_with_a_database_that_holds_some(
    new: Database, settings: Settings, tmp_path: Path
) -> None:
    made_up.check(new, production(tmp_path))
    make_month(new, settings, NOW)
    made_up.check(new, settings)
    with pytest.raises(ConfigurationError, match="made-up"):
        made_up.check(new, production(tmp_path))


def test_no_process_of_production_is_composed_around_it(new: Database, settings: Settings, tmp_path: Path) -> None:
    make_month(new, settings, NOW)
    wrong = production(tmp_path).model_copy(update={"database_url": new.url, "redis_url": settings.redis_url})
    with pytest.raises(ConfigurationError, match="made-up"):
        make_clients(wrong)
    with pytest.raises(ConfigurationError, match="made-up"):
        build_runtime(wrong)


def test_a_database_that_holds_some_is_a_development_machines(month: Database) -> None:
    """Whoever has erased the people of the phone may go on."""
    made_up.check_home(month, [])


def test_whose_people_are_not_of_the_phone_is_no_development_machines(new: Database) -> None:
    made_up.check_home(new, ["+2250700000001"])
    with pytest.raises(ConfigurationError, match="reach nobody"):
        made_up.check_home(new, ["+2250700000002"])


def test_its_rows_go_in_together(new: Database, settings: Settings) -> None:
    """`make run` waits for it: runs go in one by one, for their numbers, and everything else together."""
    asked: list[str] = []
    hear(new, "before_cursor_execute", lambda *call: asked.append(call[2]))
    make_month(new, settings, NOW)
    with new.read() as session:
        tables = (Run, LedgerEntry, Iteration)
        rows = sum(session.exec(select(func.count()).select_from(table)).one() for table in tables)
    assert len(asked) * 3 < rows


def test_the_page_says_what_is_made_up(month: Database, settings: Settings) -> None:
    web = open_web(settings, month)
    make_administrator(web)
    browser = Browser(web)
    browser.signs_in()
    page = browser.get("/admin/credits?until=2026-11-21")
    assert "une partie de ce qui est montré est inventée" in text_of(page)
    exported = browser.client.get("/admin/credits.csv", buffered=True).data.decode()
    assert exported.count("(inventé)") == exported.count("\r\n") - 1 > 500
    web.wake.close()


def test_a_page_without_any_says_nothing_of_it(database: Database, settings: Settings) -> None:
    web = open_web(settings, database)
    make_administrator(web)
    browser = Browser(web)
    browser.signs_in()
    assert "inventée" not in text_of(browser.get("/admin/credits"))
    web.wake.close()
