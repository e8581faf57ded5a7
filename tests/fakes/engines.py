"""What a database's engines tell, reading and writing: SQLite has one for each, over the same connections."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Engine, event

from bot.dao.database import Database


def hear(database: Database, name: str, listener: Callable[..., Any]) -> None:
    """Have `listener` told of an event."""
    for engine in _engines(database):
        event.listen(engine, name, listener)


def hear_no_more(database: Database, name: str, listener: Callable[..., Any]) -> None:
    """Take that back."""
    for engine in _engines(database):
        event.remove(engine, name, listener)


def _engines(database: Database) -> set[Engine]:
    return {database.engine, database.write_engine}
