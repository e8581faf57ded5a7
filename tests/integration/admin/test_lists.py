"""Pages of long lists: every row once and in order, whatever is asked for; and never more work than a page is worth."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlmodel import Session, select

from bot.dao.admin import deliveries, lists, payments, people, runs
from bot.dao.admin.deliveries import DeliveryFilter
from bot.dao.admin.lists import PAGE, Cursor
from bot.dao.admin.payments import PaymentFilter
from bot.dao.admin.people import Whom
from bot.dao.admin.runs import RunFilter
from bot.dao.database import Database
from bot.dao.privacy import retention
from bot.models import OutboundPart, Payment, Run
from tests.fakes import activity
from tests.fakes.engines import hear
from tests.fakes.keys import migrate, open_database

Fits = Callable[[Any], bool]
GUEST = Whom(None, (activity.conversation_of(10),))
SINCE, UNTIL = date(2026, 10, 3), date(2026, 10, 20)

CASES: dict[str, tuple[Any, Any, type, Fits]] = {
    "every run": (runs.page, RunFilter(), Run, lambda _: True),
    "failed": (runs.page, RunFilter(failed=True), Run, lambda run: run.stop_reason == "error"),
    "stop": (runs.page, RunFilter(stop="deadline"), Run, lambda run: run.stop_reason == "deadline"),
    "dead": (runs.page, RunFilter(state="dead"), Run, lambda run: run.status == "dead"),
    "under way": (runs.page, RunFilter(state="running"), Run, lambda run: run.status == "running"),
    "mode and stop": (
        runs.page, RunFilter(mode="pro", stop="error"), Run,
        lambda run: (run.mode, run.stop_reason) == ("pro", "error")),
    "tool": (runs.page, RunFilter(tool="bash_execute"), Run, lambda run: run.id % 500 == 0),
    "tool and mode": (
        runs.page, RunFilter(tool="web_search", mode="guest"), Run,
        lambda run: run.id % 4 == 0 and run.id % 500 and run.mode == "guest"),
    "a guest's": (
        runs.page, RunFilter(whom=GUEST), Run, lambda run: run.conversation_id == activity.conversation_of(10)),
    "days": (
        runs.page, RunFilter(since=SINCE, until=UNTIL), Run,
        lambda run: SINCE <= run.started_at.date() <= UNTIL),
    "until the last day there can be": (
        runs.page, RunFilter(since=UNTIL, until=date.max), Run, lambda run: run.started_at.date() >= UNTIL),
    "nobody": (runs.page, RunFilter(whom=Whom(None, ())), Run, lambda _: False),
    "every part": (deliveries.page, DeliveryFilter(), OutboundPart, lambda _: True),
    "part's state": (
        deliveries.page, DeliveryFilter(state="undelivered"), OutboundPart,
        lambda part: part.state == "undelivered"),
    "code": (deliveries.page, DeliveryFilter(code=63016), OutboundPart, lambda part: part.error_code == 63016),
    "part's days": (
        deliveries.page, DeliveryFilter(until=SINCE, channel="whatsapp"), OutboundPart,
        lambda part: part.created_at.date() <= SINCE),
    "by SMS": (deliveries.page, DeliveryFilter(channel="sms"), OutboundPart, lambda _: False),
    "paid": (payments.page, PaymentFilter(status="paid"), Payment, lambda paid: paid.status == "paid"),
    "provider": (
        payments.page, PaymentFilter(provider="wave", status="failed"), Payment,
        lambda paid: (paid.provider, paid.status) == ("wave", "failed")),
    "reference": (
        payments.page, PaymentFilter(reference="PAL000000040"), Payment,
        lambda paid: paid.reference == "PAL000000040"),
}  # fmt: skip


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece is so small that pages end early."""
    monkeypatch.setattr(lists, "LOOK", 60)
    monkeypatch.setattr(lists, "ABOUT", 5)


def wanted_of(session: Session, model: Any, fits: Fits) -> list[int]:
    return sorted((row.id for row in session.exec(select(model)) if fits(row)), reverse=True)


def all_pages(session: Session, page: Any, wanted: Any) -> list[int]:
    """Down to the end, and then back to the top: the same rows."""
    down, cursor, last = [], Cursor(), None
    while True:
        rows, last = page(session, wanted, cursor)
        assert len(rows) <= PAGE
        down += [row.id for row in rows]
        if last.older is None:
            break
        assert cursor.before is None or last.older < cursor.before, "it goes on"
        cursor = Cursor(before=last.older)
    up: list[int] = []
    while last.newer is not None:
        rows, last = page(session, wanted, Cursor(after=last.newer))
        if last.newer is not None:
            up = [row.id for row in rows] + up
    top = [row.id for row in page(session, wanted, Cursor())[0]]
    assert set(up) | set(top) <= set(down), "back at the top"
    return down


def test_every_row_stands_on_one_page_and_in_its_place(database: Database, few: None) -> None:
    activity.fill(database, 700, users=30)
    with database.read() as session:
        for name, (page, wanted, model, fits) in CASES.items():
            assert all_pages(session, page, wanted) == wanted_of(session, model, fits), name
        theirs = people.at_number(session, activity.number_of(7))
        assert theirs == Whom(7, (activity.conversation_of(7),))
        assert all_pages(session, runs.page, RunFilter(whom=theirs)) == wanted_of(
            session, Run, lambda run: run.user_id == 7
        )
        assert people.at_number(session, activity.number_of(10)) == GUEST
        assert people.at_number(session, "+2250799999999") is None
        assert runs.tools_used(session) == sorted({*activity.TOOLS, "bash_execute"})


def test_rows_that_come_in_meanwhile_move_nothing(database: Database) -> None:
    activity.fill(database, 200, users=30)
    with database.read() as session:
        _, first = runs.page(session, RunFilter(), Cursor())
    with database.write() as session:
        session.add(Run(id=201, conversation_id=activity.conversation_of(1), mode="student", language="fr"))
    with database.read() as session:
        rows, _ = runs.page(session, RunFilter(), Cursor(before=first.older))
        assert [row.id for row in rows] == list(range(175, 150, -1))


@pytest.mark.parametrize(("rows", "wanted"), [(runs, RunFilter()), (deliveries, DeliveryFilter())])
def test_rows_that_go_meanwhile_are_left_out(database: Database, rows: Any, wanted: Any) -> None:
    """Each statement of PostgreSQL sees what is there by then: somebody may be erased between two."""
    activity.fill(database, 20, users=5)
    others, going = database.apart(), list[int]()

    def goes(*given: object) -> None:
        if "JOIN" in str(given[2]) and "coalesce" not in str(given[2]).partition("FROM")[2] and going:
            with others.write() as session:
                remove = retention.remove_runs if rows is runs else partial(retention.remove, table=OutboundPart)
                remove(session, ids=[going.pop()])

    hear(database, "before_cursor_execute", goes)
    with database.read() as session:
        listed = [row.id for row in rows.page(session, wanted, Cursor())[0]]
    going.append(listed[0])
    with database.read() as session:
        left = [row.id for row in rows.page(session, wanted, Cursor())[0]]
    assert left == (listed if database.is_sqlite else listed[1:])
    going.append(listed[1])
    with database.read() as session:
        assert (rows.one(session, listed[1]) is not None) == database.is_sqlite
    assert not going


def test_sums_are_of_all_that_is_filtered(database: Database) -> None:
    activity.fill(database, 4_000, users=30)
    with database.read() as session:
        sums = payments.sums(session, PaymentFilter())
        assert {each.status: (each.payments, each.amount, each.credits) for each in sums.each} == {
            "paid": (120, 120_000, 14_400), "expired": (40, 40_000, 4_800), "failed": (40, 40_000, 4_800),
        }  # fmt: skip
        (only,) = payments.sums(session, PaymentFilter(status="failed", provider="wave")).each
        assert only.payments == 20
        assert not payments.sums(session, PaymentFilter(reference="NONE")).each


def test_what_is_paid_stands_on_the_day_on_which_that_was_confirmed(database: Database) -> None:
    """As in the ledger: a payment that was begun in the last minute of a month is the next one's, or a later one's."""
    begun = datetime(2026, 11, 30, 23, 58, tzinfo=UTC)
    activity.fill(database, 1, users=1)
    with database.write() as session:
        for number, late in enumerate((timedelta(minutes=5), timedelta(days=40), None)):
            session.add(Payment(id=100 + number, user_id=1, provider="wave", reference=f"PAL{number}", pack="small",
                                credits=50, amount=500, currency="XOF", status="paid" if late else "expired",
                                created_at=begun, expires_at=begun,
                                paid_at=begun + late if late else None))  # fmt: skip
    months = ((11, 30, [102]), (12, 31, [100]), (1, 31, [101]))
    with database.read() as session:
        for month, last, expected in months:
            year = 2026 if month > 1 else 2027
            wanted = PaymentFilter(since=date(year, month, 1), until=date(year, month, last))
            rows, _ = payments.page(session, wanted, Cursor())
            assert [row.id for row in rows] == expected
            assert [sum.payments for sum in payments.sums(session, wanted).each] == [1]


def test_the_work_of_a_page_does_not_grow_with_the_table(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of SQLite's machine, for ever more rows: all filters, from the top and from the middle."""
    monkeypatch.setattr(lists, "LOOK", 500)
    monkeypatch.setattr(lists, "ABOUT", 50)
    spent: dict[int, dict[tuple[str, bool], int]] = {}
    for number in (2_500, 10_000):
        database = open_database(f"sqlite:///{tmp_path}/{number}.db")
        migrate(database)
        activity.fill(database, number, users=number // 25)
        spent[number] = {(name, before is None): steps(database, page, wanted, Cursor(before=before))
                         for name, (page, wanted, _, _) in CASES.items() for before in (None, number // 2)}  # fmt: skip
        database.close()
    for name, few_steps in spent[2_500].items():
        assert spent[10_000][name] <= few_steps * 1.5 + 12_000, (name, few_steps, spent[10_000][name])


def steps(database: Database, page: Any, wanted: Any, cursor: Cursor) -> int:
    """In hundreds, counted by SQLite itself."""
    counted = 0

    def count() -> None:
        nonlocal counted
        counted += 100

    with database.read() as session:
        driver: Any = session.connection().connection.driver_connection
        driver.set_progress_handler(count, 100)
        page(session, wanted, cursor)
        driver.set_progress_handler(None, 0)
    return counted


def test_postgresql_reads_no_table_from_end_to_end(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it plans with what it knows of full tables on a disk without arms; for every statement of every filter."""
    monkeypatch.setattr(lists, "LOOK", 50)  # of these few rows what 5,000 are of a million
    url = postgres.database_url()
    database = open_database(url)
    try:
        migrate(database)
        activity.fill(database, 6_000, users=200)
        with database.write() as session:
            session.execute(text("ANALYZE"))
        for statement, values in asked_of(database):
            with database.read() as session:
                driver: Any = session.connection().connection.driver_connection
                driver.execute("SET random_page_cost = 1.1")
                plan = "\n".join(row[0] for row in driver.execute(f"EXPLAIN {statement}", values).fetchall())
            assert not re.search(r"Seq Scan on (run|tool_call|outbound_part)\b", plan), plan
    finally:
        database.close()
        postgres.give_back(url)


def asked_of(database: Database) -> list[tuple[str, Any]]:
    """What the pages of all filters ask."""
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, *_more: Any) -> None:
        if statement.lstrip().startswith("SELECT"):
            asked.append((statement, values))

    event.listen(database.engine, "before_cursor_execute", note)
    with database.read() as session:
        for page, wanted, _, _ in CASES.values():
            page(session, wanted, Cursor())
    event.remove(database.engine, "before_cursor_execute", note)
    assert len(asked) > 30
    return asked
