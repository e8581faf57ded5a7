"""What lately went wrong with those we depend on, and who is at work."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func
from sqlmodel import Session, col, select

from bot.dao.by_time import first_id_since
from bot.dao.cause import before_colon
from bot.dao.database import database_epoch
from bot.models import Chore, OutboundPart, Run, ToolCallRecord, Worker


@dataclass(frozen=True, slots=True)
class Count:
    """How often something was so: two words that name it, and when last."""

    what: str
    why: str
    times: int
    last_at: datetime


def failed_tools(session: Session, since: datetime) -> list[Count]:
    """Tool calls that failed, by tool and kind of error, the most frequent first."""
    first = first_id_since(session, ToolCallRecord, ToolCallRecord.created_at, since)
    # An expression, so that SQLite goes by the ids asked for and not through the whole index of tools for their order.
    tool = func.coalesce(ToolCallRecord.tool, "")
    why = func.coalesce(ToolCallRecord.error_type, ToolCallRecord.status)
    return _counts(
        session.exec(
            select(tool, why, func.count(), func.max(ToolCallRecord.created_at))
            .where(col(ToolCallRecord.id) >= first, col(ToolCallRecord.status).in_(("error", "timeout")))
            .group_by(tool, why)
        ).all()
    )


def failed_runs(session: Session, since: datetime) -> list[Count]:
    """Turns that failed, by model and what ended them. What a provider says of it may hold words of a person, and is
    another text each time (the number of a request): it stands on the turn's own page, for who gives a reason."""
    first = first_id_since(session, Run, Run.started_at, since)
    cause = before_colon(col(Run.error))
    return _counts(
        session.exec(
            select(Run.model, cause, func.count(), func.max(Run.started_at))
            .where(col(Run.id) >= first, col(Run.error) != "")
            .group_by(Run.model, cause)
        ).all()
    )


def failed_parts(session: Session, since: datetime) -> list[Count]:
    """Messages the provider refused, by channel and its code."""
    first = first_id_since(session, OutboundPart, OutboundPart.created_at, since)
    return _counts(
        session.exec(
            select(OutboundPart.channel, OutboundPart.error_code, func.count(), func.max(OutboundPart.created_at))
            .where(col(OutboundPart.id) >= first, col(OutboundPart.error_code).is_not(None))
            .group_by(OutboundPart.channel, col(OutboundPart.error_code))
        ).all()
    )


def dollars_by_model(session: Session, since: datetime) -> Sequence[tuple[str, int, float]]:
    """What each model cost since a moment, and by how many turns; the dearest first."""
    first = first_id_since(session, Run, Run.started_at, since)
    total = func.sum(Run.cost)
    found = select(Run.model, func.count(), total).where(col(Run.id) >= first, col(Run.started_at) >= since)
    rows = session.exec(found.group_by(Run.model).order_by(total.desc()))
    return [(model, turns, float(dollars)) for model, turns, dollars in rows]


def workers(session: Session) -> Sequence[tuple[Worker, float]]:
    """Worker processes, and how many seconds ago each was heard of."""
    age = database_epoch() - col(Worker.heartbeat)
    return [(worker, float(seconds)) for worker, seconds in session.exec(select(Worker, age).order_by(age))]


def chores(session: Session) -> Sequence[tuple[Chore, float]]:
    """What is done every so often, and in how many seconds it is due again."""
    left = col(Chore.due) - database_epoch()
    return [(chore, float(seconds)) for chore, seconds in session.exec(select(Chore, left).order_by(Chore.name))]


def _counts(rows: Sequence[tuple[str, object, int, datetime]]) -> list[Count]:
    found = [Count(what, str(why), times, last_at) for what, why, times, last_at in rows]
    return sorted(found, key=lambda each: (-each.times, each.what, each.why))
