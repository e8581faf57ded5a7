"""How long anybody waits for the database. PostgreSQL is told its limits when a connection is opened, so they cost no
statement; a server that says nothing at all is given up by bot.dao.engine.limited_connection."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from sqlalchemy import Connection, Engine, ExceptionContext, PoolProxiedConnection, create_engine, event, make_url

from bot.dao.engine import documents

EXPORT_S = 300.0
READ_ONLY = "25006"  # SQLSTATE: this server takes nothing that is written
OTHER_TYPE = "0A000"  # … a column has got another type since a statement was prepared (or asks for what there is not)
TCP = {"keepalives": 1, "keepalives_idle": 10, "keepalives_interval": 3, "keepalives_count": 3}
TCP_USER_TIMEOUT_S = 10.0  # bytes the other machine does not acknowledge


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds. `answer_s` is for a server that is frozen and keeps to none of the limits it was told; `ping_s` for the
    look at a connection that has lain idle; `begin_s`: how long a transaction that has done nothing yet is begun again
    while the database is away, so that an outage shorter than that costs a turn nothing."""

    connect_s: int = 3
    pool_s: float = 10.0  # for one of the process's connections to be free
    ping_s: float = 2.0
    lock_s: float = 5.0
    statement_s: float = 15.0
    idle_in_transaction_s: float = 10.0
    answer_s: float = 20.0
    begin_s: float = 5.0

    def server_options(self) -> str:
        """Those the server itself keeps to, as libpq's `options`."""
        limits = {
            "statement_timeout": self.statement_s,
            "lock_timeout": self.lock_s,
            "idle_in_transaction_session_timeout": self.idle_in_transaction_s,
        }
        return " ".join(f"-c {name}={seconds * 1000:.0f}" for name, seconds in limits.items())


WORKER = Limits()
# Twilio repeats what gets a 5xx and gives up after 15 s, and few threads answer it: nobody waits for long.
WEB = Limits(connect_s=2, pool_s=2.0, ping_s=1.0, lock_s=2.0, statement_s=3.0, answer_s=4.0, begin_s=0.0)


def _leave(context: ExceptionContext) -> None:
    """After a failover the server of before may stay, answer pings and take nothing: nobody goes on with it. Nor with
    what was prepared before a migration, which would be refused again and again."""
    if getattr(context.original_exception, "sqlstate", None) in (READ_ONLY, OTHER_TYPE):
        context.is_disconnect = True  # this connection ends, and all others of the pool with it


def postgresql_engine(url: str, pool_size: int, limits: Limits) -> Engine:
    """An engine whose every connection is limited. The driver is loaded here: with SQLite nobody needs its 8 MiB."""
    limited = import_module("bot.dao.engine.limited_connection").LimitedConnection
    given = make_url(url).query.get("options", "")
    options = f"{given if isinstance(given, str) else ' '.join(given)} {limits.server_options()}".strip()
    engine = create_engine(
        url,
        pool_size=pool_size,
        max_overflow=pool_size,
        pool_timeout=limits.pool_s,
        pool_pre_ping=True,
        hide_parameters=True,
        json_deserializer=documents.read,
        connect_args={
            **TCP,
            "connect_timeout": limits.connect_s,
            "tcp_user_timeout": round(TCP_USER_TIMEOUT_S * 1000),
            "options": options,
        },
    )

    @event.listens_for(engine, "do_connect")
    def _connect(_dialect: Any, _record: Any, arguments: Any, options: Any) -> Any:
        connection = limited.connect(*arguments, **options)
        connection.ping_s, connection.answer_s = limits.ping_s, limits.answer_s
        return connection

    event.listen(engine, "handle_error", _leave)
    ping = engine.dialect.do_ping

    def _ping(dbapi_connection: Any) -> bool:
        return dbapi_connection.is_surely_there() or ping(dbapi_connection)

    engine.dialect.do_ping = _ping  # type: ignore[method-assign]  # a turn takes a connection twelve times
    engine.dialect.do_begin = _begins  # type: ignore[method-assign]
    return engine


def _begins(dbapi_connection: PoolProxiedConnection) -> None:
    """Whatever was asked of the connection before: only what `let_alone` is said of goes without a transaction."""
    driver: Any = dbapi_connection.driver_connection
    driver.begins = True


def let_alone(connection: Connection) -> None:
    """Have PostgreSQL commit each statement as it ends, until `connection` is given back. What is said then to its
    transaction is said to nobody."""
    driver: Any = connection.connection.driver_connection
    driver.begins = False


@contextlib.contextmanager
def lifted(connection: Connection, seconds: float | None) -> Iterator[None]:
    """Within a transaction that has begun: `seconds` for each statement, no limit for None, and as long for locks and
    between two. For what is slow by nature: migrations, exports. Nothing on SQLite, whose statements have no limit."""
    if connection.dialect.name != "postgresql":
        yield
        return
    driver: Any = connection.connection.driver_connection
    for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
        connection.exec_driver_sql(f"SET LOCAL {name} = {(seconds or 0) * 1000:.0f}")
    usual, driver.answer_s = driver.answer_s, None if seconds is None else seconds + WORKER.answer_s
    try:
        yield
    finally:
        driver.answer_s = usual
