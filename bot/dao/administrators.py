"""The addresses of those who run the service."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from bot.models import Administrator


def all_of(session: Session) -> Sequence[str]:
    """Every one, in the order they were added."""
    return session.exec(select(Administrator.value).order_by(col(Administrator.id))).all()


def add(session: Session, address: str) -> bool:
    """Add one; False when it is one already."""
    known = session.exec(select(Administrator.id).where(Administrator.value == address)).first()
    if known is None:
        session.add(Administrator(value=address))
        session.flush()
    return known is None


def remove(session: Session, address: str) -> bool:
    """Remove one; False when it was none."""
    found = session.exec(select(Administrator).where(Administrator.value == address)).one_or_none()
    if found is not None:
        session.delete(found)
    return found is not None
