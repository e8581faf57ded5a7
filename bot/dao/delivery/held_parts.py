"""Parts that wait for their person to write: 24 hours after somebody's last message WhatsApp takes no free text for
them; and what could not leave for long is not for whoever has their phone by then. And the line that told them that
something waits, a part of its own kind."""

import re
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, and_, exists, or_, update
from sqlmodel import Session, col, select

from bot.dao.addresses import signed_in_at
from bot.dao.changes import changed
from bot.dao.contexts import is_of
from bot.dao.delivery.part_statements import FAREWELL, IS_HELD
from bot.models import Address, Conversation, InboundMessage, OutboundPart, Run

KEPT_FOR: Final = timedelta(days=7)  # what is held for longer never leaves
SOON: Final = timedelta(minutes=1)  # what leaves within it was said to whoever is there
STANDS_IN: Final = re.compile(r"(?P<key>.+):sms\d(?::again)?", re.DOTALL)  # the key of what goes by another channel
BY_SMS: Final = ("sms0", "sms1", "sms2")
INSTEAD: Final = ("again", "text", "link", "unknown", *BY_SMS)  # what the keys of parts end with that follow a refusal
AT_ONCE: Final = 30  # rows looked at: what was said last, however long the conversation
REMINDER: Final = "reminder"  # the kind of the line that says that something waits


def hold(session: Session, part_id: int, now: datetime) -> bool:
    """A part that was refused waits for its person. False: it has arrived meanwhile."""
    return changed(
        session,
        update(OutboundPart)
        .where(col(OutboundPart.id) == part_id, col(OutboundPart.state).in_(("failed", "undelivered")))
        .values(state="held", closed_at=None, due_at=now),
    )


def keep_for(session: Session, user_id: int, said: str, conversation_id: str) -> None:
    """What has just been written to a user under a key (`key:0`, `key:1`, …) waits for them: somebody else is there."""
    session.execute(
        update(OutboundPart)
        .where(
            col(OutboundPart.conversation_id) == conversation_id,
            col(OutboundPart.user_id) == user_id,
            col(OutboundPart.key).startswith(f"{said}:"),
            col(OutboundPart.state) == "pending",
        )
        .values(state="held")
        .execution_options(synchronize_session=False)
    )


def hold_back(session: Session, user_id: int, here: str) -> None:
    """Whoever has a user's phones from now on may be somebody else: what is theirs and has yet to leave for another
    address than that of the conversation `here` waits for them. What tells others about them leaves."""
    ids = select(Address.id).where(Address.user_id == user_id)
    theirs = select(Conversation.id).where(col(Conversation.address_id).in_(ids))
    this = select(Conversation.address_id).where(Conversation.id == here)
    elsewhere = select(Address.value).where(Address.user_id == user_id, col(Address.id).not_in(this))
    session.execute(
        update(OutboundPart)
        .where(
            col(OutboundPart.conversation_id).in_(theirs),
            col(OutboundPart.closed_at).is_(None),
            col(OutboundPart.state) == "pending",
            col(OutboundPart.address).in_(elsewhere),
            or_(col(OutboundPart.user_id) == user_id, _answers(user_id)),
        )
        .values(state="held")
        .execution_options(synchronize_session=False)
    )


def wait_for_owner(session: Session, part: OutboundPart, now: datetime) -> bool:
    """Have a part that could not leave for long wait for whose it is, when they are signed in no more on the phone it
    is for. True: it does. What leaves at once is read by whoever asked; hours later somebody else may have the phone,
    also when a refusal is heard of so late, whatever is written for it. What tells others about them leaves."""
    is_fresh = now - part.created_at <= SOON and part.key.rpartition(":")[2] not in INSTEAD
    if is_fresh or part.kind == FAREWELL or (whose := owner(session, part)) is None:
        return False
    found = select(Address, Conversation.id).outerjoin(Conversation, col(Conversation.address_id) == col(Address.id))
    there = session.exec(found.where(Address.value == part.address)).first()
    if there is None or signed_in_at(there[0], now) == whose:
        return False
    is_for_them = there[0].user_id == whose or there[1] == part.conversation_id or STANDS_IN.fullmatch(part.key)
    if not is_for_them:
        return False
    mine = update(OutboundPart).where(col(OutboundPart.id) == part.id, col(OutboundPart.state) == "pending")
    return changed(session, mine.values(state="held"))


def owner(session: Session, part: OutboundPart) -> int | None:
    """The user whose a part is; None for a guest's and for anybody's."""
    run = session.get(Run, part.run_id) if part.run_id is not None else None
    return run.user_id if run is not None else part.user_id


def release(session: Session, address: str, now: datetime, user_id: int | None) -> bool:
    """Somebody wrote again: what waited for that may leave, but nothing that was another user's."""
    return changed(
        session,
        update(OutboundPart)
        .where(*_waiting_for(address, now, user_id))
        .values(state="pending", due_at=now, twilio_sid=None, dispatched_at=None, first_dispatched_at=None),
    )


def any_for(session: Session, address: str, now: datetime, user_id: int | None) -> bool:
    """Whether something would leave if whoever is signed in at an address (None: a guest) wrote now."""
    return bool(session.scalar(select(exists().where(*_waiting_for(address, now, user_id)))))


def _waiting_for(address: str, now: datetime, user_id: int | None) -> tuple[ColumnElement[bool], ...]:
    of_nobody_else = or_(col(OutboundPart.user_id).is_(None), col(OutboundPart.user_id) == user_id)
    return (
        col(OutboundPart.address) == address,
        IS_HELD,
        or_(and_(col(OutboundPart.run_id).is_(None), of_nobody_else), _answers(user_id)),
        col(OutboundPart.created_at) > now - KEPT_FOR,
    )


def _answers(user_id: int | None) -> ColumnElement[bool]:
    """Parts that a run of theirs answered."""
    return exists().where(col(Run.id) == col(OutboundPart.run_id), is_of(user_id))


def reminder_before(session: Session, message: InboundMessage) -> OutboundPart | None:
    """The reminder that a message is the first one after; None when there is none, or they have written since."""
    said_last = (
        select(OutboundPart)
        .where(OutboundPart.conversation_id == message.conversation_id)
        .order_by(col(OutboundPart.id).desc())
        .limit(AT_ONCE)
    )
    sent = (part for part in session.exec(said_last) if part.kind == REMINDER and part.first_dispatched_at is not None)
    reminder = next(sent, None)
    if reminder is None:
        return None
    before = (
        select(InboundMessage.received_at)
        .where(InboundMessage.conversation_id == message.conversation_id, col(InboundMessage.id) < message.id)
        .order_by(col(InboundMessage.id).desc())
        .limit(1)
    )
    written_at = session.exec(before).first()
    return reminder if written_at is None or written_at < reminder.created_at else None


def left_after(session: Session, reminder: OutboundPart, since: datetime) -> bool:
    """Whether something that a reminder spoke of has left, or is about to, since a moment."""
    found = exists().where(
        col(OutboundPart.conversation_id) == reminder.conversation_id,
        col(OutboundPart.address) == reminder.address,
        col(OutboundPart.id) < reminder.id,
        col(OutboundPart.state).not_in(("held", "dropped")),
        or_(col(OutboundPart.first_dispatched_at).is_(None), col(OutboundPart.first_dispatched_at) >= since),
    )
    return bool(session.scalar(select(found)))


def withdraw(session: Session, user_id: int, prefix: str, now: datetime) -> None:
    """Close what was said to a user without a run under keys that begin so, and has not left: there is no reason for it
    any more."""
    session.execute(
        update(OutboundPart)
        .where(
            col(OutboundPart.user_id) == user_id,
            col(OutboundPart.key).startswith(prefix, autoescape=True),
            col(OutboundPart.state).in_(("pending", "held")),
        )
        .values(state="dropped", closed_at=now)
    )
