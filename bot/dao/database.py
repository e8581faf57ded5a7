"""Engine and sessions. One writer at a time on SQLite; the only place where a transaction commits."""

import contextlib
import fcntl
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.elements import ColumnElement
from sqlalchemy.types import Float
from sqlmodel import Session

BUSY_TIMEOUT_S = 10


class Database:
    """An engine and the two ways to use it: `write()` commits at its end, `read()` never does.

    Sessions do not expire on commit: rows stay readable after the transaction without a second query.
    No session may be held during a call to a provider.
    """

    def __init__(self, url: str, *, pool_size: int = 20) -> None:
        self.is_sqlite = url.startswith("sqlite")
        self.engine = _sqlite_engine(url, pool_size) if self.is_sqlite else _postgresql_engine(url, pool_size)
        self._turns = WriteTurns(make_url(url).database) if self.is_sqlite else None
        self._write_engine = self.engine.execution_options(begin="IMMEDIATE")

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction that commits when the block ends and rolls back when it raises."""
        with self._turn(), Session(self._write_engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextlib.contextmanager
    def write_connection(self) -> Iterator[Connection]:
        """As `write`, without the ORM: for the webhook's single statement."""
        with self._turn(), self._write_engine.begin() as connection:
            yield connection

    @contextlib.contextmanager
    def read(self) -> Iterator[Session]:
        """A consistent view; changes are refused by rolling back."""
        with Session(self.engine, expire_on_commit=False) as session:
            yield session

    def close(self) -> None:
        self.engine.dispose()
        if self._turns is not None:
            self._turns.close()

    def _turn(self) -> contextlib.AbstractContextManager[None]:
        return self._turns.one() if self._turns is not None else contextlib.nullcontext()


class WriteTurns:
    """Lets one thread after the other write to a SQLite file, whatever its process. Only for order and speed: a writer
    that finds SQLite's own lock taken sleeps, up to 100 ms at a time, and others overtake it again and again."""

    def __init__(self, path: str | None) -> None:
        self._among_threads = threading.Lock()
        self._among_processes = os.open(f"{path}-turn", os.O_RDWR | os.O_CREAT, 0o600) if path else None

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """A turn; others wait until the block ends, or the kernel sees this process die."""
        with self._among_threads:
            if self._among_processes is None:
                yield
                return
            try:
                fcntl.flock(self._among_processes, fcntl.LOCK_EX)
                yield
            finally:
                fcntl.flock(self._among_processes, fcntl.LOCK_UN)

    def close(self) -> None:
        """Let go of the file that processes share."""
        with self._among_threads:
            if self._among_processes is not None:
                os.close(self._among_processes)
                self._among_processes = None


def _sqlite_engine(url: str, pool_size: int) -> Engine:
    path = make_url(url).database
    if path:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": BUSY_TIMEOUT_S, "check_same_thread": False},
                           pool_size=pool_size, max_overflow=pool_size)  # fmt: skip

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver must not begin on its own: see _begin
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_TIMEOUT_S}000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A transaction that will write takes the lock at once: upgrading later can fail with SQLITE_BUSY. Said to the
        # driver itself, because SQLAlchemy's way costs more than the statement.
        driver: Any = connection.connection.driver_connection
        driver.execute(f"BEGIN {connection.get_execution_options().get('begin', 'DEFERRED')}")

    return engine


def _postgresql_engine(url: str, pool_size: int) -> Engine:
    return create_engine(url, pool_size=pool_size, max_overflow=pool_size, pool_pre_ping=True)


class database_epoch(ColumnElement[float]):
    """The database's own clock, seconds since 1970: the one clock all machines share."""

    inherit_cache = True
    type = Float()


@compiles(database_epoch, "sqlite")
def _sqlite_epoch(_element: Any, _compiler: Any, **_options: Any) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(database_epoch, "postgresql")
def _postgresql_epoch(_element: Any, _compiler: Any, **_options: Any) -> str:
    return "extract(epoch from clock_timestamp())::double precision"
