"""Each outage takes away what it says and gives it back."""

import contextlib
import sqlite3
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import psycopg
import pytest
import redis

from tests.chaos.outages import Outage, Outages
from tests.chaos.servers_away import of_postgresql, of_sqlite, of_valkey
from tests.chaos.weathers import chosen, spares_somebody
from tests.fakes.disk import small_disk
from tests.fakes.postgres import Postgres
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually

SEEDS = range(8)  # enough that each of two ways is chosen


class Files:
    """Stands in for the processes of a campaign: says whether their writes are refused."""

    refused = False

    @contextlib.contextmanager
    def refused_writes(self) -> Iterator[None]:
        self.refused = True
        yield
        self.refused = False


def named(outages: Sequence[Outage], name: str) -> Outage:
    return next(outage for outage in outages if outage.name == name)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "palabre.db"
    Path(f"{path}-turn").touch()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE t (x)")
    return path


def write(path: Path, size: int = 10) -> None:
    with contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
        connection.execute("INSERT INTO t VALUES (zeroblob(?))", [size])


def test_a_locked_file_can_be_written_by_nobody_else(file: Path) -> None:
    hangs, ways = named(of_sqlite(file, Files(), None), "frozen"), set()
    for seed in SEEDS:
        with hangs.begin(Random(seed)) as how:
            ways.add(how)
            with pytest.raises(sqlite3.OperationalError, match="locked"):
                write(file)
        write(file)
    assert ways == {"locked by a stranger", "locked by a writer of ours"}


def test_writes_are_refused_while_the_file_system_is_broken(file: Path) -> None:
    files = Files()
    for name in ("restarts", "full"):
        with named(of_sqlite(file, files, None), name).begin(Random(1)):
            assert files.refused
        assert not files.refused


def test_a_full_disk_takes_nothing_more_until_there_is_room(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with small_disk(home, 4) as disk:
        if disk is None:
            pytest.skip("no file system can be mounted here")
        path = home / "palabre.db"
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("CREATE TABLE t (x)")
            with named(of_sqlite(path, Files(), disk), "full").begin(Random(1)):
                with pytest.raises(sqlite3.OperationalError, match="full"):
                    connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
                assert connection.execute("SELECT count(*) FROM t").fetchone() == (0,)
            connection.execute("INSERT INTO t VALUES (zeroblob(100000))")
    assert list(home.iterdir()) == []


def test_a_database_on_a_full_disk_lets_nobody_write() -> None:
    with contextlib.ExitStack() as stack:
        tables = Path(stack.enter_context(tempfile.TemporaryDirectory()))  # not pytest's: the server may not enter that
        disk, server = stack.enter_context(small_disk(tables, 64)), Postgres()
        stack.callback(server.stop)
        server.start()
        if disk is not None:
            server.keep_tables_in(tables)
        url = server.database_url()
        connection = stack.enter_context(psycopg.connect(url.replace("+psycopg", ""), autocommit=True))
        connection.execute("CREATE TABLE t (x text STORAGE PLAIN)")
        full, ways = named(of_postgresql(server, url, disk), "full"), set()
        for seed in SEEDS:
            with full.begin(Random(seed)) as how:
                ways.add(how)
                eventually(lambda: refuses(connection))
            eventually(lambda: not refuses(connection))
    assert ways == ({"read only"} if disk is None else {"read only", "no room for its tables"})


def refuses(connection: psycopg.Connection) -> bool:
    try:
        connection.execute("INSERT INTO t SELECT repeat('x', 5000) FROM generate_series(1, 100)")
    except (psycopg.errors.ReadOnlySqlTransaction, psycopg.errors.DiskFull):
        return True
    return False


def test_valkey_comes_back_empty(valkey: Valkey) -> None:
    client = valkey.client(retry=None)
    for outage in of_valkey(valkey):
        client.set("a", 1)
        with outage.begin(Random(1)) as how:
            if how == "killed":
                with pytest.raises(redis.ConnectionError):
                    client.get("a")
        assert client.get("a") is None


def test_outages_come_one_at_a_time_and_are_over_when_they_are_ended() -> None:
    out: list[str] = []
    log: list[str] = []

    def taking(name: str) -> Outage:
        @contextlib.contextmanager
        def away(_random: Random) -> Iterator[str]:
            assert out == []
            out.append(name)
            yield "away"
            out.remove(name)

        return Outage(name, away, (0.0, 0.01), (0.0, 0.02))

    long = threading.Event()

    @contextlib.contextmanager
    def for_ever(_random: Random) -> Iterator[str]:
        long.set()
        yield "away for ever"

    both = [taking("one"), taking("other")]
    outages = Outages(both, Random(1), lambda outage, _how: log.append(outage.name), lambda _: None)
    outages.start(0.01)
    eventually(lambda: len(log) > 10 and set(log) == {"one", "other"})
    outages.end()
    assert out == []
    endless = Outages([Outage("x", for_ever, (1e6, 1e6), (0.0, 0.0))], Random(1), lambda *_: None, lambda _: None)
    endless.start(0.01)
    assert long.wait(10)
    assert endless.is_away
    endless.end()
    assert not endless.is_away


def test_an_outage_that_fails_is_told() -> None:
    tried = threading.Event()

    @contextlib.contextmanager
    def broken(_random: Random) -> Iterator[str]:
        tried.set()
        raise ValueError("cannot be taken away")
        yield

    outages = Outages([Outage("x", broken, (0.0, 0.0), (0.0, 0.0))], Random(1), lambda *_: None, lambda _: None)
    outages.start(0.01)
    assert tried.wait(10)
    with pytest.raises(RuntimeError, match="did not end"):
        outages.end()


def test_weathers_are_chosen_by_name_and_outages_leave_somebody_in_peace() -> None:
    assert chosen("restarts, kills") == {"restarts", "kills"}
    with pytest.raises(Exception, match="no such weather: rain"):
        chosen("kills,rain")
    assert spares_somebody({"restarts", "kills"})
    assert not spares_somebody({"kills", "freezes", "twilio"})
