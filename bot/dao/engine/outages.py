"""Which failures are the database's own: it is away, hangs, is full, or gave somebody else the right of way. All else
is a mistake of ours."""

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Iterator
from enum import StrEnum
from time import monotonic

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoFreeConnection

from bot.errors import DatabaseAway, GaveWay

REST_AFTER_FAILURE_S = 1.0
AT_ONCE_S = 0.5  # whatever fails later has hung, and others would as well
# SQLite's result codes (sqlite.org/rescode.html): busy, locked, no memory, read-only, I/O error, full, cannot open, and
# the race of those who begin to read what is written ahead, lost for seconds
SQLITE_AWAY = (5, 6, 7, 8, 10, 13, 14, 15)
# PostgreSQL's SQLSTATEs (Appendix A of its manual) that say the server cannot serve, by their beginnings: connection,
# read-only (a standby), resources (the disk, connections), operator intervention, system error
POSTGRESQL_AWAY = ("08", "25006", "53", "57P", "58")
# … and those that end one transaction: idle for too long, serialization and deadlock, lock, statement timeout; and a
# right that our role lacks, which operators give it and no other words of a person's would
LACKING_RIGHT = ("42501", "3F000")  # the second: no schema that our role may use
POSTGRESQL_GAVE_WAY = ("25P03", "25P04", "40", *LACKING_RIGHT, "55P03", "57014")
POSTGRESQL_IN_THE_WAY = ("40P01", "55P03")  # those of them that are a deadlock, or a lock that was not to be had

log = logging.getLogger(__name__)


class Outage(StrEnum):
    """What an outage is about."""

    AWAY = "is away"  # nobody is served
    GAVE_WAY = "gave way"  # this one transaction was ended so that others can go on


def outage_of(error: Exception) -> Outage | None:
    """What kind of outage an error tells of; None when it tells of none."""
    if isinstance(error, NoFreeConnection):
        return Outage.AWAY
    if isinstance(error, sqlite3.Error):  # of our own BEGIN, which SQLAlchemy knows nothing of
        return _of_sqlite(error)
    if not isinstance(error, DBAPIError):
        return None
    if isinstance(error.orig, sqlite3.Error):
        return _of_sqlite(error.orig)
    state = getattr(error.orig, "sqlstate", None)
    if state is None:  # the driver's own: no connection, or none any more
        gone = error.connection_invalidated or type(error.orig).__name__ in ("OperationalError", "ConnectionTimeout")
        return Outage.AWAY if gone else None
    if state.startswith(POSTGRESQL_AWAY):
        return Outage.AWAY
    return Outage.GAVE_WAY if state.startswith(POSTGRESQL_GAVE_WAY) else None


def is_in_the_way(error: DBAPIError) -> bool:
    """Whether it says that somebody else holds what a transaction on PostgreSQL needs; it may be begun again."""
    return getattr(error.orig, "sqlstate", None) in POSTGRESQL_IN_THE_WAY


def refusal_of(error: Exception) -> str:
    """PostgreSQL's own line when it lets nobody in (no such role, database or password), or when a right is missing.
    It names those, and no value of a row. Empty of all else."""
    if isinstance(error, DatabaseAway):
        return error.refusal
    refused = getattr(error, "orig", None)
    if getattr(refused, "sqlstate", None) in LACKING_RIGHT:
        return str(refused).partition("\n")[0]
    _, _, said = str(refused or "").partition("FATAL:  ")
    return said.partition("\n")[0]


def _of_sqlite(error: sqlite3.Error) -> Outage | None:
    code = getattr(error, "sqlite_errorcode", None)
    return Outage.AWAY if code is not None and code & 0xFF in SQLITE_AWAY else None


@contextlib.contextmanager
def named() -> Iterator[None]:
    """Let an outage pass as `DatabaseAway` (`GaveWay`, if it is one transaction's only), every other error as it is."""
    try:
        yield
    except (DBAPIError, NoFreeConnection, sqlite3.Error) as error:
        outage = outage_of(error)
        if outage is None:
            raise
        kind = GaveWay if outage is Outage.GAVE_WAY else DatabaseAway
        raise kind(
            f"the database {outage}: {type(getattr(error, 'orig', error)).__name__}", refusal_of(error)
        ) from error


class Breaker:
    """While the database is away, lets one caller a second find out whether it is back and tells the others at once:
    the few threads of a web process must not all hang at a server that does not answer. One failure that took no time
    may be of one connection: nobody is refused before a second."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_suspect = False
        self._down = False
        self._rest_until = 0.0
        self._refusal = ""

    @contextlib.contextmanager
    def guarding(self) -> Iterator[None]:
        """Raises DatabaseAway instead of running the block when somebody else is finding out."""
        if self._down and not self._may_try():
            raise DatabaseAway("the database is away", self._refusal)
        begun = monotonic()
        try:
            yield
        except Exception as error:
            if isinstance(error, DatabaseAway) or outage_of(error) is Outage.AWAY:
                self._failed(error, monotonic() - begun)
            raise
        self._is_suspect = self._down = False

    def _may_try(self) -> bool:
        with self._lock:
            if monotonic() < self._rest_until:
                return False
            self._rest_until = monotonic() + REST_AFTER_FAILURE_S
            return True

    def _failed(self, error: Exception, after_s: float) -> None:
        with self._lock:
            if after_s < AT_ONCE_S and not (self._is_suspect or self._down):
                self._is_suspect = True
                return
            first, self._down = not self._down, True
            self._refusal = refusal_of(error)
            self._rest_until = monotonic() + REST_AFTER_FAILURE_S
        if first:
            log.warning("the database is away, requests are refused: %s", type(error).__name__)
