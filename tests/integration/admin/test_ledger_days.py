"""Closed days of the ledger: closed when they are over, right whoever writes, without the words of the erased."""

import threading
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, text
from sqlmodel import col, select

from bot.conversation.commands import delete
from bot.dao.admin import credits
from bot.dao.admin.credits import CreditFilter
from bot.dao.database import Database
from bot.dao.money import ledger, ledger_days
from bot.models import LedgerDay, LedgerEntry, User
from bot.services.money import closing
from bot.services.work.chores import Chore, Chores, Turn
from tests.fakes import ledger as made
from tests.fakes.engines import hear, hear_no_more
from tests.fakes.society import AWA, BINTOU, Society
from tests.fakes.threads import at_once

END = datetime(2026, 11, 22, 0, 59, tzinfo=UTC)


def closed(database: Database) -> list[tuple[date, int]]:
    with database.read() as session:
        days = select(LedgerDay.day, func.sum(LedgerDay.entries)).group_by(col(LedgerDay.day)).order_by(LedgerDay.day)
        return [(day, int(entries)) for day, entries in session.exec(days)]


def counted(database: Database) -> int:
    with database.read() as session:
        return session.exec(select(func.count()).select_from(LedgerEntry)).one()


def act(database: Database, now: datetime, position: str = "") -> Turn:
    """One turn of the chore, as a worker takes it."""
    database_turn = Turn(database, "ledger days", "w", position, now, threading.Event(), pause_s=0)
    with database.write() as session:
        session.execute(text("DELETE FROM chore"))
        session.execute(text("INSERT INTO chore (name, holder, due, expires, position) VALUES "
                             "('ledger days', 'w', 0, 9e18, '')"))  # fmt: skip
    closing.act(database_turn)
    return database_turn


def test_a_day_is_closed_an_hour_after_its_end(database: Database) -> None:
    made.fill(database, 90, users=3, days=3, end=END, closed=False)
    made.close(database, END)
    assert [day.day for day, _ in closed(database)] == [19, 20]
    made.close(database, END + timedelta(minutes=1))
    assert [day.day for day, _ in closed(database)] == [19, 20, 21]
    made.close(database, END + timedelta(hours=20))
    assert len(closed(database)) == 3


def test_the_chore_closes_what_is_over_and_tells_how_many(database: Database) -> None:
    made.fill(database, 90, users=3, days=3, end=END, closed=False)
    turn = act(database, END + timedelta(days=30))
    assert turn.done == {"ledger days": 4}
    assert turn.position == "2026-12-22"
    assert sum(entries for _, entries in closed(database)) == 90
    assert act(database, END + timedelta(days=30), turn.position).done == {}


def test_days_without_entries_are_none_and_those_after_them_are(database: Database) -> None:
    made.fill(database, 4, users=1, days=40, end=END, closed=False)
    made.close(database, END + timedelta(days=2))
    assert len(closed(database)) == 4
    with database.read() as session:
        assert sum(day.entries for day in credits.by_day(session, CreditFilter())) == 4


def test_an_old_entry_put_in_by_hand_is_found_the_day_after(database: Database) -> None:
    made.fill(database, 90, users=3, days=3, end=END)
    with database.write() as session:
        session.add(LedgerEntry(user_id=1, amount=5, balance=5, kind="grant", idempotency_key="by hand",
                                created_at=END - timedelta(days=2)))  # fmt: skip
    later = END + timedelta(days=5)
    act(database, later, position=later.date().isoformat())
    assert sum(entries for _, entries in closed(database)) == 90
    act(database, later + timedelta(days=1), position=later.date().isoformat())
    assert sum(entries for _, entries in closed(database)) == 91


def test_who_compares_a_long_ledger_keeps_the_chore(database: Database) -> None:
    """Each look at some days takes 50 s, a lease lasts 120: else one worker after the other begins anew, for ever."""
    made.fill(database, 40, users=2, days=40, end=END)
    looks = []

    def look(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        if statement.startswith("SELECT count") and "FROM ledger_entry" in statement:
            looks.append(statement)
            with database.write() as session:
                session.execute(text("UPDATE chore SET expires = expires - 50"))
            Chores(database, "w2", [Chore("ledger days", 3600.0, lambda _: pytest.fail("two at once"))]).tick()

    hear(database, "after_cursor_execute", look)
    Chores(database, "w1", [Chore("ledger days", 3600.0, closing.act)]).tick()
    hear_no_more(database, "after_cursor_execute", look)
    assert len(looks) >= 3
    with database.read() as session:
        assert session.execute(text("SELECT position FROM chore")).scalar_one()


def test_many_who_close_at_once_close_each_day_once(database: Database) -> None:
    made.fill(database, 90, users=3, days=3, end=END, closed=False)
    at_once(4, lambda _: made.close(database, END + timedelta(days=2)))
    assert sum(entries for _, entries in closed(database)) == counted(database) == 90


def test_the_words_of_the_erased_leave_closed_days_and_their_numbers_stay(database: Database, tmp_path: Path) -> None:
    society = Society(database, tmp_path)
    users, kinds = [society.user(AWA), society.user(BINTOU)], ("grant", "refund")
    with database.write() as session:
        for user in users:
            for kind in kinds:
                ledger.post(session, user, 9, kind, f"{kind}:{user}", reason="Geste pour la panne")
            ledger.post(session, user, 9, "grant", f"h:{user}", reason=f"Geste pour {user}")
    made.close(database, datetime.now(UTC) + timedelta(days=2))
    before = closed(database)
    with database.write() as session:
        delete.erase_all(society.talk(session, AWA, "1"), {})
    with database.read() as session:
        said = set(session.exec(select(LedgerDay.reason)))
        erased = session.exec(select(User.id).where(col(User.deleted_at).is_not(None))).one()
        assert f"Geste pour {erased}" not in said
        assert "Geste pour la panne" in said
        assert ledger_days.compared(session, None)[0]
        kept = credits.by_day(session, CreditFilter(reasons=frozenset({"Geste pour la panne"})))
        assert sum(day.entries for day in kept) == len(kinds) * (len(users) - 1)
    assert closed(database) == before


def test_a_worker_does_it_every_hour(database: Database) -> None:
    made.fill(database, 30, users=3, days=3, end=END, closed=False)
    Chores(database, "w1", [Chore("ledger days", 3600.0, closing.act)]).tick()
    assert sum(entries for _, entries in closed(database)) == 30


@pytest.mark.parametrize("again", [False, True])
def test_sums_are_right_between_two_days(database: Database, again: bool) -> None:
    """Entries that come in after the last closed day are counted as they are."""
    made.fill(database, 90, users=3, days=3, end=END)
    with database.write() as session:
        ledger.post(session, 1, 5, "grant", "now")
    if again:
        made.close(database, datetime.now(UTC) + timedelta(days=3))
    with database.read() as session:
        assert sum(day.entries for day in credits.by_day(session, CreditFilter())) == 91
