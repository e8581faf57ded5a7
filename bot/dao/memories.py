"""Facts about people that are kept for them."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col

from bot.dao import turn_statements
from bot.dao.privacy import owned_rows
from bot.models import Memory


def of_user(session: Session, user_id: int, since: datetime | None = None) -> Sequence[Memory]:
    """A user's memories in the order in which they were made; with `since` only those made from then on."""
    chosen = turn_statements.memories_of()
    chosen = chosen if since is None else chosen.where(col(Memory.created_at) >= since)
    return session.exec(chosen, params={"of_user": user_id}).all()


def locked(session: Session, user_id: int) -> Sequence[Memory]:
    """As `of_user`, and nobody else adds one until the transaction ends."""
    owned_rows.lock(session, user_id)
    return of_user(session, user_id)


def add(session: Session, memory: Memory) -> None:
    """Keep one."""
    session.add(memory)


def remove(session: Session, memory: Memory) -> None:
    """Forget one."""
    session.delete(memory)
    session.flush()
