"""How each server of a campaign is taken away, and for how long: PostgreSQL, a SQLite file, Valkey."""

import contextlib
import fcntl
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from random import Random

import psycopg

from tests.chaos.lives import Lives
from tests.chaos.outages import Outage
from tests.fakes.disk import SmallDisk
from tests.fakes.postgres import Postgres
from tests.fakes.valkey import Valkey

FLUSHES_EVERY_S, KILLS_EVERY_S = (0.5, 6.0), (5.0, 15.0)
DATABASE_EVERY_S = (20.0, 40.0)
RESTART_S, FROZEN_S, FULL_S, VALKEY_S = (0.5, 3.0), (3.0, 12.0), (5.0, 5.0), (0.2, 5.0)
LOCK_WITHIN_S, TRY_EVERY_S = 20.0, 0.005


def of_postgresql(server: Postgres, url: str, disk: SmallDisk | None) -> Sequence[Outage]:
    """What befalls a PostgreSQL server. Full is either the disk of its tables, or what its providers do when a disk is
    nearly so: they let nobody write (`default_transaction_read_only`)."""

    @contextlib.contextmanager
    def down(random: Random) -> Iterator[str]:
        at_once = random.random() < 0.5
        server.halt(at_once=at_once)
        try:
            yield "down at once" if at_once else "down in good order"
        finally:
            server.start()

    @contextlib.contextmanager
    def hangs(_random: Random) -> Iterator[str]:
        with server.pause():
            yield "all its processes frozen"

    @contextlib.contextmanager
    def refuses(random: Random) -> Iterator[str]:
        if disk is not None and random.random() < 0.5:
            with disk.full():
                yield "no room for its tables"
            return
        try:
            _set_read_only(url, "on")
            yield "read only"
        finally:
            _set_read_only(url, "off")

    return _outages(down, hangs, refuses)


def of_sqlite(path: Path, lives: Lives, disk: SmallDisk | None) -> Sequence[Outage]:
    """What befalls a SQLite file. It has no server that goes down: for its writers the nearest to that is a file system
    that refuses. Where no small disk can be had, full is the same, for longer."""

    @contextlib.contextmanager
    def down(_random: Random) -> Iterator[str]:
        with lives.refused_writes():
            yield "every write refused"

    @contextlib.contextmanager
    def hangs(random: Random) -> Iterator[str]:
        turn_too = random.random() < 0.5
        with _turn_of(path) if turn_too else contextlib.nullcontext(), _locked(path):
            yield "locked by a writer of ours" if turn_too else "locked by a stranger"

    @contextlib.contextmanager
    def refuses(_random: Random) -> Iterator[str]:
        if disk is None:
            with lives.refused_writes():
                yield "every write refused, for want of a small disk"
            return
        _shorten_log(path)
        with disk.full():
            yield "no room on its disk"

    return _outages(down, hangs, refuses)


def of_valkey(server: Valkey) -> Sequence[Outage]:
    """What befalls Valkey, which forgets everything each time."""

    @contextlib.contextmanager
    def emptied(_random: Random) -> Iterator[str]:
        server.flush()
        yield "flushed"

    @contextlib.contextmanager
    def killed(_random: Random) -> Iterator[str]:
        server.kill()
        try:
            yield "killed"
        finally:
            server.start()

    return (
        Outage("flushes", emptied, (0.0, 0.0), FLUSHES_EVERY_S),
        Outage("valkey", killed, VALKEY_S, KILLS_EVERY_S),
    )


def only(outages: Sequence[Outage], weathers: Collection[str]) -> Sequence[Outage]:
    """Those that were chosen."""
    return [outage for outage in outages if outage.name in weathers]


Taking = Callable[[Random], contextlib.AbstractContextManager[str]]


def _outages(down: Taking, hangs: Taking, refuses: Taking) -> Sequence[Outage]:
    return (
        Outage("restarts", down, RESTART_S, DATABASE_EVERY_S),
        Outage("frozen", hangs, FROZEN_S, DATABASE_EVERY_S),
        Outage("full", refuses, FULL_S, DATABASE_EVERY_S),
    )


def _set_read_only(url: str, value: str) -> None:
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute("SET default_transaction_read_only = off")
        connection.execute(f"ALTER SYSTEM SET default_transaction_read_only = {value}")
        connection.execute("SELECT pg_reload_conf()")


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """SQLite's own lock, as another program with the file open would hold it."""
    connection, deadline = sqlite3.connect(path, timeout=0, isolation_level=None), time.monotonic() + LOCK_WITHIN_S
    try:
        while not connection.in_transaction:
            try:
                connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:  # a writer of ours has it
                if time.monotonic() > deadline:
                    raise
                time.sleep(TRY_EVERY_S)
        yield
        connection.execute("ROLLBACK")
    finally:
        connection.close()


@contextlib.contextmanager
def _turn_of(path: Path) -> Iterator[None]:
    """The turn among our own writers, as one would keep it who froze in the moment of a commit."""
    with Path(f"{path}-turn").open("r+b") as turn:
        deadline = time.monotonic() + LOCK_WITHIN_S
        while True:
            try:
                fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(TRY_EVERY_S)
        yield


def _shorten_log(path: Path) -> None:
    """Bring SQLite's log to nothing, as a backup does: what it has had room for it would write on a full disk too."""
    with contextlib.closing(sqlite3.connect(path, timeout=2, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
