"""Answers that are to be said aloud: one row a run, claimed by its time."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, exists, update
from sqlmodel import Session, col, select

from bot.dao import periodic_statements
from bot.dao.changes import changed
from bot.models import OutboundPart, SpokenAnswer


def add(session: Session, run_id: int, text: str) -> None:
    """Have an answer said, soon."""
    session.add(SpokenAnswer(run_id=run_id, text=text))


def due(session: Session, now: datetime, limit: int = 50) -> Sequence[int]:
    """The runs whose answers nobody says just now, the longest due first."""
    return [key for (key,) in periodic_statements.answers_to_say().rows(session, {"now": now, "most": limit})]


def claim(session: Session, run_id: int, now: datetime, until: datetime) -> SpokenAnswer | None:
    """An answer to say; nobody else claims it before `until`. None when there is none, or somebody says it now."""
    taken = changed(
        session,
        update(SpokenAnswer)
        .where(col(SpokenAnswer.run_id) == run_id, col(SpokenAnswer.due_at) <= now)
        .values(due_at=until, tries=col(SpokenAnswer.tries) + 1),
    )
    return session.get(SpokenAnswer, run_id, populate_existing=True) if taken else None


def remove(session: Session, run_id: int, tries: int | None = None) -> bool:
    """Have it said no more. With `tries` only if nobody has claimed it since. True: it was there."""
    own = [] if tries is None else [col(SpokenAnswer.tries) == tries]
    return changed(session, delete(SpokenAnswer).where(col(SpokenAnswer.run_id) == run_id, *own))


def is_superseded(session: Session, conversation_id: str, run_id: int) -> bool:
    """Whether something else was said in a conversation behind what a run has said, or the run has said nothing there:
    its address opted out meanwhile."""
    own = select(OutboundPart.id).where(OutboundPart.conversation_id == conversation_id, OutboundPart.run_id == run_id)
    last = session.exec(own.order_by(col(OutboundPart.id).desc()).limit(1)).first()
    if last is None:
        return True
    later = exists().where(
        col(OutboundPart.conversation_id) == conversation_id,
        col(OutboundPart.id) > last,
        col(OutboundPart.kind) != "otp",
    )
    return bool(session.exec(select(later)).one())
