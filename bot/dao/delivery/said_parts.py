"""What a conversation was told, and when: read from its parts. Nothing is changed here."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, exists, func, select

from bot.models import OutboundPart, Run
from bot.types import EMAIL

AT_ONCE = 30  # rows looked at: somebody may have been told much


def left_at(session: Session, conversation_id: str, key: str) -> datetime | None:
    """When the last part of what was said under a key (`key:0`, `key:1`, …) began to leave; None while one waits, or
    there is none."""
    found = select(OutboundPart.first_dispatched_at).where(
        OutboundPart.conversation_id == conversation_id, col(OutboundPart.key).startswith(f"{key}:", autoescape=True)
    )
    moments = session.exec(found).all()
    left = [moment for moment in moments if moment is not None]
    return max(left) if left and len(left) == len(moments) else None


def read_behind(
    session: Session, conversation_id: str, run_id: int | None, number: int, before: datetime
) -> Sequence[tuple[int, str]]:
    """The number and body of what stands behind all of a run, and behind a part's number, and had begun to leave
    before a moment; the newest first, and not all of it if it is much."""
    last = select(func.max(OutboundPart.id)).where(OutboundPart.run_id == run_id).scalar_subquery()
    found = select(OutboundPart.id, OutboundPart.body).where(
        OutboundPart.conversation_id == conversation_id,
        col(OutboundPart.id) > number,
        col(OutboundPart.id) > last,
        col(OutboundPart.first_dispatched_at) <= before,
        col(OutboundPart.channel) != EMAIL,
    )
    return session.exec(found.order_by(col(OutboundPart.id).desc()).limit(AT_ONCE)).all()


def last_under(session: Session, conversation_id: str, prefix: str) -> int:
    """The number of the newest part under a key that begins so; 0 when there is none."""
    theirs = OutboundPart.conversation_id == conversation_id, col(OutboundPart.key).startswith(prefix, autoescape=True)
    return session.exec(select(func.max(OutboundPart.id)).where(*theirs)).one() or 0


def read_since(session: Session, key: str, since: datetime, before: datetime) -> Sequence[tuple[int | None, str]]:
    """The run, if any, and the body of what began to leave between two moments; newest first, not all if it is much."""
    found = select(OutboundPart.run_id, OutboundPart.body).where(
        OutboundPart.conversation_id == key,
        col(OutboundPart.first_dispatched_at).between(since, before),
        col(OutboundPart.channel) != EMAIL,
    )
    return session.exec(found.order_by(col(OutboundPart.id).desc()).limit(AT_ONCE)).all()


def last_key(session: Session, conversation_id: str) -> str:
    """What the newest part of a conversation is for; "" when it has none."""
    found = select(OutboundPart.key).where(OutboundPart.conversation_id == conversation_id)
    return session.exec(found.order_by(col(OutboundPart.id).desc()).limit(1)).first() or ""


def last_state(session: Session, conversation_id: str, prefix: str, since: datetime) -> str | None:
    """The state of the newest part written since a moment under a key that begins so; None when there is none."""
    return session.exec(
        select(OutboundPart.state)
        .where(
            OutboundPart.conversation_id == conversation_id,
            col(OutboundPart.key).startswith(prefix, autoescape=True),
            col(OutboundPart.created_at) > since,
        )
        .order_by(col(OutboundPart.id).desc())
        .limit(1)
    ).first()


def was_told(session: Session, conversation_id: str, user_id: int, prefix: str, since: datetime) -> bool:
    """Whether something was said to a user in a conversation since a moment, under a key that begins so."""
    found = select(OutboundPart.id).where(
        OutboundPart.conversation_id == conversation_id,
        OutboundPart.user_id == user_id,
        col(OutboundPart.key).startswith(prefix, autoescape=True),
        col(OutboundPart.created_at) > since,
    )
    return session.exec(found.limit(1)).first() is not None


def written(session: Session, conversation_id: str, prefix: str, since: datetime) -> Sequence[tuple[str, datetime]]:
    """Which parts were written since a moment under keys that begin so, and when; the newest first."""
    found = (
        select(OutboundPart.key, OutboundPart.created_at)
        .where(
            OutboundPart.conversation_id == conversation_id,
            col(OutboundPart.key).startswith(prefix, autoescape=True),
            col(OutboundPart.created_at) > since,
        )
        .order_by(col(OutboundPart.id).desc())
    )
    return session.exec(found).all()


def written_by_runs(session: Session, user_id: int, channel: str, prefix: str, since: datetime) -> int:
    """How many parts a user's runs have written since a moment on a channel under keys that begin so."""
    theirs = exists().where(col(Run.id) == col(OutboundPart.run_id), col(Run.user_id) == user_id)
    counted = select(func.count()).where(
        OutboundPart.channel == channel,
        col(OutboundPart.key).startswith(prefix, autoescape=True),
        col(OutboundPart.created_at) > since,
        theirs,
    )
    return session.exec(counted).one()
