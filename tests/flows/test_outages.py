"""The database goes away and comes back, hangs, is full: people wait that long, get one answer, pay once."""

import resource
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import PIPE, Popen
from time import monotonic

import pytest
import requests

from tests.fakes.model import Request, Step, last_user_text, says
from tests.fakes.postgres import Postgres, running
from tests.fakes.waiting import eventually
from tests.flows.conftest import PRO, PUPIL, ROOT, Stack
from tests.flows.test_endurance import credits_of, last_run

LONG_S = 60.0  # on a busy machine


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A PostgreSQL of these tests' own: it is stopped and frozen."""
    yield from running()


@pytest.fixture
def stack_database(request: pytest.FixtureRequest, server: Postgres) -> str:
    return server.database_url()


class Held:
    """A model that answers when it is let go."""

    def __init__(self, stack: Stack) -> None:
        self.go = threading.Event()
        self._requests = stack.model.requests
        stack.model.script(self._answer)

    def _answer(self, request: Request) -> Step:
        assert self.go.wait(LONG_S)
        return says(f"Reçu : {last_user_text(request)}")

    def asked(self, count: int = 1) -> None:
        eventually(lambda: len(self._requests) >= count, LONG_S)


def test_a_restart_of_a_second_while_the_model_thinks_is_not_even_noticed(stack: Stack, server: Postgres) -> None:
    held = Held(stack)
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("un")
    held.asked()
    server.halt()
    held.go.set()
    server.start()
    assert awa.hears(LONG_S).body == "Reçu : un"
    awa.says("deux")
    assert awa.hears(LONG_S).body == "Reçu : deux"
    awa.silence(1.5)
    assert len(stack.model.requests) == 2
    assert credits_of(stack) == (48, 48)


def test_a_run_interrupted_by_an_outage_goes_on_after_it(stack: Stack, server: Postgres) -> None:
    held = Held(stack)
    stack.start()
    awa = stack.twilio.phone(PUPIL)
    awa.says("un")
    held.asked()
    server.halt(at_once=True)
    held.go.set()
    eventually(lambda: "a drain is interrupted" in stack.log(), LONG_S)
    server.start()
    assert awa.hears(LONG_S).body == "Reçu : un"
    awa.says("deux")
    assert awa.hears(LONG_S).body == "Reçu : deux"
    awa.silence(1.5)
    assert last_run(stack)[:2] == ("done", "done_signal")
    assert credits_of(stack) == (48, 48)


@contextmanager
def full_disk(process: Popen[bytes]) -> Iterator[None]:
    """Inside the block a process cannot write to any file (EFBIG, which SQLite tells as an I/O error)."""
    usual = resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, usual)


class TestOnSQLite:
    """The same where the database is a file."""

    @pytest.fixture
    def stack_database(self, tmp_path: object) -> str:
        return f"sqlite:///{tmp_path}/palabre.db"

    def test_a_run_interrupted_by_a_full_disk_goes_on_after_it(self, stack: Stack) -> None:
        held = Held(stack)
        stack.start(workers=0)
        worker = stack.start_worker()
        awa = stack.twilio.phone(PUPIL)
        awa.says("un")
        held.asked()
        with full_disk(worker):
            held.go.set()
            eventually(lambda: holder_has_stopped(stack), LONG_S)
        assert awa.hears(LONG_S).body == "Reçu : un"
        awa.says("deux")
        assert awa.hears(LONG_S).body == "Reçu : deux"
        awa.silence(1.5)
        assert credits_of(stack) == (48, 48)


def holder_has_stopped(stack: Stack) -> bool:
    """A worker whose disk is full cannot say so in a file: its heart has stopped for longer than a lease."""
    with stack.database.read() as session:
        sql = "SELECT (julianday('now') - 2440587.5) * 86400.0 - max(heartbeat) FROM worker"
        return bool(session.connection().exec_driver_sql(sql).scalar_one() > 4)


def timed(url: str) -> tuple[int, str, float]:
    begun = monotonic()
    answer = requests.get(url, timeout=LONG_S)
    return answer.status_code, answer.text, monotonic() - begun


def test_health_and_webhooks_answer_in_time_whatever_the_database_does(stack: Stack, server: Postgres) -> None:
    stack.start(workers=0)
    awa = stack.twilio.phone(PUPIL)
    assert timed(f"{stack.url}/readyz")[0] == 200
    server.halt()
    _refused_in_time(stack)
    server.start()
    eventually(lambda: timed(f"{stack.url}/readyz")[0] == 200, LONG_S)
    with server.pause():
        _refused_in_time(stack)
    eventually(lambda: timed(f"{stack.url}/readyz")[0] == 200, LONG_S)
    assert awa.says("un").http_status == 200


def _refused_in_time(stack: Stack) -> None:
    """All the threads of the web process are given webhooks to hang at; the platform asks meanwhile."""
    phones = [stack.twilio.phone(f"whatsapp:+22507000001{number:02}") for number in range(16)]
    begun = monotonic()
    threads = [threading.Thread(target=phone.says, args=("un",)) for phone in phones]
    for thread in threads:
        thread.start()
    for path in ("/readyz", "/metrics", "/readyz"):
        status, text, seconds = timed(f"{stack.url}{path}")
        assert seconds < 10, (path, seconds)  # 2 s on a quiet machine
        assert status == 503 if path == "/readyz" else "palabre_database_up 0.0" in text
    for thread in threads:
        thread.join(LONG_S)
    assert monotonic() - begun < 30


FREEZE_IN_A_TRANSACTION = """
import os, signal, sys
from bot.dao import conversations
from tests.fakes.keys import open_database
database = open_database(sys.argv[1])
with database.write() as session:
    found = conversations.ensure(session, sys.argv[2])
    conversations.fence(session, found.id, found.lane_epoch)
    print("fenced", flush=True)
    os.kill(os.getpid(), signal.SIGSTOP)
"""


def test_a_process_frozen_between_its_fence_and_its_commit_holds_nobody_for_long(stack: Stack) -> None:
    """Eight wake-ups take all eight threads of a worker to the frozen conversation; others are answered all the same,
    and so is that one, before the process goes on."""
    stack.model.script(lambda request: says(f"Reçu : {last_user_text(request)}"))
    stack.start()
    awa, ali = stack.twilio.phone(PUPIL), stack.twilio.phone(PRO)
    awa.says("un")
    assert awa.hears(LONG_S).body == "Reçu : un"
    command = [sys.executable, "-c", FREEZE_IN_A_TRANSACTION, stack.database_url, PUPIL]
    with Popen(command, cwd=ROOT, stdout=PIPE) as frozen:
        assert frozen.stdout is not None
        assert frozen.stdout.readline() == b"fenced\n"
        try:
            for _ in range(8):
                awa.says("deux")
            ali.says("trois")
            assert "trois" in ali.hears(LONG_S).body
            assert "deux" in awa.hears(LONG_S).body
        finally:
            frozen.send_signal(signal.SIGCONT)
        assert frozen.wait(LONG_S) != 0  # what it held was taken from it
