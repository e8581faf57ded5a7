"""Nothing waits for the database without a limit, and what a limit ends is told as an outage."""

import _sqlite3
import ctypes
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import monotonic

import pytest
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.dao import conversations, schema
from bot.dao.database import Database
from bot.dao.engine.limits import EXPORT_S, WORKER, Limits
from bot.dao.engine.write_turns import WriteTurns
from bot.dao.work import workers
from bot.errors import DatabaseAway
from tests.fakes.cuts import failing
from tests.fakes.keys import migrate, open_database
from tests.fakes.postgres import Postgres, running
from tests.fakes.threads import at_once
from tests.fakes.waiting import eventually

SHORT = Limits(lock_s=0.3, statement_s=0.6, idle_in_transaction_s=0.5, pool_s=0.5, begin_s=0.0)
HURRIED = Limits(connect_s=2, ping_s=0.3, answer_s=0.5, pool_s=0.5, begin_s=0.0)


@pytest.fixture
def short(database: Database) -> Iterator[Database]:
    """The database with limits a test can wait for."""
    made = open_database(database.url, pool_size=1, limits=SHORT)
    yield made
    made.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A PostgreSQL of these tests' own: it is stopped and frozen."""
    yield from running()


def ask(database: Database, sql: str) -> object:
    with database.write() as session:
        return session.connection().exec_driver_sql(sql).scalar_one()


def beat(database: Database) -> bool:
    with database.write() as session:
        return workers.beat(session, "w")


def only(database: Database, dialect: str) -> None:
    if database.engine.dialect.name != dialect:
        pytest.skip(f"of {dialect} alone")


def test_a_server_that_takes_nothing_any_more_is_left(short: Database) -> None:
    """As one that was the first before a failover: it answers every ping."""
    only(short, "postgresql")
    with short.write() as session:
        session.connection().exec_driver_sql("SET SESSION default_transaction_read_only = on")
    with pytest.raises(DatabaseAway):
        beat(short)
    assert not beat(short), "over another connection, which knows no such worker"


def test_every_connection_has_all_five_limits(database: Database) -> None:
    only(database, "postgresql")
    for name, said in (("statement_timeout", "15s"), ("lock_timeout", "5s")):
        assert ask(database, f"SHOW {name}") == said
    assert ask(database, "SHOW idle_in_transaction_session_timeout") == "10s"
    with database.read() as session:
        info = session.connection().connection.driver_connection.info.get_parameters()  # type: ignore[union-attr]
    assert info["connect_timeout"] == str(WORKER.connect_s)
    assert (info["keepalives"], info["keepalives_idle"], info["tcp_user_timeout"]) == ("1", "10", "10000")


def test_migrations_and_exports_may_take_their_time(database: Database) -> None:
    only(database, "postgresql")
    with database.read(slow=True) as session:
        limit = session.connection().exec_driver_sql("SHOW statement_timeout").scalar_one()
    assert limit == f"{EXPORT_S / 60:.0f}min"
    assert ask(database, "SHOW statement_timeout") == "15s"
    slow = open_database(database.url, limits=SHORT)
    with database.write() as session:  # another machine migrates: this one waits, longer than a lock may last
        session.connection().exec_driver_sql(f"SELECT pg_advisory_xact_lock({schema.LOCK})")
        late = threading.Thread(target=schema.migrate, args=(slow,))
        late.start()
        late.join(1.0)
        assert late.is_alive()
    late.join(30)
    assert not late.is_alive()
    assert schema.migrate(slow)
    slow.close()


def test_a_statement_that_takes_too_long_is_ended(short: Database) -> None:
    only(short, "postgresql")
    with pytest.raises(DatabaseAway):
        ask(short, "SELECT pg_sleep(30)")
    assert ask(short, "SELECT 1") == 1


def test_a_row_somebody_holds_is_waited_for_no_longer_than_the_limit(database: Database, short: Database) -> None:
    with database.write() as session:
        workers.register(session, "w", "w")
    begun = monotonic()
    with database.write() as holder:
        workers.beat(holder, "w")
        with pytest.raises(DatabaseAway):
            beat(short)
    assert monotonic() - begun < 5
    assert beat(short)


def test_who_stops_in_the_middle_of_a_transaction_loses_what_it_holds(database: Database, short: Database) -> None:
    only(database, "postgresql")
    with database.write() as session:
        workers.register(session, "w", "w")
    holds, ended = threading.Event(), threading.Event()

    def stop_in_the_middle() -> bool:
        with short.write() as session:
            workers.beat(session, "w")
            holds.set()
            assert ended.wait(30)
            return workers.beat(session, "w")

    with ThreadPoolExecutor(1) as pool:
        frozen = pool.submit(stop_in_the_middle)
        assert holds.wait(10)
        assert beat(database)  # waits for the row, and gets it long before its own limit
        ended.set()
        with pytest.raises(DatabaseAway):
            frozen.result(10)


def test_a_free_connection_is_waited_for_no_longer_than_the_limit(short: Database) -> None:
    only(short, "postgresql")
    with short.read(), short.read(), pytest.raises(DatabaseAway), short.read():
        pass


def test_our_own_mistakes_are_no_outages(database: Database) -> None:
    with pytest.raises(DBAPIError, match="nowhere"):
        ask(database, "SELECT * FROM nowhere")
    with database.write() as session:
        workers.register(session, "w", "w")
    with pytest.raises(IntegrityError), database.write() as session:
        workers.register(session, "w", "w")


def test_a_server_that_is_frozen_is_given_up_and_taken_up_again(server: Postgres) -> None:
    database = open_database(server.database_url(), limits=HURRIED)
    assert ask(database, "SELECT 1") == 1
    begun = monotonic()
    with server.pause(), pytest.raises(DatabaseAway):
        ask(database, "SELECT 1")
    assert monotonic() - begun < 15
    assert eventually(lambda: _answers(database))

    with pytest.raises(DatabaseAway):
        _frozen_in_the_middle(database, server)
    assert eventually(lambda: _answers(database))
    database.close()


def _frozen_in_the_middle(database: Database, server: Postgres) -> None:
    with database.write() as session:
        session.connection().exec_driver_sql("SELECT 1")
        with server.pause():
            session.connection().exec_driver_sql("SELECT 1")


def test_a_transaction_that_has_not_begun_outlives_a_restart(server: Postgres) -> None:
    database = open_database(server.database_url(), limits=Limits(begin_s=60))
    assert ask(database, "SELECT 1") == 1
    server.halt()
    back = threading.Timer(0.5, server.start)
    back.start()
    assert ask(database, "SELECT 1") == 1
    back.join()
    database.close()


def test_while_one_finds_out_the_others_are_refused_at_once(server: Postgres) -> None:
    database = open_database(server.database_url(), limits=HURRIED, refuses_at_once=True)
    assert _answers(database)
    with server.pause():
        assert not _answers(database)
        begun = monotonic()
        at_once(8, lambda _: _answers(database))
        assert monotonic() - begun < 8  # together no longer than one of them
    assert eventually(lambda: _answers(database))
    database.close()


@pytest.mark.parametrize("times", [1, 2])
def test_one_connection_that_is_cut_refuses_nobody_and_a_second_does(database: Database, times: int) -> None:
    web = open_database(database.url, limits=HURRIED, refuses_at_once=True)
    assert _answers(web)
    for _ in range(times):
        with failing(web, "UPDATE worker") as met, pytest.raises(DatabaseAway):
            beat(web)
        assert met
    assert _answers(web) == (times == 1)
    assert eventually(lambda: _answers(web))
    web.close()


def _answers(database: Database) -> bool:
    try:
        return ask(database, "SELECT 1") == 1
    except DatabaseAway:
        return False


FREEZE = """
import sys
from bot.dao.engine.write_turns import WriteTurns
with WriteTurns(sys.argv[1]).one():
    print("mine", flush=True)
    sys.stdin.read()
"""


@contextmanager
def taken_turn(path: str) -> Iterator[None]:
    """Inside the block another process has the turn to write, and does nothing with it."""
    command = [sys.executable, "-c", FREEZE, path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"mine\n"
        yield
        other.kill()


def test_a_process_that_is_frozen_in_its_turn_is_overtaken_once_for_all(tmp_path) -> None:
    path = f"{tmp_path}/palabre.db"
    database = open_database(f"sqlite:///{path}", limits=SHORT)
    migrate(database)
    begun = monotonic()
    with taken_turn(path):
        for number in range(30):
            with database.write() as session:
                workers.register(session, str(number), "")
        assert monotonic() - begun < 30  # 30 times the wait for the turn would be a minute
    eventually(lambda: not database._turns._among_processes._waits)
    with taken_turn(path), database.write() as session:  # and its end is noticed: turns are taken again
        assert conversations.oldest_waiting(session) is None
    database.close()


def test_a_turn_among_threads_is_waited_for_no_longer_than_the_limit(tmp_path) -> None:
    turns = WriteTurns(f"{tmp_path}/palabre.db", threads_s=0.2)
    with turns.one():
        (raised,) = at_once(1, lambda _: _raised(turns))
    assert isinstance(raised, DatabaseAway)
    with turns.one():
        pass
    turns.close()


def _raised(turns: WriteTurns) -> Exception | None:
    try:
        with turns.one():
            return None
    except DatabaseAway as error:
        return error


def test_a_full_disk_is_an_outage(tmp_path) -> None:
    database = open_database(f"sqlite:///{tmp_path}/palabre.db", pool_size=1)
    migrate(database)
    with pytest.raises(DatabaseAway):
        _write_until_it_is_full(database)
    database.close()


def _write_until_it_is_full(database: Database) -> None:
    with database.write() as session:
        pages = session.connection().exec_driver_sql("PRAGMA page_count").scalar_one()
        session.connection().exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        for number in range(10_000):
            workers.register(session, str(number), "x" * 100)


def test_connections_keep_little_of_a_file(tmp_path) -> None:
    """A process keeps twenty connections, and once each has read much, each keeps as many pages as it may."""
    database = open_database(f"sqlite:///{tmp_path}/palabre.db")
    with database.write() as session:
        session.connection().exec_driver_sql("CREATE TABLE page (body BLOB)")
        for _ in range(800):
            session.connection().exec_driver_sql("INSERT INTO page VALUES (randomblob(4000))")
    together = threading.Barrier(20)

    def read(_index: int) -> None:
        with database.read() as session:
            together.wait(20)
            session.connection().exec_driver_sql("SELECT count(DISTINCT hex(body)) FROM page").all()

    before = _kept_by_sqlite()
    at_once(20, read)
    assert (_kept_by_sqlite() - before) / 20 < 1_000_000
    database.close()


def _kept_by_sqlite() -> int:
    count = ctypes.CDLL(_sqlite3.__file__).sqlite3_memory_used
    count.restype = ctypes.c_int64
    return int(count())
