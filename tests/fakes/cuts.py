"""A connection to PostgreSQL that is cut at the end of a transaction: before the server commits, or after it has, so
that nobody hears of it. And a database that fails in the midst of one."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection

from bot.dao.database import Database
from tests.fakes.engines import hear, hear_no_more


@contextmanager
def cut(database: Database, *, at: int = 1, committed: bool) -> Iterator[list[int]]:
    """Inside the block the `at`th transaction of a database ends so. The list holds its number once it happened."""
    seen: list[int] = []
    done: list[int] = []

    def on_commit(connection: Connection) -> None:
        seen.append(1)
        if len(seen) == at:
            driver = connection.connection.driver_connection
            if committed:
                driver.commit()
            driver.close()
            done.append(at)

    def on_execute(connection: Connection, *_: Any) -> None:
        """What stands alone is committed with its end: it can be cut in front of it only."""
        driver: Any = connection.connection.driver_connection
        if not committed and len(seen) == at - 1 and not getattr(driver, "begins", True):
            driver.close()
            done.append(at)

    hear(database, "commit", on_commit)
    hear(database, "before_cursor_execute", on_execute)
    try:
        yield done
    finally:
        hear_no_more(database, "commit", on_commit)
        hear_no_more(database, "before_cursor_execute", on_execute)


@contextmanager
def failing(database: Database, words: str) -> Iterator[list[str]]:
    """Inside the block the first statement that begins with these words meets a connection that is gone, or a file that
    takes nothing. The list holds it once that happened."""
    met: list[str] = []
    files: list[Any] = []

    def on_execute(connection: Connection, _cursor: Any, statement: str, *_: Any) -> None:
        driver: Any = connection.connection.driver_connection
        if met or not statement.startswith(words):
            return
        met.append(statement)
        if database.is_sqlite:
            driver.execute("PRAGMA query_only = ON")
            files.append(driver)
        else:
            driver.close()

    hear(database, "before_cursor_execute", on_execute)
    try:
        yield met
    finally:
        hear_no_more(database, "before_cursor_execute", on_execute)
        for driver in files:
            driver.execute("PRAGMA query_only = OFF")
