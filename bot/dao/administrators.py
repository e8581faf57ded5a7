"""The addresses of those who run the service."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from bot.dao import admin_sessions
from bot.models import Administrator


def all_of(session: Session) -> Sequence[str]:
    """Every one, in the order they were added."""
    return session.exec(select(Administrator.value).order_by(col(Administrator.id))).all()


def with_number(session: Session, number: str) -> Administrator | None:
    """The administrator who is reached at a number (E.164), by whichever channel."""
    at_it = col(Administrator.value).in_((number, f"whatsapp:{number}"))
    return session.exec(select(Administrator).where(at_it).order_by(col(Administrator.id))).first()


def add(session: Session, address: str) -> bool:
    """Add one; False when it is one already."""
    known = session.exec(select(Administrator.id).where(Administrator.value == address)).first()
    if known is None:
        session.add(Administrator(value=address))
        session.flush()
    return known is None


def remove(session: Session, address: str) -> bool:
    """Remove one and end their sessions; False when it was none."""
    found = session.exec(select(Administrator).where(Administrator.value == address)).one_or_none()
    if found is not None:
        admin_sessions.end_all_of(session, found.id)
        session.delete(found)
    return found is not None
