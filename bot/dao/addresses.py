"""Addresses: who may be written to, and whose they are."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import ScalarSelect, update
from sqlmodel import Session, SQLModel, col, select

from bot.dao import people_statements, users
from bot.dao.engine.held import hold
from bot.models import Address, Conversation, User

KEPT = "kept rows"  # in what a session carries
_OF_USER = len(SQLModel.metadata.tables["address"].c)  # where columns begin in a row of `people_of`
_OF_CONVERSATION = _OF_USER + len(SQLModel.metadata.tables["user_account"].c)


def by_value(session: Session, value: str) -> Address | None:
    """An address in Twilio's form."""
    return session.exec(select(Address).where(Address.value == value)).one_or_none()


def locked(session: Session, value: str) -> Address | None:
    """`by_value`, locked: as it is now, and unchanged until the transaction ends."""
    found = select(Address).where(Address.value == value).with_for_update().execution_options(populate_existing=True)
    return session.exec(found).one_or_none()


def signed_in_at(address: Address, now: datetime) -> int | None:
    """The user somebody is signed in as at an address now; None for a guest."""
    until = address.signed_in_until
    return address.user_id if until is not None and until > now else None


def owner(session: Session, address: Address) -> User | None:
    """The user an address belongs to; None for a guest."""
    return session.get(User, address.user_id) if address.user_id else None


def of_conversation_with_owner(session: Session, key: str) -> tuple[Address, User | None]:
    """The address of a conversation and the user it belongs to. Both, and the conversation, stay in the session: who
    asks for one of them by its id later asks no database."""
    (row,) = people_statements.people_of().rows(session, {"of_id": key})
    address, user = hold(session, Address, row[:_OF_USER]), None
    if row[_OF_USER] is not None:
        user = hold(session, User, row[_OF_USER:_OF_CONVERSATION])
    conversation = hold(session, Conversation, row[_OF_CONVERSATION:])
    session.info.setdefault(KEPT, []).append((address, user, conversation))  # a session holds what it read but weakly
    return address, user


def all_of(session: Session, user_ids: Collection[int]) -> Mapping[int, Sequence[Address]]:
    """The addresses of several users. They, the users and their conversations stay in the session, as above."""
    found = (
        select(Address, User, Conversation)
        .join(User, col(User.id) == col(Address.user_id))
        .outerjoin(Conversation, col(Conversation.address_id) == col(Address.id))
        .where(col(Address.user_id).in_(user_ids))
    )
    rows = session.exec(found.order_by(col(Address.id))).all()
    session.info.setdefault(KEPT, []).append(rows)
    theirs: dict[int, list[Address]] = {}
    for address, user, _ in rows:
        theirs.setdefault(user.id, []).append(address)
    return theirs


def signed_in_as(conversation_id: str, now: datetime) -> ScalarSelect[int | None]:
    """For a statement: the user somebody is signed in as in a conversation now; NULL for a guest."""
    return (
        select(Address.user_id)
        .join(Conversation, col(Conversation.address_id) == col(Address.id))
        .where(Conversation.id == conversation_id, col(Address.signed_in_until) > now)
        .scalar_subquery()
    )


def signed_in_now(session: Session, conversation_id: str, now: datetime) -> int | None:
    """`signed_in_as`, executed: the id of the user signed in at a conversation, or None."""
    return session.scalar(select(signed_in_as(conversation_id, now)))


def is_guest(session: Session, conversation_id: str, now: datetime) -> bool:
    """Whether nobody is signed in at a conversation now. Asked for every turn while many wait."""
    return people_statements.signed_in().first(session, {"of_id": conversation_id, "since": now}) is None


def signed_in_beside(session: Session, user_id: int, address_id: int, now: datetime) -> Sequence[Address]:
    """The other addresses at which somebody is signed in as a user now."""
    return session.exec(
        select(Address).where(Address.user_id == user_id, Address.id != address_id, col(Address.signed_in_until) > now)
    ).all()


def reachable_of(session: Session, user_id: int, now: datetime) -> Sequence[Address]:
    """The addresses at which a user is signed in now and may be written to."""
    return session.exec(
        select(Address)
        .where(
            Address.user_id == user_id,
            col(Address.signed_in_until) > now,
            col(Address.opted_out_at).is_(None),
            col(Address.bad_at).is_(None),
        )
        .order_by(col(Address.id))
    ).all()


def is_reachable(address: Address, now: datetime) -> bool:
    """Whether its user is signed in at an address, has not opted out, and it is not known to be bad."""
    return signed_in_at(address, now) is not None and address.opted_out_at is None and address.bad_at is None


def signed_in_on(session: Session, user_id: int, channel: str, now: datetime) -> Sequence[Address]:
    """A user's addresses on a channel where they are signed in now, the one they wrote from last first."""
    found = select(Address).where(
        Address.user_id == user_id, Address.channel == channel, col(Address.signed_in_until) > now
    )
    return session.exec(found.order_by(col(Address.last_inbound_at).desc().nulls_last(), col(Address.id))).all()


def sign_out(session: Session, address_id: int) -> None:
    """End the sign-in of one address; it stays its user's."""
    session.execute(update(Address).where(col(Address.id) == address_id).values(signed_in_until=None))


def sign_out_all_of(session: Session, user_id: int) -> None:
    """End the sign-in of every address of a user; they stay theirs."""
    session.execute(update(Address).where(col(Address.user_id) == user_id).values(signed_in_until=None))


def sign_out_beside(session: Session, user_id: int, address_id: int) -> None:
    """`sign_out_all_of`, but for one."""
    others = (col(Address.user_id) == user_id, col(Address.id) != address_id)
    session.execute(update(Address).where(*others).values(signed_in_until=None))


def detach_all_of(session: Session, user_id: int) -> None:
    """Make every address of a user nobody's."""
    session.execute(update(Address).where(col(Address.user_id) == user_id).values(user_id=None, signed_in_until=None))


def user_of_number(session: Session, number: str) -> User | None:
    """The user a number (E.164) belongs to: who confirmed it by a code, else who has another address with it and has
    confirmed no other number."""
    confirmed = users.with_number(session, number)
    if confirmed is not None:
        return confirmed
    return session.exec(
        select(User)
        .join(Address, col(Address.user_id) == col(User.id))
        .where(
            col(Address.value).in_((number, f"whatsapp:{number}")),
            col(User.phone).is_(None),
            col(User.deleted_at).is_(None),
        )
        .order_by(col(User.id))
    ).first()


def opt_out(session: Session, value: str, now: datetime) -> None:
    """Nothing more may be sent to this address until it opts in."""
    session.execute(update(Address).where(col(Address.value) == value).values(opted_out_at=now))


def opt_in(session: Session, value: str) -> None:
    """Messages may be sent again."""
    session.execute(update(Address).where(col(Address.value) == value).values(opted_out_at=None))


def is_silent(session: Session, value: str) -> bool:
    """Whether an address has opted out."""
    silent = select(Address.id).where(Address.value == value, col(Address.opted_out_at).is_not(None))
    return session.exec(silent).first() is not None


def mark_bad(session: Session, value: str, now: datetime) -> None:
    """The provider says this address cannot be reached."""
    session.execute(update(Address).where(col(Address.value) == value).values(bad_at=now))


def mark_good(session: Session, value: str) -> None:
    """Something arrived at this address after all."""
    session.execute(update(Address).where(col(Address.value) == value).values(bad_at=None))


def other_of(session: Session, value: str, channel: str, now: datetime) -> Address | None:
    """An address on another channel the same user is signed in at and that may be written to: the way round a closed
    WhatsApp window. Where they are signed out somebody else may hold the phone."""
    address = by_value(session, value)
    if address is None or address.user_id is None:
        return None
    theirs = reachable_of(session, address.user_id, now)
    return next((each for each in theirs if each.channel == channel), None)


def of_conversation(session: Session, key: str) -> str | None:
    """The address a conversation is with."""
    joined = select(Address.value).join(Conversation, col(Conversation.address_id) == col(Address.id))
    return session.exec(joined.where(Conversation.id == key)).first()


def of_conversations(session: Session, keys: Collection[str]) -> Mapping[str, str]:
    """The addresses of several conversations, by the conversations' ids."""
    joined = select(Conversation.id, Address.value).join(Address, col(Conversation.address_id) == col(Address.id))
    return dict(session.exec(joined.where(col(Conversation.id).in_(keys))).all())
