"""Guests nobody has heard of for long: finding them, and deleting what they left, a page at a time."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists
from sqlmodel import Session, col, select

from bot.dao.privacy import erasure, owned_rows, retention
from bot.dao.privacy.owned_rows import Holder
from bot.models import Address, Conversation, ConversationContext, InboundMessage, OutboundPart, Run, ownership


def dormant(session: Session, before: datetime, limit: int) -> Sequence[str]:
    """Conversations of guests who have been silent since before a moment, the longest silent first; none that
    anything is open in."""
    return session.exec(
        select(Conversation.id)
        .join(Address, col(Address.id) == col(Conversation.address_id))
        .where(_is_dormant(before))
        .order_by(col(Address.last_inbound_at))
        .limit(limit)
    ).all()


def lock(session: Session, key: str, before: datetime) -> Holder | None:
    """The guest of a conversation, who has it no more until the transaction ends; None when they have come back."""
    session.execute(select(Conversation.id).where(Conversation.id == key).with_for_update())
    found = select(Address).join(Conversation, col(Conversation.address_id) == col(Address.id))
    address = session.exec(found.where(Conversation.id == key, _is_dormant(before))).one_or_none()
    return owned_rows.holder(session, address) if address is not None else None


def _is_dormant(before: datetime) -> ColumnElement[bool]:
    key = col(Conversation.id)
    asked = exists().where(col(InboundMessage.conversation_id) == key, col(InboundMessage.processed_at).is_(None))
    said = exists().where(col(OutboundPart.conversation_id) == key, ~retention.part_is_over(before))
    runs = exists().where(col(Run.conversation_id) == key, col(Run.status) == "running")
    silent = (col(Address.user_id).is_(None), col(Address.last_inbound_at) < before)
    return and_(*silent, col(Conversation.lane_worker).is_(None), ~asked, ~said, ~runs)


def remove_page(session: Session, who: Holder, limit: int) -> dict[str, int]:
    """Delete some of what was said with a guest; nothing of whoever had this address before them. Returns how many
    rows of what; nothing when nothing is left."""
    received = owned_rows.within(who, InboundMessage.conversation_id, InboundMessage.received_at)
    said = owned_rows.within(who, OutboundPart.conversation_id, OutboundPart.created_at)
    messages = _ids(session, InboundMessage, and_(received, col(InboundMessage.processed_at).is_not(None)), limit)
    parts = _ids(session, OutboundPart, said, limit)
    runs = _ids(session, Run, and_(owned_rows.of_runs(who), col(Run.user_id).is_(None)), limit // 5)
    counts = {
        "messages": retention.empty_messages(session, messages),
        "parts": retention.remove(session, OutboundPart, parts),
        "runs": retention.remove_runs(session, runs),
    }
    return {what: number for what, number in counts.items() if number}


def _ids(session: Session, table: Any, which: ColumnElement[bool], limit: int) -> Sequence[int]:
    return session.exec(select(table.id).where(which).limit(limit)).all()


def remove_rest(session: Session, who: Holder, now: datetime) -> Sequence[str]:
    """What else is left of a guest, themselves included, when their messages, parts and runs are gone. An opt-out
    stays, and so does a conversation in which an earlier owner left something. Returns the digests of files."""
    digests = erasure.delete_files(session, who)
    erasure.delete_questions(session, who)
    erasure.delete_codes(session, who, now)
    erasure.empty_person(session, who, now)
    for key in who.since:
        session.execute(
            delete(ConversationContext).where(
                col(ConversationContext.conversation_id) == key, col(ConversationContext.owner_id) == 0
            )
        )
    for address in who.addresses:
        address.last_inbound_at = None  # nothing is left to look for
        if address.opted_out_at is None and not _is_referred_to(session, who):
            _drop(session, address, who)
    return digests


def _is_referred_to(session: Session, who: Holder) -> bool:
    for key in ownership.referring("conversation"):
        referring = select(key).where(key.in_(list(who.since)))
        if session.exec(referring.limit(1)).first() is not None:
            return True
    return False


def _drop(session: Session, address: Address, who: Holder) -> None:
    session.flush()
    session.execute(delete(Conversation).where(col(Conversation.id).in_(list(who.since))))
    session.delete(address)
