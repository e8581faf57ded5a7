"""The credit log's sums and pages say what a plain reading of every entry says, and never read every entry."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import col, select

from bot.dao.admin import credit_pages, credits
from bot.dao.admin.credit_pages import CreditPage, Order, Place
from bot.dao.admin.credits import CreditFilter
from bot.dao.database import Database
from bot.dao.money import ledger
from bot.models import LedgerEntry
from tests.fakes import ledger as made
from tests.fakes.keys import migrate, open_database

END = datetime(2026, 11, 22, 1, 30, tzinfo=UTC)
NARROW = (
    CreditFilter(kind="turn"),
    CreditFilter(kind="grant"),
    CreditFilter(low=3),
    CreditFilter(low=-3, high=-2),
    CreditFilter(reasons=frozenset({"web_search", "generate_pdf"})),
    CreditFilter(reasons=frozenset({"=1+1"})),
    CreditFilter(reasons=frozenset()),
    CreditFilter(kind="tool", high=-3, since=date(2026, 10, 20), until=date(2026, 11, 21)),
)
PLAIN = (
    CreditFilter(),
    CreditFilter(user_id=3),
    CreditFilter(user_id=3, kind="tool", low=-2),
    CreditFilter(since=date(2026, 11, 1)),
    CreditFilter(until=date(2026, 11, 1)),
    CreditFilter(since=date(2026, 11, 22), until=date(2026, 11, 22)),
    CreditFilter(user_id=-5),
    CreditFilter(since=date(2027, 1, 1)),
)


@pytest.fixture
def filled(database: Database) -> Database:
    """3,000 entries of 30 people over 40 days; all days but the last are closed."""
    made.fill(database, 3_000, users=30, days=40, end=END)
    return database


def plainly(database: Database, wanted: CreditFilter) -> list[LedgerEntry]:
    with database.read() as session:
        every = session.exec(select(LedgerEntry)).all()
    return [entry for entry in every if _fits(entry, wanted)]


def _fits(entry: LedgerEntry, wanted: CreditFilter) -> bool:
    day = entry.created_at.date()
    return (
        wanted.user_id in (None, entry.user_id)
        and wanted.kind in (None, entry.kind)
        and (wanted.low is None or entry.amount >= wanted.low)
        and (wanted.high is None or entry.amount <= wanted.high)
        and (wanted.since is None or day >= wanted.since)
        and (wanted.until is None or day <= wanted.until)
        and (wanted.reasons is None or entry.reason in wanted.reasons)
    )


def in_order(entries: Sequence[LedgerEntry], order: Order) -> list[int]:
    def key(entry: LedgerEntry) -> tuple[Any, ...]:
        return (entry.amount if order.by_amount else 0, entry.created_at, entry.id)

    return [entry.id for entry in sorted(entries, key=key, reverse=not order.ascends)]


def walk(
    database: Database, wanted: CreditFilter, order: Order, size: int, *, back: bool = False
) -> Iterator[CreditPage]:
    """Every page, from the first one on; with `back`, from behind the last one to the first."""
    with database.read() as session:
        days = credits.by_day(session, wanted)
        place: Place | None = None
        if back:
            whole = credit_pages.page(session, wanted, order, days, 10_000)
            place = whole.rows[-1].place if whole.rows else None
        while True:
            page = credit_pages.page(session, wanted, order, days, size, place, back=back)
            yield page
            if not (page.has_before if back else page.has_after):
                return
            place = (page.rows[0] if back else page.rows[-1]).place


@pytest.mark.parametrize("wanted", [*NARROW, *PLAIN], ids=range(len(NARROW) + len(PLAIN)))
def test_pages_and_sums_are_those_of_a_plain_reading(filled: Database, wanted: CreditFilter) -> None:
    entries = plainly(filled, wanted)
    with filled.read() as session:
        days = credits.by_day(session, wanted)
    expected: dict[date, list[int]] = {}
    for entry in entries:
        sums = expected.setdefault(entry.created_at.date(), [0, 0, 0])
        for place, more in enumerate((1, max(entry.amount, 0), max(-entry.amount, 0))):
            sums[place] += more
    assert [[day.entries, day.credits_in, day.credits_out] for day in days] == [
        expected[day] for day in sorted(expected)
    ]
    assert [day.day for day in days] == sorted(expected)
    for order in Order:
        ids = in_order(entries, order)
        forth = [row.id for page in walk(filled, wanted, order, 170) for row in page.rows]
        assert forth == ids, order
        back = [[row.id for row in page.rows] for page in walk(filled, wanted, order, 170, back=True)]
        assert [number for page in reversed(back) for number in page] == ids[:-1], order


def test_the_same_where_no_day_is_closed_yet(database: Database) -> None:
    made.fill(database, 400, users=5, days=4, end=END, closed=False)
    wanted = CreditFilter(kind="tool")
    entries = plainly(database, wanted)
    assert [row.id for page in walk(database, wanted, Order.LEAST, 20) for row in page.rows] == in_order(
        entries, Order.LEAST
    )
    with database.read() as session:
        assert sum(day.entries for day in credits.by_day(session, wanted)) == len(entries)


@pytest.mark.parametrize("wanted", [CreditFilter(), CreditFilter(high=-1), CreditFilter(user_id=3)], ids=str)
def test_what_comes_in_meanwhile_moves_no_page(filled: Database, wanted: CreditFilter) -> None:
    ids = in_order(plainly(filled, wanted), Order.NEWEST)
    seen: list[int] = []
    place: Place | None = None
    for _ in range(3):
        with filled.write() as session:
            assert ledger.post(session, 3, -1, "turn", f"new:{len(seen)}")
        with filled.read() as session:
            days = credits.by_day(session, wanted)
            page = credit_pages.page(session, wanted, Order.NEWEST, days, 40, place)
        seen += [row.id for row in page.rows]
        place = page.rows[-1].place
    assert seen[1:] == ids[: len(seen) - 1]
    assert seen[0] > max(ids)


def test_behind_the_last_entry_is_an_empty_page(filled: Database) -> None:
    for wanted in (CreditFilter(), CreditFilter(kind="turn")):
        last = in_order(plainly(filled, wanted), Order.NEWEST)[-1]
        with filled.read() as session:
            place = credit_pages.place_of(session, last)
            days = credits.by_day(session, wanted)
            page = credit_pages.page(session, wanted, Order.NEWEST, days, 40, place)
        assert (page.rows, page.has_before, page.has_after) == ([], True, False)


def test_there_is_no_place_of_an_entry_that_is_none(filled: Database) -> None:
    with filled.read() as session:
        assert credit_pages.place_of(session, 999_999_999) is None


def test_a_day_with_many_reasons_is_asked_for_in_parts(database: Database) -> None:
    made.fill(database, 10, users=2, days=1, end=END, closed=False)
    with database.write() as session:
        for number in range(credit_pages.AT_ONCE + 50):
            assert ledger.post(session, 1, 7, "grant", f"many:{number}", reason=f"motif {number}")
    wanted = CreditFilter(kind="grant", low=7, high=7)
    found = [row.id for page in walk(database, wanted, Order.NEWEST, 60) for row in page.rows]
    assert found == in_order(plainly(database, wanted), Order.NEWEST)


class Work:
    """How much SQLite does: instructions of its machine, in hundreds."""

    def __init__(self, database: Database) -> None:
        self.done = 0

        def step() -> int:
            self.done += 1
            return 0

        @event.listens_for(database.engine, "checkout")
        def _watch(connection: Any, *_: Any) -> None:
            connection.set_progress_handler(step, 100)


def test_pages_of_a_ledger_five_times_as_long_are_no_more_work(tmp_path: Path) -> None:
    """Reading the table once is 2,400 units of work, and each of these asks eight times or more."""
    work: list[dict[CreditFilter, int]] = []
    for number in (6_000, 30_000):
        database = open_database(f"sqlite:///{tmp_path}/{number}.db")
        migrate(database)
        made.fill(database, number, users=30, days=30, end=END)
        counted = Work(database)
        work.append({wanted: _work_of(database, counted, wanted) for wanted in (*NARROW, *PLAIN) if not wanted.user_id})
        database.close()
    grown = {str(wanted): (few, work[1][wanted]) for wanted, few in work[0].items() if work[1][wanted] > 2 * few + 600}
    assert grown == {}


def _work_of(database: Database, counted: Work, wanted: CreditFilter) -> int:
    before = counted.done
    for order in Order:
        list(zip(walk(database, wanted, order, 20), range(2), strict=False))
    return counted.done - before


def test_postgresql_has_an_index_for_every_question(filled: Database) -> None:
    """Small tables are read whole whatever there is: so that is forbidden here, and must not happen nevertheless."""
    if filled.is_sqlite:
        return
    plans: list[str] = []

    @event.listens_for(filled.engine, "before_cursor_execute")
    def _explain(connection: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if statement.startswith("SELECT") and "ledger" in statement:
            with connection.connection.driver_connection.cursor() as other:
                other.execute("SET enable_seqscan = off")
                other.execute(f"EXPLAIN {statement}", parameters)
                plans.append("\n".join(line for (line,) in other.fetchall()))

    for wanted in (*NARROW, *PLAIN):
        for order in Order:
            list(zip(walk(filled, wanted, order, 20), range(2), strict=False))
    assert len(plans) > 50
    assert [plan for plan in plans if "Seq Scan on ledger_entry" in plan] == []


def test_reasons_are_named_once(filled: Database) -> None:
    with filled.read() as session:
        found = credits.reasons(session)
        there = set(session.exec(select(col(LedgerEntry.reason)).distinct()))
    assert sorted(found) == sorted(there)


def test_days_are_those_of_utc(database: Database) -> None:
    made.fill(database, 1, users=1, days=1, end=END, closed=False)
    midnight = datetime(2026, 11, 21, tzinfo=UTC)
    with database.write() as session:
        for number, moment in enumerate((midnight - timedelta(microseconds=1), midnight)):
            session.add(LedgerEntry(user_id=1, amount=1, balance=1, kind="bonus", idempotency_key=f"edge:{number}",
                                    created_at=moment))  # fmt: skip
    for day in (20, 21):
        wanted = CreditFilter(kind="bonus", since=date(2026, 11, day), until=date(2026, 11, day))
        with database.read() as session:
            assert [each.day.day for each in credits.by_day(session, wanted)] == [day]
