"""What operators watch, read in a few indexed questions: how much waits, who is at work."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, literal
from sqlmodel import Session, col, select

from bot.dao.work import workers
from bot.models import Conversation, InboundMessage, OutboundPart, Worker

MOST = 10_000  # counted at most: a queue longer than that is long


@dataclass(frozen=True, slots=True)
class Census:
    """Rows that wait, and workers; `oldest` is when the oldest unprocessed message came in."""

    waiting: int
    oldest: datetime | None
    open_parts: int
    lanes: int
    workers: int
    lost: int


def take(session: Session, lost_after_s: float) -> Census:
    """Count. A worker that is lost stays in the table for an hour."""
    waiting = select(InboundMessage.received_at).where(col(InboundMessage.processed_at).is_(None))
    parts = select(OutboundPart.id).where(col(OutboundPart.closed_at).is_(None)).limit(MOST).subquery()
    # Said as it is: of a value that it is not told, PostgreSQL takes it that every third row lies above it.
    anybody = literal("", literal_execute=True)
    held = select(Conversation.id).where(col(Conversation.lane_worker) > anybody).limit(MOST).subquery()
    some = waiting.limit(MOST).subquery()
    gone = ~workers.beats(lost_after_s)
    return Census(
        waiting=session.exec(select(func.count()).select_from(some)).one(),
        oldest=session.exec(
            select(func.min(InboundMessage.received_at)).where(col(InboundMessage.processed_at).is_(None))
        ).one(),
        open_parts=session.exec(select(func.count()).select_from(parts)).one(),
        lanes=session.exec(select(func.count()).select_from(held)).one(),
        workers=workers.at_work(session, lost_after_s),
        lost=session.exec(select(func.count()).select_from(Worker).where(gone)).one(),
    )
