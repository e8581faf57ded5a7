"""The credit log as administrators ask for it: what is looked for, and what it comes to by day.

A million entries are never added up for one page. Sums come from closed days (bot.dao.money.ledger_days) and the few
entries since; those of one user from the user's own entries."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Subquery, case, func, select, union_all
from sqlmodel import Session, col

from bot.dao.money.ledger_days import CELL, ONE, alike, open_since
from bot.dao.utc_day import start_of, utc_day
from bot.models import LedgerDay, LedgerEntry


@dataclass(frozen=True, slots=True)
class CreditFilter:
    """What is looked for; None: anything. Days are whole, in UTC, both included; `low` and `high` are credits, those
    taken negative; `reasons` are the very words of entries (`reasons` below has all there are)."""

    user_id: int | None = None
    kind: str | None = None
    since: date | None = None
    until: date | None = None
    low: int | None = None
    high: int | None = None
    reasons: frozenset[str] | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether more is asked for than a user and a time."""
        return any(value is not None for value in (self.kind, self.low, self.high, self.reasons))

    def of_cells(self, kind: Any, amount: Any, reason: Any) -> list[ColumnElement[bool]]:
        """The conditions on entries that are alike."""
        found = [kind == self.kind] if self.kind is not None else []
        if self.low is not None:
            found.append(amount >= self.low)
        if self.high is not None:
            found.append(amount <= self.high)
        if self.reasons is not None:
            found.append(reason.in_(sorted(self.reasons)))
        return found

    def of_entries(self) -> list[ColumnElement[bool]]:
        """The conditions on entries, said so that a database goes by the user or by the time and by nothing else: what
        SQLite guesses of the others is that they are rare."""
        alike_columns = (LedgerEntry.kind, LedgerEntry.amount, LedgerEntry.reason)
        found = self.of_cells(*(func.coalesce(column, column) for column in alike_columns))
        if self.user_id is not None:
            found.append(col(LedgerEntry.user_id) == self.user_id)
        return [*found, *self.of_time()]

    def of_time(self) -> list[ColumnElement[bool]]:
        """The conditions on their time."""
        found = [col(LedgerEntry.created_at) >= start_of(self.since)] if self.since else []
        if self.until is None or self.until == date.max:
            return found
        return [*found, col(LedgerEntry.created_at) < start_of(self.until + ONE)]


@dataclass(frozen=True, slots=True)
class DaySum:
    """What the entries of a day came to: `credits_in` was given, `credits_out` taken, neither negative."""

    day: date
    entries: int
    credits_in: int
    credits_out: int


def newest(session: Session) -> int:
    """The number of the newest entry; 0 before there is one."""
    return session.scalar(select(func.max(col(LedgerEntry.id)))) or 0


def by_day(session: Session, wanted: CreditFilter) -> Sequence[DaySum]:
    """Every day that has such entries, in order."""
    if wanted.user_id is not None:
        day: Any = utc_day(col(LedgerEntry.created_at))
        asked = select(day, func.count(), *_sums(col(LedgerEntry.amount))).where(*wanted.of_entries())
    else:
        cell = cells(session, wanted)
        day = cell.c.day
        asked = select(day, func.sum(cell.c.entries), *_sums(cell.c.amount, cell.c.entries))
    found = session.execute(asked.group_by(day).order_by(day))
    return [DaySum(each, int(entries), int(into), int(out)) for each, entries, into, out in found]


def _sums(amount: Any, times: Any = 1) -> tuple[Any, Any]:
    return (
        func.sum(case((amount > 0, amount * times), else_=0)),
        func.sum(case((amount < 0, -amount * times), else_=0)),
    )


def reasons(session: Session) -> Sequence[str]:
    """The reasons there are, each once."""
    cell = cells(session, CreditFilter())
    return session.scalars(select(cell.c.reason).distinct()).all()


def cells(session: Session, wanted: CreditFilter) -> Subquery:
    """Entries counted by day, kind, amount and reason, whoever's they are: of closed days as it is kept, since then by
    counting."""
    opened = open_since(session)
    if opened is None:
        return alike().where(*wanted.of_entries()).subquery("cell")
    kept = select(*(col(getattr(LedgerDay, name)) for name in (*CELL, "entries"))).where(
        col(LedgerDay.day) < opened, *wanted.of_cells(col(LedgerDay.kind), col(LedgerDay.amount), col(LedgerDay.reason))
    )
    if wanted.since:
        kept = kept.where(col(LedgerDay.day) >= wanted.since)
    if wanted.until:
        kept = kept.where(col(LedgerDay.day) <= wanted.until)
    if wanted.until and wanted.until < opened:
        return kept.subquery("cell")
    since_then = replace(wanted, since=max(opened, wanted.since or opened))  # one bound: SQLite goes by one alone
    return union_all(kept, alike().where(*since_then.of_entries())).subquery("cell")
