"""Leases on what one worker at a time does, on the database's clock."""

from collections.abc import Collection, Sequence

from sqlalchemy import update
from sqlmodel import Session, col, select

from bot.dao.changes import changed
from bot.dao.database import database_epoch
from bot.dao.inserts import insert_into
from bot.models import Chore


def ensure(session: Session, names: Collection[str]) -> None:
    """Make chores known; new ones are due at once."""
    values = [{"name": name, "holder": "", "due": 0.0, "expires": 0.0, "position": ""} for name in names]
    session.execute(insert_into(session, Chore).values(values).on_conflict_do_nothing(index_elements=["name"]))


def due(session: Session, names: Collection[str]) -> Sequence[str]:
    """Those of some chores that are due and that nobody does."""
    free = (col(Chore.name).in_(names), col(Chore.due) <= database_epoch(), col(Chore.expires) <= database_epoch())
    return session.exec(select(Chore.name).where(*free)).all()


def claim(session: Session, name: str, holder: str, lease_s: float) -> tuple[str, float] | None:
    """Take a chore that is due and that nobody does, or whose holder is lost. Returns where it stood, and the
    database's time; None when somebody else has it."""
    taken = session.execute(
        update(Chore)
        .where(col(Chore.name) == name, col(Chore.due) <= database_epoch(), col(Chore.expires) <= database_epoch())
        .values(holder=holder, expires=database_epoch() + lease_s)
        .returning(col(Chore.position), database_epoch())
    ).one_or_none()
    return (taken[0], float(taken[1])) if taken else None


def keep(session: Session, name: str, holder: str, lease_s: float, position: str) -> bool:
    """Hold a chore for longer, and remember where it stands. False: somebody else has taken it meanwhile."""
    return changed(
        session,
        update(Chore)
        .where(col(Chore.name) == name, col(Chore.holder) == holder)
        .values(expires=database_epoch() + lease_s, position=position),
    )


def leave(session: Session, name: str, holder: str, due_in_s: float, position: str) -> None:
    """Give a chore up, done or not; anybody may take it in so many seconds."""
    session.execute(
        update(Chore)
        .where(col(Chore.name) == name, col(Chore.holder) == holder)
        .values(holder="", expires=0.0, due=database_epoch() + due_in_s, position=position)
    )
