"""Worker processes and their heartbeats, on the database's clock."""

from functools import cache

from sqlalchemy import ColumnElement, Float, and_, bindparam, delete, func, insert, inspect, update
from sqlalchemy import select as select_rows
from sqlmodel import Session, SQLModel, col, select
from sqlmodel.sql.expression import SelectOfScalar

from bot.dao.database import database_epoch
from bot.dao.engine.prepared import Prepared
from bot.models import Worker
from bot.models.base import utc_now

_WORKERS = SQLModel.metadata.tables["worker"]


def have_their_table(session: Session) -> bool:
    """Whether the schema was ever made."""
    return inspect(session.connection()).has_table(str(Worker.__tablename__))


def register(session: Session, worker_id: str, label: str) -> None:
    """Make a worker known and alive."""
    session.execute(insert(Worker).values(id=worker_id, label=label, heartbeat=database_epoch(), started_at=utc_now()))


def beats(lost_after_s: float | ColumnElement[float]) -> ColumnElement[bool]:
    """For a statement: whether a worker's heartbeat is not older than this. One that is to come by as much was written
    before the database's clock went back, perhaps by a worker that has died since: who lives beats again at once."""
    now, heartbeat = database_epoch(), col(Worker.heartbeat)
    return and_(heartbeat > now - lost_after_s, heartbeat < now + lost_after_s)


def living(lost_after_s: float | ColumnElement[float]) -> SelectOfScalar[str]:
    """For a statement: the ids of workers that live."""
    return select(Worker.id).where(beats(lost_after_s))


def may_take_over(
    worker_id: str | ColumnElement[str], lost_after_s: float | ColumnElement[float]
) -> ColumnElement[bool]:
    """For a statement: whether a worker can tell that others are lost. Where its own heartbeat passes for old, or was
    swept away for that, the database's clock has jumped, or it has been asleep itself: it waits for its next one, and
    for theirs."""
    return select(Worker.id).where(Worker.id == worker_id, beats(lost_after_s)).exists()


def at_work(session: Session, lost_after_s: float) -> int:
    """How many live."""
    return session.exec(select(func.count()).select_from(Worker).where(beats(lost_after_s))).one()


def lost(session: Session, lost_after_s: float) -> frozenset[str]:
    """Workers that said neither that they live nor goodbye."""
    return frozenset(worker_id for (worker_id,) in _lost().rows(session, {"lost_after_s": lost_after_s}))


def is_silent(session: Session, worker_id: str, for_s: float) -> bool:
    """Whether a worker that never said goodbye has not said for so long that it lives."""
    return session.exec(select(Worker.id).where(Worker.id == worker_id, ~beats(for_s))).first() is not None


def beat(session: Session, worker_id: str) -> bool:
    """Say that a worker lives. False when its row is gone (another swept it): register again."""
    return _beat().changed(session, {"of_id": worker_id})


def forget(session: Session, worker_id: str) -> None:
    """Remove a worker that leaves in good order: whatever it held is free at once."""
    session.execute(delete(Worker).where(col(Worker.id) == worker_id))


def forget_lost(session: Session, older_than_s: float) -> None:
    """Remove workers long dead."""
    session.execute(delete(Worker).where(col(Worker.heartbeat) < database_epoch() - older_than_s))


@cache
def _lost() -> Prepared:
    alive = living(bindparam("lost_after_s", type_=Float()))
    return Prepared(select_rows(_WORKERS.c.id).where(_WORKERS.c.id.not_in(alive)))


@cache
def _beat() -> Prepared:
    mine = update(_WORKERS).where(_WORKERS.c.id == bindparam("of_id"))
    return Prepared(mine.values(heartbeat=database_epoch()))
