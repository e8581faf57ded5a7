"""Whom an administrator means by a number or an id."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, func, union
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from bot.dao import addresses
from bot.models import Address, Conversation, Run, User

LATELY: Final = 500  # runs of a user


@dataclass(frozen=True, slots=True)
class Whom:
    """A user, or a guest (None), and the conversations with them."""

    user_id: int | None
    conversations: Sequence[str]


def user(session: Session, user_id: int) -> Whom | None:
    """The user of an id."""
    if session.get(User, user_id) is None:
        return None
    return Whom(user_id, tuple(session.exec(conversations_of(user_id).order_by(col(Conversation.id)))))


def conversations_of(user_id: int) -> SelectOfScalar[str]:
    """The ids of the conversations with a user: at their addresses, and where they asked something lately, before
    another of the house signed in there."""
    at_theirs = select(Conversation.id).join(Address, col(Address.id) == col(Conversation.address_id))
    lately = (
        select(Run.conversation_id).where(Run.user_id == user_id).order_by(col(Run.started_at).desc()).limit(LATELY)
    )
    spoke_there = select(lately.subquery().c.conversation_id)
    either = union(at_theirs.where(Address.user_id == user_id), spoke_there)  # « or » would read every conversation
    return select(Conversation.id).where(col(Conversation.id).in_(either))


def is_for(user_id: int, part: Any) -> ColumnElement[bool]:
    """Whether a part in one of these conversations is a user's, or nobody's: a code, or what was said to a guest."""
    answered = select(col(Run.user_id)).where(col(Run.id) == part.run_id).scalar_subquery()
    return func.coalesce(part.user_id, answered, user_id) == user_id


def in_conversation(session: Session, conversation_id: str) -> Whom | None:
    """Who a conversation is with, as alerts and logs name them."""
    theirs = select(Address).join(Conversation, col(Address.id) == col(Conversation.address_id))
    address = session.exec(theirs.where(Conversation.id == conversation_id)).first()
    if address is None or address.user_id is None:
        return Whom(None, (conversation_id,)) if address else None
    return user(session, address.user_id)


def at_number(session: Session, number: str) -> Whom | None:
    """Who is reached at a number (E.164), or at an address in Twilio's form: whose number it is, else whoever writes
    from there and has confirmed another."""
    known = addresses.user_of_number(session, number)
    if known is not None:
        return user(session, known.id)
    at_it = col(Address.value).in_((number, f"whatsapp:{number}"))
    there = session.exec(select(Address).where(at_it).order_by(col(Address.id))).all()
    owner = next((address.user_id for address in there if address.user_id is not None), None)
    if owner is not None:
        return user(session, owner)
    ids = [address.id for address in there]
    found = session.exec(select(Conversation.id).where(col(Conversation.address_id).in_(ids))).all()
    return Whom(None, tuple(found)) if there else None
