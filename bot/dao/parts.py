"""Outbound parts: writing them once, taking the next one in order, moving their state upwards only."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import exists, func, or_, update
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, select

from bot.dao.changes import changed
from bot.dao.contexts import is_of
from bot.models import Address, OutboundPart, Run
from bot.types import EMAIL

FAREWELL = "farewell"  # the kind of the one line that may go to an address that has opted out: it confirms just that
AT_ONCE = 30  # rows looked at: a long line of parts is not read whole for each one that leaves


def add(session: Session, part: OutboundPart) -> None:
    """Write a part, unless the conversation has one with this key already."""
    known = select(OutboundPart.id).where(
        OutboundPart.conversation_id == part.conversation_id, OutboundPart.key == part.key
    )
    if session.exec(known).first() is None:
        session.add(part)
        session.flush()


def left_at(session: Session, conversation_id: str, key: str) -> datetime | None:
    """When the last part of what was said under a key (`key:0`, `key:1`, …) began to leave; None while one waits, or
    there is none."""
    found = select(OutboundPart.first_dispatched_at).where(
        OutboundPart.conversation_id == conversation_id, col(OutboundPart.key).startswith(f"{key}:")
    )
    moments = session.exec(found).all()
    left = [moment for moment in moments if moment is not None]
    return max(left) if left and len(left) == len(moments) else None


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


def get(session: Session, part_id: int) -> OutboundPart | None:
    """One part."""
    return session.get(OutboundPart, part_id)


def open_parts(session: Session, conversation_id: str) -> Sequence[OutboundPart]:
    """The first parts something is still to be done for, in the order they must leave, and the codes behind them, which
    wait for nothing; e-mails are bot.dao.mails.due."""
    waiting = (
        select(OutboundPart)
        .where(
            OutboundPart.conversation_id == conversation_id,
            col(OutboundPart.closed_at).is_(None),
            OutboundPart.channel != EMAIL,
        )
        .order_by(col(OutboundPart.id))
    )
    first = session.exec(waiting.limit(AT_ONCE)).all()
    if len(first) < AT_ONCE:
        return first
    codes = session.exec(waiting.where(OutboundPart.kind == "otp", col(OutboundPart.id) > first[-1].id).limit(AT_ONCE))
    return [*first, *codes]


def any_waits(session: Session, conversation_id: str) -> bool:
    """Whether a part of a conversation has yet to leave."""
    waits = exists().where(
        col(OutboundPart.conversation_id) == conversation_id,
        col(OutboundPart.closed_at).is_(None),
        col(OutboundPart.state) == "pending",
    )
    return bool(session.scalar(select(waits)))


def conversations_with_work(session: Session, now: datetime, limit: int = 200) -> Sequence[str]:
    """Conversations that have a part due now."""
    return session.exec(
        select(OutboundPart.conversation_id)
        .where(col(OutboundPart.closed_at).is_(None), OutboundPart.state != "held", OutboundPart.due_at <= now)
        .distinct()
        .limit(limit)
    ).all()


def change(session: Session, part: OutboundPart, *, expected: Sequence[str], **values: Any) -> bool:
    """Change an open part if nobody changed its state, took it up or closed it meanwhile."""
    return changed(
        session,
        update(OutboundPart)
        .where(
            col(OutboundPart.id) == part.id,
            col(OutboundPart.state).in_(expected),
            col(OutboundPart.attempts) == part.attempts,
            col(OutboundPart.closed_at).is_(None),
        )
        .values(**values),
    )


def claim(session: Session, part: OutboundPart, **values: Any) -> bool:
    """Take a part that waits, to send it now, unless somebody else did or its address has opted out: that is asked in
    the very statement that takes it, whatever the part is and whoever wrote it."""
    silent = exists().where(col(Address.value) == part.address, col(Address.opted_out_at).is_not(None))
    return changed(
        session,
        update(OutboundPart)
        .where(
            col(OutboundPart.id) == part.id,
            col(OutboundPart.state) == "pending",
            col(OutboundPart.attempts) == part.attempts,
            or_(col(OutboundPart.kind) == FAREWELL, ~silent),
        )
        .values(**values)
        .execution_options(synchronize_session=False),
    )


def undo_claim(session: Session, part_id: int, worker_id: str, dispatched_at: datetime, now: datetime) -> None:
    """Make a part free again that one thread claimed at a moment and surely did nothing with."""
    session.execute(
        update(OutboundPart)
        .where(
            col(OutboundPart.id) == part_id,
            col(OutboundPart.state) == "dispatching",
            col(OutboundPart.claimed_by) == worker_id,
            col(OutboundPart.dispatched_at) == dispatched_at,
        )
        .values(state="pending", due_at=now)
    )


def advance(session: Session, part_id: int, lower_states: Sequence[str], **values: Any) -> bool:
    """Raise a part's state; False when it is there or beyond already."""
    return changed(
        session,
        update(OutboundPart)
        .where(col(OutboundPart.id) == part_id, col(OutboundPart.state).in_(lower_states))
        .values(**values),
    )


def bind(session: Session, part_id: int, sid: str) -> bool:
    """Tie a part to the message Twilio made of it. True also when it is tied to that one already; False when either
    is tied to something else."""
    other = aliased(OutboundPart)
    return changed(
        session,
        update(OutboundPart)
        .where(
            col(OutboundPart.id) == part_id,
            or_(col(OutboundPart.twilio_sid).is_(None), col(OutboundPart.twilio_sid) == sid),
            col(OutboundPart.dispatched_at).is_not(None),
            ~exists().where(col(other.twilio_sid) == sid, col(other.id) != part_id),
        )
        .values(twilio_sid=sid),
    )


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


def withdraw(session: Session, conversation_id: str, keys: Sequence[str], now: datetime) -> None:
    """Close those of some parts that have not left: there is no reason for them any more."""
    session.execute(
        update(OutboundPart)
        .where(
            col(OutboundPart.conversation_id) == conversation_id,
            col(OutboundPart.key).in_(keys),
            col(OutboundPart.state).in_(("pending", "held")),
        )
        .values(state="dropped", closed_at=now)
    )


def release_held(session: Session, address: str, now: datetime, user_id: int | None) -> bool:
    """Somebody wrote again: what waited for that may leave, but no answer that was another user's."""
    theirs = exists().where(col(Run.id) == col(OutboundPart.run_id), is_of(user_id))
    return changed(
        session,
        update(OutboundPart)
        .where(
            col(OutboundPart.address) == address,
            col(OutboundPart.state) == "held",
            or_(col(OutboundPart.run_id).is_(None), theirs),
            col(OutboundPart.created_at) > now - timedelta(days=7),
        )
        .values(state="pending", due_at=now, twilio_sid=None, dispatched_at=None, first_dispatched_at=None),
    )
