"""The addresses of those who run the service."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from bot.dao.admin import sessions
from bot.models import Administrator


def all_of(session: Session) -> Sequence[str]:
    """Every one, in the order they were added."""
    return session.exec(select(Administrator.value).order_by(col(Administrator.id))).all()


def with_number(session: Session, number: str) -> Administrator | None:
    """The administrator who is reached at a number (E.164), by whichever channel."""
    return next(iter(_reached_at(session, number)), None)


def add(session: Session, address: str) -> bool:
    """Add one; False when they are one already, by this channel or the other."""
    if _reached_at(session, address):
        return False
    session.add(Administrator(value=address))
    session.flush()
    return True


def remove(session: Session, address: str) -> Sequence[str]:
    """Remove one, by every channel they are reached by, and end their sessions; the addresses that were removed."""
    found = _reached_at(session, address)
    for one in found:
        sessions.end_all_of(session, one.id)
        session.delete(one)
    return [one.value for one in found]


def _reached_at(session: Session, address: str) -> Sequence[Administrator]:
    """Whoever has the number of an address: a person, though their rows may be two."""
    value = address.rpartition(":")[2]
    at_it = col(Administrator.value).in_((value, f"whatsapp:{value}"))
    return session.exec(select(Administrator).where(at_it).order_by(col(Administrator.id))).all()
