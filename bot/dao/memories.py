"""Facts about people that are kept for them."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple

from sqlalchemy import bindparam
from sqlalchemy import select as select_columns
from sqlmodel import Session, SQLModel, col, select

from bot.dao.engine.prepared import Prepared
from bot.dao.privacy import owned_rows
from bot.models import Memory


class Kept(NamedTuple):
    """A memory, as a turn reads it."""

    body: str
    created_at: datetime


def shown_to(session: Session, user_id: int, run_id: int, since: datetime | None) -> Sequence[Kept]:
    """A user's memories in the order in which they were made, but those that a run has made; with `since` only those
    made from then on."""
    given = {"of_user": user_id, "of_run": run_id} | ({} if since is None else {"since": since})
    return [Kept(*row) for row in _shown(later=since is not None).rows(session, given)]


@cache
def _shown(*, later: bool) -> Prepared:
    """Built once a process: every turn asks."""
    memory = SQLModel.metadata.tables["memory"].c
    theirs = (memory.user_id == bindparam("of_user"), memory.run_id.is_distinct_from(bindparam("of_run")))
    found = select_columns(memory.body, memory.created_at).where(*theirs).order_by(memory.id)
    return Prepared(found.where(memory.created_at >= bindparam("since")) if later else found)


def of_user(session: Session, user_id: int) -> Sequence[Memory]:
    """A user's memories in the order in which they were made."""
    return session.exec(select(Memory).where(Memory.user_id == user_id).order_by(col(Memory.id))).all()


def locked(session: Session, user_id: int) -> Sequence[Memory]:
    """`of_user`, locked: nobody else adds one until the transaction ends."""
    owned_rows.lock(session, user_id)
    return of_user(session, user_id)


def add(session: Session, memory: Memory) -> None:
    """Keep one."""
    session.add(memory)


def remove(session: Session, memory: Memory) -> None:
    """Forget one."""
    session.delete(memory)
    session.flush()
