"""What pupils learn and what that costs, counted over some weeks; nobody is named. Of each table no more than the last
MOST rows are read, however many a month has: `since` says from when on they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, case, exists, func, select
from sqlalchemy.orm import aliased
from sqlmodel import Session, col

from bot.dao.admin.credits import CreditFilter, cells
from bot.dao.by_time import first_id_since
from bot.models import ExerciseResult, LedgerEntry, Run, ToolCallRecord, User
from bot.types import EntryKind, StopReason

MOST: Final = 40_000
MOST_SUBJECTS: Final = 40  # with a level each; those practised most
USEFUL: Final = (StopReason.DONE_SIGNAL, StopReason.CONFIDENCE_THRESHOLD, StopReason.AWAITING_USER)


@dataclass(frozen=True, slots=True)
class Learnt:
    """A subject at a level (None: nobody's): how many pupils, and how many of their answers were right."""

    subject: str
    level: str | None
    pupils: int
    correct: int
    total: int


@dataclass(frozen=True, slots=True)
class Spent:
    """What turns cost, in dollars as far as providers say it. `useful` ones ended with an answer or a question."""

    name: str
    turns: int
    useful: int
    dollars: float

    @property
    def each(self) -> float | None:
        """What a useful turn cost, the others' cost included; None where there was none."""
        return self.dollars / self.useful if self.useful else None


@dataclass(frozen=True, slots=True)
class ToolUse:
    """How a tool did: calls, those that succeeded, their mean time, and the credits it took."""

    name: str
    calls: int
    successes: int
    mean_ms: float
    credits: int


@dataclass(frozen=True, slots=True)
class Emptied:
    """People whose balance fell to 0: how many, how many asked again afterwards, how many of them bought."""

    people: int
    returned: int
    bought: int


def learnt(session: Session, since: datetime) -> Sequence[Learnt]:
    """By subject as it is written, those practised most first."""
    pupils, total = func.count(func.distinct(ExerciseResult.user_id)), func.sum(ExerciseResult.total)
    found = session.execute(
        select(col(ExerciseResult.subject), col(User.level), pupils, func.sum(ExerciseResult.correct), total)
        .join(User, col(User.id) == col(ExerciseResult.user_id))
        .where(*_within(session, ExerciseResult, ExerciseResult.created_at, since))
        .group_by(col(ExerciseResult.subject), col(User.level))
        .order_by(total.desc(), col(ExerciseResult.subject), col(User.level))
        .limit(MOST_SUBJECTS)
    )
    return [Learnt(subject, level, number, int(right), int(every)) for subject, level, number, right, every in found]


def spent_by_mode(session: Session, since: datetime) -> Sequence[Spent]:
    """By mode of those who asked."""
    return _spent(session, Run.mode, since)


def spent_by_model(session: Session, since: datetime) -> Sequence[Spent]:
    """By the model that answered."""
    return _spent(session, Run.model, since)


def tools(session: Session, since: datetime) -> Sequence[ToolUse]:
    """Those called most first."""
    # An expression, so that SQLite goes by the ids asked for and not through the whole index of tools for their order.
    tool, calls = func.coalesce(ToolCallRecord.tool, ""), func.count()
    right = func.sum(case((col(ToolCallRecord.status) == "success", 1), else_=0))
    found = session.execute(
        select(tool, calls, right, func.avg(ToolCallRecord.latency_ms))
        .where(*_within(session, ToolCallRecord, ToolCallRecord.created_at, since))
        .group_by(tool)
        .order_by(calls.desc(), tool)
    ).all()
    taken = dict(session.execute(_taken(session, since)).all())
    return [
        ToolUse(name, number, int(good), float(mean), -int(taken.get(name, 0))) for name, number, good, mean in found
    ]


def emptied(session: Session, since: datetime) -> Emptied:
    """Who ran out of credits, and what became of that."""
    later: Any = aliased(LedgerEntry)
    # An expression, so that SQLite goes by the ids asked for and not through the whole index of users for their order.
    whose = func.coalesce(LedgerEntry.user_id, 0)
    fell = (
        select(whose.label("user_id"), func.min(LedgerEntry.created_at).label("at"))
        .where(*_within(session, LedgerEntry, LedgerEntry.created_at, since))
        .where(col(LedgerEntry.balance) == 0, col(LedgerEntry.amount) < 0)
        .where(col(LedgerEntry.kind) != EntryKind.MERGE)  # who became one with another has spent nothing by that
        .group_by(whose)
        .subquery()
    )

    def afterwards(kind: EntryKind) -> ColumnElement[Any]:
        theirs = (later.user_id == fell.c.user_id, later.created_at > fell.c.at, later.kind == kind)
        return func.coalesce(func.sum(case((exists().where(*theirs), 1), else_=0)), 0)

    asked = select(func.count(), afterwards(EntryKind.TURN), afterwards(EntryKind.PURCHASE)).select_from(fell)
    people, returned, bought = session.execute(asked).one()
    return Emptied(people, int(returned), int(bought))


def _spent(session: Session, by: Any, since: datetime) -> Sequence[Spent]:
    turns = func.count()
    useful = func.sum(case((col(Run.stop_reason).in_(USEFUL), 1), else_=0))
    found = session.execute(
        select(col(by), turns, useful, func.sum(Run.cost))
        .where(*_within(session, Run, Run.started_at, since), col(Run.ended_at).is_not(None))
        .group_by(col(by))
        .order_by(turns.desc(), col(by))
    )
    return [Spent(name, number, int(good), float(cost)) for name, number, good, cost in found]


def _taken(session: Session, since: datetime) -> Any:
    """What each tool took, by whole days: an entry's reason is its tool."""
    cell = cells(session, CreditFilter(kind=EntryKind.TOOL, since=since.date()))
    return select(cell.c.reason, func.sum(cell.c.amount * cell.c.entries)).group_by(cell.c.reason)


def _within(session: Session, table: Any, moment: Any, since: datetime) -> tuple[ColumnElement[bool], ...]:
    """The rows of a time, found by their ids; the last MOST of them."""
    last = session.scalar(select(func.max(table.id))) or 0
    first = max(first_id_since(session, table, moment, since), last - MOST + 1)
    return (col(table.id) >= first, col(moment) >= since)
