"""A web process that is told to leave: what is under way is answered, who comes later is refused at once."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.ports import free_port
from tests.fakes.waiting import eventually
from tests.integration.web.test_slow_clients import ROOT, ask, connected

pytestmark = pytest.mark.programs

HEAD = b"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"
GRACEFUL_S = 20


class Web:
    """gunicorn, with two processes as in production, or with one where all that comes must have been seen."""

    def __init__(self, begun: Path, processes: int) -> None:
        self.port, self.begun = free_port(), begun
        options = [
            "--worker-class", "tests.integration.web.patience_app.PatientWorker", "--workers", str(processes),
            "--threads", "2", "--bind", f"127.0.0.1:{self.port}", "--graceful-timeout", str(GRACEFUL_S),
        ]  # fmt: skip
        command = [sys.executable, "-m", "gunicorn", "tests.integration.web.patience_app:app", "--log-level", "warning"]
        environment = {"PATH": os.defpath, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", "BEGUN": str(begun)}
        self.process = subprocess.Popen([*command, *options], cwd=ROOT, env=environment)

    def is_open(self) -> bool:
        try:
            connected(self.port).close()
        except ConnectionRefusedError:
            return False
        return True

    def leaves(self) -> None:
        """Told to; when this returns, nobody can connect any more."""
        self.process.terminate()
        eventually(lambda: not self.is_open(), 20)


@pytest.fixture(params=[2])
def web(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    begun = tmp_path_factory.mktemp("begun")
    made = Web(begun, request.param)
    eventually(lambda: len(list(begun.iterdir())) == request.param, 20)
    yield made
    made.process.kill()
    made.process.wait()


def all_of(client: socket.socket) -> bytes:
    answer = b""
    while piece := client.recv(4096):
        answer += piece
    return answer


def test_processes_whose_master_died_answer_what_they_have_and_close_the_door(web: Web, tmp_path: Path) -> None:
    file = tmp_path / "now"
    with connected(web.port) as client:
        client.sendall(f"POST /held{file} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n".encode())
        eventually(Path(f"{file}.begun").exists, 20)
        web.process.kill()
        eventually(lambda: not web.is_open(), 10)
        file.touch()
        assert all_of(client).endswith(b"at last")


@pytest.mark.parametrize("web", [1], indirect=True)
def test_a_process_whose_threads_have_no_memory_to_begin_with_is_replaced(web: Web) -> None:
    with connected(web.port) as client:
        client.sendall(b"GET /starve HTTP/1.1\r\nHost: a\r\n\r\n")
        eventually(lambda: len(list(web.begun.iterdir())) == 2, 20)


def test_what_is_being_answered_is_answered(web: Web, tmp_path: Path) -> None:
    file = tmp_path / "now"
    with connected(web.port) as client:
        client.sendall(f"POST /held{file} HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n".encode())
        eventually(Path(f"{file}.begun").exists, 20)
        web.leaves()
        assert web.process.poll() is None
        file.touch()
        answer = all_of(client)
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.endswith(b"at last")
    assert web.process.wait(30) == 0


@pytest.mark.parametrize("web", [1], indirect=True)
def test_what_has_begun_to_arrive_is_taken_in_whole_and_answered(web: Web) -> None:
    with connected(web.port) as head, connected(web.port) as body:
        head.sendall(HEAD[:20])
        body.sendall(HEAD + b"half")
        assert ask(web.port) == b"nothing"  # the one loop has seen both
        web.leaves()
        assert web.process.poll() is None
        head.sendall(HEAD[20:] + b"in pieces")
        body.sendall(b" and ")
        for client, answer in ((head, b"in pieces"), (body, b"half and ")):
            assert all_of(client).endswith(b"\r\n\r\n" + answer)
    assert web.process.wait(30) == 0


def test_who_has_connected_and_says_nothing_holds_it_up_for_two_seconds_only(web: Web) -> None:
    with connected(web.port) as silent:
        assert ask(web.port) == b"nothing"
        since = time.monotonic()
        web.leaves()
        assert all_of(silent) == b""
        assert web.process.wait(30) == 0
    assert time.monotonic() - since < GRACEFUL_S / 2
