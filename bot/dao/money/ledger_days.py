"""What whole days of the ledger came to (ledger_day), so that nobody adds a million entries up to say what a year was.

Entries are only ever added, with the time of now: a day that is over stays as it is. So days are closed one after the
other, and nothing is written when an entry is. What the erasing of a person changes, their reasons, is changed here in
the same transaction."""

from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Select, delete, func, select, text, update
from sqlmodel import Session, col

from bot.dao.inserts import insert_into
from bot.dao.utc_day import start_of, utc_day
from bot.models import LedgerDay, LedgerEntry

ONE = timedelta(days=1)
SETTLED_AFTER = timedelta(hours=1)  # by then every transaction that was open at midnight is over
CELL = ("day", "kind", "amount", "reason")
AT_ONCE = 14  # days compared by one statement: of a ledger of years that takes longer than anybody holds a chore


def open_since(session: Session) -> date | None:
    """The first day that is not closed; None while none is."""
    last = session.scalar(select(func.max(LedgerDay.day)))
    return last + ONE if last else None


def close_next(session: Session, now: datetime) -> bool:
    """Close the next day that is over and has entries; False when there is none."""
    _alone(session)
    since, over = open_since(session), start_of((now - SETTLED_AFTER).date())
    unclosed = select(func.min(LedgerEntry.created_at)).where(col(LedgerEntry.created_at) < over)
    first = session.scalar(unclosed.where(col(LedgerEntry.created_at) >= start_of(since)) if since else unclosed)
    if first is None:
        return False
    day = first.date()
    of_day = alike().where(_time >= start_of(day), _time < start_of(day + ONE))
    session.execute(insert_into(session, LedgerDay).from_select([*CELL, "entries"], of_day))
    return True


def compared(session: Session, after: date | None) -> tuple[bool, date | None]:
    """Whether the next closed days behind one say what the ledger does; they do not when somebody has put an old entry
    in by hand. And the last of them; None when there are no more."""
    days = (
        select(col(LedgerDay.day), func.sum(LedgerDay.entries))
        .group_by(col(LedgerDay.day))
        .order_by(col(LedgerDay.day))
    )
    found = session.execute((days if after is None else days.where(col(LedgerDay.day) > after)).limit(AT_ONCE)).all()
    if not found:
        return True, None
    last: date = found[-1][0]
    there = select(func.count()).where(_time < start_of(last + ONE))
    number = session.scalar(there if after is None else there.where(_time >= start_of(after + ONE)))
    return sum(int(entries) for _, entries in found) == number, last


def begin_again(session: Session) -> None:
    """Open all days; the chore closes them anew."""
    _alone(session)
    session.execute(delete(LedgerDay))


def empty_reasons(session: Session, whose: Any) -> None:
    """Take the reasons of some entries out of closed days, before they are emptied themselves; the numbers stay.
    `whose`: a condition on entries."""
    _alone(session)
    since = open_since(session)
    if since is None:
        return
    said = alike().where(whose, col(LedgerEntry.reason) != "", _time < start_of(since))
    for day, kind, amount, reason, entries in session.execute(said).all():
        here = (LedgerDay.day == day, LedgerDay.kind == kind, LedgerDay.amount == amount, LedgerDay.reason == reason)
        session.execute(update(LedgerDay).where(*here).values(entries=col(LedgerDay.entries) - entries))
        unsaid = insert_into(session, LedgerDay).values(day=day, kind=kind, amount=amount, reason="", entries=entries)
        more = {"entries": col(LedgerDay.entries) + entries}
        session.execute(unsaid.on_conflict_do_update(index_elements=CELL, set_=more))
    session.execute(delete(LedgerDay).where(col(LedgerDay.entries) <= 0))


def alike() -> Select[Any]:
    """Entries counted by day, kind, amount and reason."""
    same: list[Any] = [utc_day(_time), LedgerEntry.kind, LedgerEntry.amount, LedgerEntry.reason]
    named: list[Any] = [column.label(name) for column, name in zip(same, CELL, strict=True)]
    counted: Select[Any] = select(*named, func.count().label("entries"))
    return counted.group_by(*same)


_time = col(LedgerEntry.created_at)


def _alone(session: Session) -> None:
    """Let only one transaction at a time close or empty days. On SQLite writers are alone anyway."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("LOCK TABLE ledger_day IN SHARE ROW EXCLUSIVE MODE"))
