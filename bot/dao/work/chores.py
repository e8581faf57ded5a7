"""Leases on what one worker at a time does, on the database's clock."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, and_, or_, update
from sqlalchemy import select as sql_select
from sqlmodel import Session, col, select

from bot.dao.changes import changed
from bot.dao.database import database_epoch
from bot.dao.inserts import insert_into
from bot.models import Chore

SLACK_S: Final = 60.0


class Claim(NamedTuple):
    """Where a chore stood, the database's time, and when it was due (0: it was never done)."""

    position: str
    now: float
    was_due: float


def ensure(session: Session, names: Collection[str]) -> None:
    """Make chores known; new ones are due at once."""
    values = [{"name": name, "holder": "", "due": 0.0, "expires": 0.0, "position": ""} for name in names]
    session.execute(insert_into(session, Chore).values(values).on_conflict_do_nothing(index_elements=["name"]))


def due(session: Session, longest_s: Mapping[str, float], lease_s: float) -> Sequence[str]:
    """Those of some chores that are due and that nobody does. `longest_s`: by name, how long one waits at the most."""
    free = (_is_free(name, seconds, lease_s) for name, seconds in longest_s.items())
    return session.exec(select(Chore.name).where(or_(*free))).all()


def clock_and_due(session: Session, name: str) -> tuple[float, float]:
    """The database's time, and when a chore is due (0: it was never done)."""
    due_at = select(Chore.due).where(Chore.name == name).scalar_subquery()
    now, moment = session.execute(sql_select(database_epoch(), due_at)).one()
    return float(now), float(moment or 0.0)


def claim(session: Session, name: str, holder: str, longest_s: float, lease_s: float) -> Claim | None:
    """Take a chore that is due and that nobody does, or whose holder is lost. None when somebody else has it."""
    taken = session.execute(
        update(Chore)
        .where(_is_free(name, longest_s, lease_s))
        .values(holder=holder, expires=database_epoch() + lease_s)
        .returning(col(Chore.position), database_epoch(), col(Chore.due))
    ).one_or_none()
    return Claim(taken[0], float(taken[1]), float(taken[2])) if taken else None


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


def give_back(session: Session, names: Collection[str], holder: str) -> None:
    """Let anybody take what a holder has, at once, from where it stood after its last step."""
    theirs = update(Chore).where(col(Chore.name).in_(names), col(Chore.holder) == holder)
    session.execute(theirs.values(holder="", expires=0.0))


def _is_free(name: str, longest_s: float, lease_s: float) -> ColumnElement[bool]:
    return and_(col(Chore.name) == name, _has_come(Chore.due, longest_s), _has_come(Chore.expires, lease_s))


def _has_come(moment: Any, longest_s: float) -> ColumnElement[bool]:
    """Whether a moment has come, or lies further ahead than `longest_s`: then a clock wrote it that has gone back
    since."""
    now = database_epoch()
    return or_(col(moment) <= now, col(moment) > now + longest_s + SLACK_S)
