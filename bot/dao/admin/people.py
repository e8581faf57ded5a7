"""Whom an administrator means by a number or an id."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from bot.models import Address, Conversation, User


@dataclass(frozen=True, slots=True)
class Whom:
    """A user, or a guest (None), and the conversations with them."""

    user_id: int | None
    conversations: Sequence[str]


def user(session: Session, user_id: int) -> Whom | None:
    """The user of an id."""
    if session.get(User, user_id) is None:
        return None
    theirs = select(Conversation.id).join(Address, col(Address.id) == col(Conversation.address_id))
    found = session.exec(theirs.where(Address.user_id == user_id).order_by(Conversation.id)).all()
    return Whom(user_id, tuple(found))


def in_conversation(session: Session, conversation_id: str) -> Whom | None:
    """Who a conversation is with, as alerts and logs name them."""
    theirs = select(Address).join(Conversation, col(Address.id) == col(Conversation.address_id))
    address = session.exec(theirs.where(Conversation.id == conversation_id)).first()
    if address is None or address.user_id is None:
        return Whom(None, (conversation_id,)) if address else None
    return user(session, address.user_id)


def at_number(session: Session, number: str) -> Whom | None:
    """Who is reached at a number (E.164), or at an address in Twilio's form."""
    confirmed = session.exec(select(User.id).where(User.phone == number)).first()
    if confirmed is not None:
        return user(session, confirmed)
    there = session.exec(select(Address).where(col(Address.value).in_((number, f"whatsapp:{number}")))).all()
    owner = next((address.user_id for address in there if address.user_id is not None), None)
    if owner is not None:
        return user(session, owner)
    ids = [address.id for address in there]
    found = session.exec(select(Conversation.id).where(col(Conversation.address_id).in_(ids))).all()
    return Whom(None, tuple(found)) if there else None
