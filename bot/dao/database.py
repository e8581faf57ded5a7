"""Engine and sessions. One writer at a time on SQLite; the only place where a transaction commits."""

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, PoolProxiedConnection, create_engine, event, make_url
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import Float
from sqlmodel import Session

from bot.dao.conversation_key import ConversationKey
from bot.dao.engine import documents, outages
from bot.dao.engine.limits import EXPORT_S, WORKER, Limits, let_alone, lifted, postgresql_engine
from bot.dao.engine.outages import Breaker, Outage, outage_of
from bot.dao.engine.quick_session import QuickSession
from bot.dao.engine.write_turns import WriteTurns
from bot.errors import ConfigurationError
from bot.signing.keys import Keys

BEGIN_AGAIN_S = 0.2
OPEN_AGAIN_S = 0.01
# Kept by each connection, and dropped whenever another has written: the system keeps the file's pages for all of them.
CACHE_KIB = 512
CONVERSATION_KEY = "conversation key"  # in what a session carries


class Database:
    """An engine and the two ways to use it: `write()` commits at its end, `read()` never does.

    Its errors never show the values of a statement: they are what people wrote.
    Sessions do not expire on commit: rows stay readable after the transaction without a second query.
    No session may be held during a call to a provider.
    Every wait has its limit; what it ends, and every other outage, is raised as DatabaseAway. With `refuses_at_once`
    nobody even waits while somebody else finds out whether the database is back.
    """

    def __init__(
        self,
        url: str,
        keys: Keys | None = None,
        *,
        pool_size: int = 20,
        limits: Limits = WORKER,
        refuses_at_once: bool = False,
    ) -> None:
        """`keys` open the key inside (bot.dao.conversation_key); without them only the schema can be worked on."""
        self.url, self.is_sqlite = url, url.startswith("sqlite")
        make = _sqlite_engine if self.is_sqlite else postgresql_engine
        self.engine = make(url, pool_size, limits)
        self.write_engine = _sqlite_writer(self.engine) if self.is_sqlite else self.engine
        self._limits = limits
        self._breaker = Breaker() if refuses_at_once else None
        self._turns = WriteTurns(make_url(url).database, 2 * limits.lock_s) if self.is_sqlite else None
        self._apart: list[Database] = []
        self._keys = keys
        self.conversation_key = ConversationKey(self.read, keys)
        self._info = {CONVERSATION_KEY: self.conversation_key}

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """A transaction that commits when the block ends and rolls back when it raises."""
        session = self._session(self.write_engine)
        with self._guard(), self._turn(), session, session.begin():
            self._reach(session)
            yield session

    @contextlib.contextmanager
    def write_connection(self, *, each_alone: bool = False) -> Iterator[Connection]:
        """As `write`, without the ORM: for the webhook's single statement. `each_alone`: a statement may be committed
        as it ends, whatever becomes of those behind it; PostgreSQL does without BEGIN and COMMIT, two trips more."""
        with self._guard(), self._turn(), self.write_engine.begin() as connection:
            if each_alone and not self.is_sqlite:
                let_alone(connection)
            yield connection

    @contextlib.contextmanager
    def read(self, *, slow: bool = False) -> Iterator[Session]:
        """A view: on SQLite as things are at its first statement, on PostgreSQL as they are at each; changes are
        refused by rolling back. `slow`: for what reads a lot, such as an export."""
        with self._guard(), self._session(self.engine) as session:
            self._reach(session)
            with lifted(session.connection(), EXPORT_S) if slow else contextlib.nullcontext():
                yield session

    @contextlib.contextmanager
    def urgent(self) -> Iterator[None]:
        """Inside the block this thread writes before the other threads of this process, where one writes at a time."""
        with self._turns.urgent() if self._turns is not None else contextlib.nullcontext():
            yield

    def apart(self) -> "Database":
        """The same database over connections of its own, closed with this one."""
        self._apart.append(Database(self.url, self._keys, pool_size=1, limits=self._limits))
        return self._apart[-1]

    def close(self) -> None:
        for other in self._apart:
            other.close()
        self.engine.dispose()
        if self._turns is not None:
            self._turns.close()

    def _reach(self, session: Session) -> None:
        """Get a connection that answers. While the database is away it is tried again for a while: nothing has been
        done yet, so nothing can be done twice."""
        end = time.monotonic() + (0.0 if self.is_sqlite else self._limits.begin_s)
        while True:
            try:
                session.connection()
            except Exception as error:
                if outage_of(error) is not Outage.AWAY or time.monotonic() >= end:
                    raise
                time.sleep(BEGIN_AGAIN_S)
            else:
                return

    @contextlib.contextmanager
    def _guard(self) -> Iterator[None]:
        with outages.named(), self._breaker.guarding() if self._breaker else contextlib.nullcontext():
            yield

    def _session(self, engine: Engine) -> Session:
        return QuickSession(engine, expire_on_commit=False, info=self._info)

    def _turn(self) -> contextlib.AbstractContextManager[None]:
        return self._turns.one() if self._turns is not None else contextlib.nullcontext()


def _sqlite_engine(url: str, pool_size: int, limits: Limits) -> Engine:
    path = make_url(url).database
    if path:
        _make_folder(Path(path).parent)
        _look_at(path)
    engine = create_engine(url, connect_args={"timeout": limits.lock_s, "check_same_thread": False},
                           pool_size=pool_size, max_overflow=pool_size, pool_timeout=limits.pool_s,
                           hide_parameters=True, json_deserializer=documents.read)  # fmt: skip

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver must not begin on its own: see _begin
        connection.execute(f"PRAGMA busy_timeout={limits.lock_s * 1000:.0f}")
        write_ahead(connection, limits.lock_s)
        for pragma in ("synchronous=FULL", "foreign_keys=ON", f"cache_size=-{CACHE_KIB}"):
            connection.execute(f"PRAGMA {pragma}")

    _begins(engine, "DEFERRED")
    return engine


def write_ahead(connection: sqlite3.Connection, wait_s: float) -> None:
    """Have the file written ahead of. Whoever opens a new one while others do is refused at once, whatever time it was
    told to wait: SQLite fears that they would wait for each other."""
    end = time.monotonic() + wait_s
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() >= end:
                raise
            time.sleep(OPEN_AGAIN_S)
        else:
            return


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigurationError(f"DATABASE_URL: the folder {folder} cannot be made: {error.strerror}") from None


def _look_at(path: str) -> None:
    """Whoever migrates as root makes files that the service may read alone: that is no outage which will pass."""
    file = Path(path)
    for each in (file.parent, *(Path(path + end) for end in ("", "-wal", "-shm", "-turn"))):
        if not _may_write(each):
            raise ConfigurationError(f"DATABASE_URL: this user may not write to {each} (chown)")
    if file.exists() and not _is_of_sqlite(file):
        raise ConfigurationError(f"DATABASE_URL: {path} is no SQLite database")


def _may_write(path: Path) -> bool:
    """Also what is not there. The files beside a database come and go with whoever uses it."""
    return any(os.access(path, os.W_OK) or not path.exists() for _ in range(3))


def _is_of_sqlite(file: Path) -> bool:
    """Asked of SQLite itself: whoever else in this process opens and closes the file takes all its locks away, and the
    next process to leave removes what was written ahead under the feet of those who stay."""
    if not file.is_file():  # a folder, into which the file was meant to go
        return False
    with contextlib.closing(sqlite3.connect(file, timeout=0)) as connection:
        try:
            connection.execute("PRAGMA schema_version")
        except sqlite3.DatabaseError as error:
            return error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_NOTADB
    return True


def _sqlite_writer(engine: Engine) -> Engine:
    """An engine over the same connections whose transactions take the lock at once: upgrading later can fail with
    SQLITE_BUSY. An engine of its own, because options of a connection cost a thousand calls a turn."""
    writer = create_engine(engine.url, pool=engine.pool, hide_parameters=True, json_deserializer=documents.read)
    _begins(writer, "IMMEDIATE")
    return writer


def _begins(engine: Engine, how: str) -> None:
    """Have an engine's transactions begin in one way, said to the driver itself: an event costs more than the
    statement."""

    def begin(dbapi_connection: PoolProxiedConnection) -> None:
        driver: Any = dbapi_connection.driver_connection
        driver.execute(f"BEGIN {how}")

    engine.dialect.do_begin = begin  # type: ignore[method-assign]


class database_epoch(FunctionElement[float]):
    """The database's own clock, seconds since 1970: the one clock all machines share."""

    # A function, so that SQLAlchemy keeps what it has compiled: other elements of our own it compiles anew each time.

    inherit_cache = True
    type = Float()


@compiles(database_epoch, "sqlite")
def _sqlite_epoch(_element: Any, _compiler: Any, **_options: Any) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(database_epoch, "postgresql")
def _postgresql_epoch(_element: Any, _compiler: Any, **_options: Any) -> str:
    return "extract(epoch from clock_timestamp())::double precision"
