"""Outbound parts: writing them once, taking the next one in order, moving their state upwards only."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import exists, or_, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from bot.models import OutboundPart

EMAIL = "email"  # a part's channel when it is an e-mail: its body is the subject, an empty line, the text


def add(session: Session, part: OutboundPart) -> None:
    """Write a part, unless the conversation has one with this key already."""
    known = select(OutboundPart.id).where(
        OutboundPart.conversation_id == part.conversation_id, OutboundPart.key == part.key
    )
    if session.exec(known).first() is None:
        session.add(part)
        session.flush()


def get(session: Session, part_id: int) -> OutboundPart | None:
    """One part."""
    return session.get(OutboundPart, part_id)


def open_parts(session: Session, conversation_id: str) -> Sequence[OutboundPart]:
    """Parts something is still to be done for, in the order they must leave; e-mails wait for nobody: `mails_due`."""
    return session.exec(
        select(OutboundPart)
        .where(
            OutboundPart.conversation_id == conversation_id,
            col(OutboundPart.closed_at).is_(None),
            OutboundPart.channel != EMAIL,
        )
        .order_by(col(OutboundPart.id))
    ).all()


def mails_due(session: Session, conversation_id: str, now: datetime) -> Sequence[OutboundPart]:
    """E-mails of a conversation that something is to be done for now."""
    return session.exec(
        select(OutboundPart)
        .where(
            OutboundPart.conversation_id == conversation_id,
            OutboundPart.channel == EMAIL,
            col(OutboundPart.closed_at).is_(None),
            OutboundPart.due_at <= now,
        )
        .order_by(col(OutboundPart.id))
    ).all()


def conversations_with_work(session: Session, now: datetime, limit: int = 200) -> Sequence[str]:
    """Conversations that have a part due now."""
    return session.exec(
        select(OutboundPart.conversation_id)
        .where(col(OutboundPart.closed_at).is_(None), OutboundPart.state != "held", OutboundPart.due_at <= now)
        .distinct()
        .limit(limit)
    ).all()


def change(session: Session, part: OutboundPart, *, expected: Sequence[str], **values: Any) -> bool:
    """Change a part if nobody changed its state or took it up meanwhile."""
    changed = session.execute(
        update(OutboundPart)
        .where(
            col(OutboundPart.id) == part.id,
            col(OutboundPart.state).in_(expected),
            col(OutboundPart.attempts) == part.attempts,
        )
        .values(**values)
    )
    return changed.rowcount == 1  # type: ignore[attr-defined, no-any-return]


def advance(session: Session, part_id: int, lower_states: Sequence[str], **values: Any) -> bool:
    """Raise a part's state; False when it is there or beyond already."""
    changed = session.execute(
        update(OutboundPart)
        .where(col(OutboundPart.id) == part_id, col(OutboundPart.state).in_(lower_states))
        .values(**values)
    )
    return changed.rowcount == 1  # type: ignore[attr-defined, no-any-return]


def bind(session: Session, part_id: int, sid: str) -> bool:
    """Tie a part to the message Twilio made of it. True also when it is tied to that one already; False when either
    is tied to something else."""
    other = aliased(OutboundPart)
    changed = session.execute(
        update(OutboundPart)
        .where(
            col(OutboundPart.id) == part_id,
            or_(col(OutboundPart.twilio_sid).is_(None), col(OutboundPart.twilio_sid) == sid),
            col(OutboundPart.dispatched_at).is_not(None),
            ~exists().where(col(other.twilio_sid) == sid, col(other.id) != part_id),
        )
        .values(twilio_sid=sid)
    )
    return changed.rowcount == 1  # type: ignore[attr-defined, no-any-return]


def known_sids(session: Session, sids: Sequence[str]) -> set[str]:
    """Which of these Sids are tied to a part already."""
    return {
        sid
        for sid in session.exec(select(OutboundPart.twilio_sid).where(col(OutboundPart.twilio_sid).in_(sids)))
        if sid
    }


def drop_pending(session: Session, address: str, now: datetime) -> None:
    """Nothing more is sent to an address: close what has not left."""
    session.execute(
        update(OutboundPart)
        .where(
            col(OutboundPart.address) == address,
            col(OutboundPart.closed_at).is_(None),
            col(OutboundPart.state).in_(("pending", "held", "unknown")),
        )
        .values(state="dropped", closed_at=now)
    )


def release_held(session: Session, address: str, now: datetime) -> bool:
    """The user wrote again: what waited for that may leave."""
    released = session.execute(
        update(OutboundPart)
        .where(
            col(OutboundPart.address) == address,
            col(OutboundPart.state) == "held",
            col(OutboundPart.created_at) > now - timedelta(days=7),
        )
        .values(state="pending", due_at=now, twilio_sid=None, dispatched_at=None, first_dispatched_at=None)
    )
    return released.rowcount > 0  # type: ignore[attr-defined, no-any-return]
