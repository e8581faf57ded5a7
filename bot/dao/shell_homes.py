"""Rows of the shell sandbox's homes. One that is over only expires; the chore deletes it, and its bytes after it."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, func, or_, update
from sqlmodel import Session, col, select

from bot.dao.privacy.owned_rows import ALWAYS as LONG_AGO
from bot.models import Address, Conversation, ShellHome


def current(session: Session, conversation_id: str, user_id: int | None, now: datetime) -> ShellHome | None:
    """The home a user has in a conversation now; never another user's who was signed in there."""
    theirs = and_(
        col(ShellHome.conversation_id) == conversation_id,
        col(ShellHome.user_id).is_not_distinct_from(user_id),
        col(ShellHome.expires_at) > now,
    )
    return session.exec(select(ShellHome).where(theirs).order_by(col(ShellHome.id).desc()).limit(1)).first()


def replace(session: Session, home: ShellHome) -> None:
    """Make a home the conversation's only one."""
    _expire(session, col(ShellHome.conversation_id) == home.conversation_id)
    session.add(home)


def make_room(session: Session, size: int, at_most: int, now: datetime) -> None:
    """Expire the homes used longest ago until one of this size fits; all together have `at_most` bytes."""
    alive = col(ShellHome.expires_at) > now
    total = session.exec(select(func.coalesce(func.sum(ShellHome.size), 0)).where(alive)).one()
    over = int(total) + size - at_most
    if over <= 0:
        return
    oldest = select(ShellHome.id, ShellHome.size).where(alive).order_by(col(ShellHome.id))
    going = []
    for home_id, its_size in session.exec(oldest):
        going.append(home_id)
        over -= its_size
        if over <= 0:
            break
    _expire(session, col(ShellHome.id).in_(going))


def forget_address(session: Session, address_id: int) -> None:
    """Expire the home of an address's conversation."""
    theirs = select(Conversation.id).where(Conversation.address_id == address_id)
    _expire(session, col(ShellHome.conversation_id).in_(theirs))


def forget_user(session: Session, user_id: int) -> None:
    """Expire every home of a user, and whatever lies in the conversations of their addresses."""
    theirs = select(Conversation.id).join(Address, col(Address.id) == col(Conversation.address_id))
    in_theirs = col(ShellHome.conversation_id).in_(theirs.where(Address.user_id == user_id))
    _expire(session, or_(col(ShellHome.user_id) == user_id, in_theirs))


def remove_expired(session: Session, now: datetime, limit: int) -> Sequence[str]:
    """Delete some homes that are over. Returns the digests of their bytes."""
    expired = select(ShellHome.id, ShellHome.sha256).where(col(ShellHome.expires_at) <= now).limit(limit)
    found = session.exec(expired.order_by(col(ShellHome.expires_at))).all()
    gone = col(ShellHome.id).in_([home_id for home_id, _ in found])
    session.execute(delete(ShellHome).where(gone).execution_options(synchronize_session=False))
    return [digest for _, digest in found]


def _expire(session: Session, which: ColumnElement[bool]) -> None:
    expired = update(ShellHome).where(which).values(expires_at=LONG_AGO)
    session.execute(expired.execution_options(synchronize_session=False))
