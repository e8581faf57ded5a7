"""Writers of a SQLite file, in any number of processes, write in turns."""

import subprocess
import sys
import threading
import time
from contextlib import nullcontext
from pathlib import Path

import pytest

from bot.dao.database import Database
from bot.dao.engine.write_turns import WriteTurns
from tests.fakes.keys import migrate, open_database
from tests.fakes.waiting import eventually

HOLD = """
import sys
from bot.dao.database import Database
from bot.dao.engine.write_turns import WriteTurns
with WriteTurns(sys.argv[1]).one():
    print("mine", flush=True)
    sys.stdin.read()
"""


def test_a_writer_waits_for_another_process_and_no_longer(tmp_path: Path) -> None:
    path = str(tmp_path / "palabre.db")
    command = [sys.executable, "-c", HOLD, path]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"mine\n"
        written = threading.Event()
        turns = WriteTurns(path)

        def write() -> None:
            with turns.one():
                written.set()

        writer = threading.Thread(target=write)
        writer.start()
        assert not written.wait(0.2)
        other.kill()
        assert written.wait(10)
        writer.join()
        turns.close()


def test_the_file_is_kept_for_threads_that_wait_but_no_longer_than_for_ten_milliseconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the web's sixteen threads waits for as long, with every message and callback."""
    ours, theirs = WriteTurns(str(tmp_path / "palabre.db")), WriteTurns(str(tmp_path / "palabre.db"), processes_s=0)
    for held_s, is_kept in ((0.011, False), (0.009, True)):
        with ours.one():
            assert ours._ours_since is not None
            with monkeypatch.context() as patched:
                patched.setattr(time, "monotonic", lambda now=ours._ours_since + held_s: now)
                ours._give(is_awaited=True)
            assert (ours._ours_since is not None) == is_kept
            assert theirs._among_processes is not None
            assert theirs._among_processes._try() != is_kept
            theirs._among_processes.give()
    with theirs.one():
        assert theirs._ours_since is not None
    ours.close()
    theirs.close()


def test_what_is_urgent_writes_before_the_other_threads(tmp_path: Path) -> None:
    turns, order = WriteTurns(str(tmp_path / "palabre.db")), list[str]()

    def write(name: str) -> None:
        with turns.urgent() if name == "urgent" else nullcontext(), turns.one():
            order.append(name)

    threads = [threading.Thread(target=write, args=(name,)) for name in ("first", "urgent")]
    line = turns._among_threads
    with turns.one():
        for count, thread in enumerate(threads, 1):
            thread.start()
            eventually(lambda count=count: len(line._waiting) + len(line._urgent) == count)
    for thread in threads:
        thread.join(10)
    assert order == ["urgent", "first"]
    turns.close()


def test_a_turn_ends_when_its_block_raises(tmp_path: Path) -> None:
    first, second = WriteTurns(str(tmp_path / "palabre.db")), WriteTurns(str(tmp_path / "palabre.db"))
    for _ in range(2):
        try:
            with first.one():
                raise ValueError
        except ValueError:
            pass
        with second.one():
            pass
    first.close()
    second.close()


def test_threads_take_turns_also_after_the_file_is_closed(tmp_path: Path) -> None:
    turns = WriteTurns(str(tmp_path / "palabre.db"))
    turns.close()
    order = []

    def write() -> None:
        with turns.one():
            order.append("second")

    with turns.one():
        other = threading.Thread(target=write)
        other.start()
        order.append("first")
    other.join(10)
    assert order == ["first", "second"]


def test_two_databases_on_one_file_write_at_the_same_time_without_an_error(tmp_path: Path) -> None:
    databases = [open_database(f"sqlite:///{tmp_path}/palabre.db") for _ in range(2)]
    migrate(databases[0])

    def write(database: Database) -> None:
        for _ in range(20):
            with database.write_connection() as connection:
                connection.exec_driver_sql("UPDATE conversation SET lane_epoch = lane_epoch + 1")

    threads = [threading.Thread(target=write, args=(database,)) for database in databases for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)
    for database in databases:
        database.close()
