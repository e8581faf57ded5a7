"""INSERT with ON CONFLICT, in the dialect of whichever database is there."""

from collections.abc import Callable
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session

Inserter = Callable[[Any], sqlite.Insert | postgresql.Insert]
_INSERTERS: dict[str, Inserter] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


def insert_into(session: Session, table: Any) -> sqlite.Insert | postgresql.Insert:
    """An INSERT into a table that knows `on_conflict_do_nothing`."""
    return inserter(session.get_bind().dialect.name)(table)


def inserter(dialect: str) -> Inserter:
    """What makes one in a dialect: sqlite or postgresql."""
    return _INSERTERS[dialect]
