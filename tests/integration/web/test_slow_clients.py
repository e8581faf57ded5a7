"""Clients that send or read slowly, or hold many connections: nobody waits for them. A real gunicorn, real sockets."""

import http.client
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest

from tests.fakes.waiting import eventually
from tests.integration.web.patience_app import PAGE_BYTES, HurriedWorker

pytestmark = pytest.mark.programs

ROOT = Path(__file__).resolve().parents[3]
THREADS = 2
SEND_BUFFER = 32 * 1024  # the kernel's, as for a line of its own: on the loopback it would keep megabytes
ANSWER_S = 15.0  # far more than an answer takes, far less than threads that are held would make it take
HEAD = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 40000\r\n\r\n"


@pytest.fixture
def port() -> Iterator[int]:
    """One worker with two threads behind a port."""
    with served() as number:
        yield number


@contextmanager
def served(*prefix: str) -> Iterator[int]:
    """Its port. `prefix`: what the command is begun by."""
    with socket.create_server(("127.0.0.1", 0), backlog=256) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        number = listener.fileno()
        worker = "tests.integration.web.patience_app.HurriedWorker"
        options = ["--worker-class", worker, "--workers", "1", "--threads", str(THREADS), "--bind", f"fd://{number}"]
        application = ["tests.integration.web.patience_app:app", "--log-level", "warning"]
        command = [sys.executable, "-m", "gunicorn", *application, *options]
        environment = {"PATH": os.defpath, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
        with subprocess.Popen(
            [*prefix, *command, "--log-level", "warning"], cwd=ROOT, env=environment, pass_fds=[number]
        ) as process:
            yield listener.getsockname()[1]
            process.terminate()


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def to_its_end(client: socket.socket) -> bytes:
    said = b""
    while piece := client.recv(4096):
        said += piece
    return said


def ask(port: int, body: bytes = b"") -> bytes:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    client.request("POST" if body else "GET", "/echo", body or None)
    answer = client.getresponse().read()
    client.close()
    return answer


def assert_others_are_answered(port: int) -> None:
    before = time.monotonic()
    for number in range(10):
        body = f"message {number}".encode()
        assert ask(port, body) == body
    assert time.monotonic() - before < ANSWER_S


@pytest.mark.parametrize(
    "beginning", [b"", b"POST /echo HT", HEAD, HEAD + b"x" * 30_000], ids=["silent", "head", "body", "end"]
)
def test_clients_who_send_slowly_or_not_at_all_hold_nobody_up(port: int, beginning: bytes) -> None:
    assert ask(port) == b"nothing"
    with ExitStack() as open_sockets:
        slow = [open_sockets.enter_context(connected(port)) for _ in range(40)]
        stopped = threading.Event()

        def trickle() -> None:
            while not stopped.wait(0.05):
                for client in slow:
                    try:
                        client.send(b"x")
                    except OSError:
                        return

        for client in slow:
            client.sendall(beginning)
        thread = threading.Thread(target=trickle, daemon=True)
        if beginning:
            thread.start()
        assert_others_are_answered(port)
        stopped.set()


def test_a_request_that_does_not_end_is_told_so(port: int) -> None:
    with connected(port) as client:
        client.sendall(HEAD + b"x" * 10)
        assert client.recv(100).startswith(b"HTTP/1.1 408 ")
        assert client.recv(100) == b""


def test_clients_who_do_not_read_their_answer_are_let_go(port: int) -> None:
    with ExitStack() as open_sockets:
        for _ in range(THREADS):
            client = open_sockets.enter_context(connected(port))
            client.sendall(b"GET /large HTTP/1.1\r\nHost: a\r\n\r\n")
        assert ask(port, b"still there?") == b"still there?"


def test_clients_who_ask_on_without_reading_hold_nobody_up(port: int) -> None:
    with ExitStack() as open_sockets:
        assert ask(port) == b"nothing"
        for _ in range(10 * THREADS):
            client = open_sockets.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", port))
            client.sendall(b"GET /page HTTP/1.1\r\nHost: a\r\n\r\n" * 600)
        assert_others_are_answered(port)
    reading = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with closing(reading):
        kept = set()
        for _ in range(20):
            reading.request("GET", "/page")
            kept.add(reading.sock)
            assert len(reading.getresponse().read()) == PAGE_BYTES
        assert len(kept) == 1, "whoever reads may go on asking"


def test_clients_who_never_close_hold_nobody_up(port: int) -> None:
    with ExitStack() as open_sockets:
        for _ in range(40):
            client = open_sockets.enter_context(connected(port))
            client.sendall(b"GET /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert_others_are_answered(port)


def test_one_address_holds_so_many_connections_and_no_more(port: int) -> None:
    ask(port)
    with ExitStack() as open_sockets:
        many = [open_sockets.enter_context(connected(port)) for _ in range(HurriedWorker.most_per_address)]
        with connected(port) as one_more:
            assert one_more.recv(100).startswith(b"HTTP/1.1 429 ")
        for client in many:
            client.close()
        eventually(lambda: ask(port, b"again") == b"again", 30)


def test_a_connection_refused_behind_an_answer_is_counted_off_once(port: int) -> None:
    assert ask(port) == b"nothing"
    large = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n"
    with ExitStack() as open_sockets:
        held = [open_sockets.enter_context(connected(port)) for _ in range(5)]
        for _ in held:
            with connected(port) as client:
                client.sendall(b"GET /echo HTTP/1.1\r\nHost: a\r\n\r\n" + large)
                answers = to_its_end(client)
            assert b"HTTP/1.1 200 " in answers
            assert b"HTTP/1.1 413 " in answers
        more = [open_sockets.enter_context(connected(port)) for _ in range(HurriedWorker.most_per_address)]
        refused = [client.recv(100) for client in more[-len(held) :]]
        assert all(answer.startswith(b"HTTP/1.1 429 ") for answer in refused)


def test_what_is_too_large_is_refused_before_it_is_sent(port: int) -> None:
    with connected(port) as client:
        client.sendall(b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 413 ")
    with connected(port) as client:
        client.sendall(b"GET /echo HTTP/1.1\r\n" + b"X: y\r\n" * 6_000)
        assert client.recv(100).startswith(b"HTTP/1.1 431 ")


def test_who_waits_with_a_body_until_it_is_wanted_is_told_so(port: int) -> None:
    """As curl does with a large one, for a second; others do not send it at all."""
    with closing(connected(port)) as client:
        client.settimeout(ANSWER_S)
        client.sendall(HEAD.replace(b"\r\n\r\n", b"\r\nExpect: 100-Continue\r\nConnection: close\r\n\r\n"))
        assert client.recv(4096) == b"HTTP/1.1 100 Continue\r\n\r\n"
        client.sendall(b"x" * 40_000)
        assert b"HTTP/1.1 200" in to_its_end(client)


def test_requests_in_pieces_in_chunks_and_behind_each_other_are_all_answered(port: int) -> None:
    with connected(port) as client:
        for byte in b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nun,":
            client.send(bytes([byte]))
        chunked = b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\ndeux,\r\n0\r\n\r\n"
        last = b"POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 5\r\n\r\ntrois"
        client.sendall(chunked + last[:60])
        client.sendall(last[60:])
        answer = to_its_end(client)
    bodies = [part.rpartition(b"\r\n\r\n")[2] for part in answer.split(b"HTTP/1.1 200 OK")[1:]]
    assert bodies == [b"un,", b"deux,", b"trois"]


@pytest.mark.parametrize("body", [b"5\r\nhel", b"zz\r\n", b"5\r\nhello0\r\n\r\n"])
def test_chunks_that_lie_hold_no_thread(port: int, body: bytes) -> None:
    with ExitStack() as open_sockets:
        for _ in range(4 * THREADS):
            client = open_sockets.enter_context(connected(port))
            client.sendall(b"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
        assert_others_are_answered(port)


def held_by(path: Path) -> bytes:
    """A request that is answered when a file is there."""
    head = f"POST /held{path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    return head.encode()


def test_without_descriptors_who_is_inside_is_answered_and_others_wait(tmp_path: Path) -> None:
    with served("prlimit", "--nofile=24") as port, ExitStack() as open_sockets:
        assert ask(port) == b"nothing"
        inside = open_sockets.enter_context(connected(port))
        inside.sendall(held_by(tmp_path / "held"))
        eventually((tmp_path / "held.begun").exists, 30)
        for _ in range(24):
            open_sockets.enter_context(connected(port)).sendall(b"POST /echo HT")
        assert ask(port, b"when they are gone") == b"when they are gone"
        (tmp_path / "held").touch()
        assert to_its_end(inside).endswith(b"at last")


def test_connections_leave_descriptors_to_whoever_is_answered(tmp_path: Path) -> None:
    with served("prlimit", "--nofile=64") as port, ExitStack() as open_sockets:
        assert ask(port) == b"nothing"
        inside = open_sockets.enter_context(connected(port))
        inside.sendall(b"POST /he")
        for _ in range(64):
            open_sockets.enter_context(connected(port)).sendall(b"POST /echo HT")
        (tmp_path / "held").touch()
        inside.sendall(held_by(tmp_path / "held").removeprefix(b"POST /he"))
        assert to_its_end(inside).endswith(b"at last")
