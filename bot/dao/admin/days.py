"""What happened on a day, in figures: for the first page of the administrators."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import case, func, or_
from sqlmodel import Session, col, select

from bot.dao.by_time import first_id_since
from bot.dao.utc_day import start_of
from bot.models import LedgerEntry, Run, User
from bot.types import EntryKind, StopReason

SPENT = (EntryKind.TURN, EntryKind.TOOL, EntryKind.SEGMENTS, EntryKind.REFUND)
EARLIER = 200  # rows in front of the first of a day that may be of it all the same


@dataclass(frozen=True, slots=True)
class Day:
    """A day by universal time. `people` are those with a turn, `credits` what turns and tools took less what was given
    back, `dollars` what the model cost as far as providers say it."""

    day: date
    people: int
    turns: int
    failures: int
    credits: int
    dollars: float


def take(session: Session, day: date) -> Day:
    """Count one day: as many rows are read as it has."""
    since = start_of(day)
    until = since + timedelta(days=1)
    people, turns, failures, dollars = _turns(session, since, until)
    return Day(day, people, turns, failures, _credits(session, since, until), dollars)


def joined_since(session: Session, since: datetime) -> int:
    """How many people have become users since a moment."""
    first = first_id_since(session, User, User.created_at, since) - EARLIER
    return session.exec(select(func.count()).where(col(User.id) >= first, col(User.created_at) >= since)).one()


def _turns(session: Session, since: datetime, until: datetime) -> tuple[int, int, int, float]:
    first, last = _ids(session, Run, Run.started_at, since, until)
    failed = or_(col(Run.stop_reason) == StopReason.ERROR, col(Run.status) == "dead")
    found = session.exec(
        select(
            func.count(func.distinct(Run.conversation_id)),
            func.count(),
            func.coalesce(func.sum(case((failed, 1), else_=0)), 0),
            func.coalesce(func.sum(Run.cost), 0.0),
        ).where(col(Run.id).between(first, last), col(Run.started_at) >= since, col(Run.started_at) < until)
    ).one()
    return found[0], found[1], int(found[2]), float(found[3])


def _credits(session: Session, since: datetime, until: datetime) -> int:
    first, last = _ids(session, LedgerEntry, LedgerEntry.created_at, since, until)
    found = session.exec(
        select(func.coalesce(func.sum(LedgerEntry.amount), 0)).where(
            col(LedgerEntry.id).between(first, last),
            col(LedgerEntry.created_at) >= since,
            col(LedgerEntry.created_at) < until,
            col(LedgerEntry.kind).in_(SPENT),
        )
    ).one()
    return -int(found)


def _ids(session: Session, table: Any, moment: Any, since: datetime, until: datetime) -> tuple[int, int]:
    """Between which ids the rows of a time lie, generously."""
    return (
        first_id_since(session, table, moment, since) - EARLIER,
        first_id_since(session, table, moment, until) + EARLIER,
    )
