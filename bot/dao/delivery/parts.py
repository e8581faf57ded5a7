"""Outbound parts: writing them once, taking the next one in order, moving their state upwards only."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import Exists, exists, update
from sqlalchemy.orm.attributes import set_committed_value
from sqlmodel import Session, col, select

from bot.dao import periodic_statements
from bot.dao.changes import changed
from bot.dao.delivery import part_statements
from bot.dao.engine.held import hold
from bot.dao.inserts import row_of
from bot.models import OutboundPart

FAREWELL = part_statements.FAREWELL
WRITTEN = "parts were written"  # in what a session carries
AT_ONCE = 30  # rows looked at: a long line of parts is not read whole for each one that leaves


def add(session: Session, **given: Any) -> int | None:
    """Write a part of these columns; its id, or None where the conversation has one with this key already."""
    session.flush()  # what it points at
    made = part_statements.new_part(session.get_bind().dialect.name)
    written = made.first(session.connection(), row_of(OutboundPart, **given))
    session.info[WRITTEN] = True
    return None if written is None else int(written[0])


def were_written(session: Session) -> bool:
    """Whether a part was written in this session."""
    return WRITTEN in session.info


def get(session: Session, part_id: int) -> OutboundPart | None:
    """One part."""
    return session.get(OutboundPart, part_id)


def of_keys(session: Session, conversation_id: str, keys: Sequence[str]) -> Sequence[OutboundPart]:
    """The parts of a conversation that have these keys."""
    of_it = OutboundPart.conversation_id == conversation_id
    return session.exec(select(OutboundPart).where(of_it, col(OutboundPart.key).in_(keys))).all()


class Open(NamedTuple):
    """Parts that are open, and whether an e-mail is due beside them; None: where no part is, that is not known."""

    parts: Sequence[OutboundPart]
    has_mail: bool | None


def open_parts(session: Session, conversation_id: str, now: datetime, wait: timedelta) -> Open:
    """The first parts something is to be done for now or soon, in the order they must leave, and the codes behind them,
    which wait for nothing; e-mails are `mails.due`. `wait`: how long a part holds back those behind it."""
    given = {"of_id": conversation_id, "now": now, "recent": now - wait, "most": AT_ONCE}
    rows = part_statements.open_part_rows().rows(session, given)
    first = [hold(session, OutboundPart, row[:-1]) for row in rows]
    has_mail = bool(rows[0][-1]) if rows else None
    if len(first) < AT_ONCE:
        return Open(first, has_mail)
    behind = part_statements.open_parts().where(OutboundPart.kind == "otp", col(OutboundPart.id) > first[-1].id)
    return Open([*first, *session.exec(behind, params=given)], has_mail)


def any_waits(session: Session, conversation_id: str) -> bool:
    """Whether a part of a conversation has yet to leave."""
    return bool(session.scalar(select(_waits(conversation_id))))


def any_taken_behind(session: Session, part: OutboundPart, since: datetime) -> bool:
    """Whether the provider of a part has taken one that was written behind it, whosever, which left since a moment."""
    taken = select(OutboundPart.id).where(
        col(OutboundPart.id) > part.id,
        OutboundPart.channel == part.channel,
        col(OutboundPart.twilio_sid).is_not(None),
        col(OutboundPart.dispatched_at) > since,
    )
    return session.exec(taken.limit(1)).first() is not None


def _waits(conversation_id: str) -> Exists:
    return exists().where(
        col(OutboundPart.conversation_id) == conversation_id,
        col(OutboundPart.closed_at).is_(None),
        col(OutboundPart.state) == "pending",
    )


def conversations_with_work(session: Session, now: datetime, limit: int = 10_000) -> Sequence[str]:
    """Conversations that have a part due now, the longest waiting first."""
    found = periodic_statements.conversations_with_work()
    return [key for (key,) in found.rows(session, {"now": now, "most": limit})]


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


def claim(session: Session, part: OutboundPart, **values: Any) -> OutboundPart | None:
    """Take a part that waits, to send it now, unless somebody else did or its address has opted out: that is asked in
    the very statement that takes it, whatever the part is and whoever wrote it. Returns it as it is then: the same
    object, told what is new."""
    given = {"of_part": part.id, "of_attempts": part.attempts, "of_address": part.address}
    new = {f"new_{name}": value for name, value in values.items()}
    row = part_statements.claimed_part(tuple(new)).first(session, given | new)
    if row is None:
        return None
    for name, value in zip(part_statements.COLUMNS, row, strict=True):
        if getattr(part, name) != value:
            set_committed_value(part, name, value)
    return part


def is_ours(session: Session, part: OutboundPart) -> bool:
    """Whether a part that was claimed is still as it was then: nobody has judged that attempt lost."""
    return part_statements.taken_part().first(session, {"of_part": part.id}) == ("dispatching", part.attempts)


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
