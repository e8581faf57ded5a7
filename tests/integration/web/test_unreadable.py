"""Requests that two servers could read differently, at a real gunicorn: refused, with what stands behind them, and
without a word of them in the answer or the log."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.programs

ROOT = Path(__file__).resolve().parents[3]
SECRET = b"a-link-that-opens-a-file"
BEHIND = b"GET /echo HTTP/1.1\r\nHost: behind\r\nConnection: close\r\n\r\n"
POST = b"POST /echo?" + SECRET + b" HTTP/1.1\r\nHost: a\r\n"
CHUNKS = b"5\r\nhello\r\n0\r\n\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"


class Served(NamedTuple):
    """A gunicorn with our worker, and what it writes."""

    port: int
    log: Path


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    log = tmp_path_factory.mktemp("log") / "log"
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener, log.open("wb") as written:
        number = listener.fileno()
        options = ["--worker-class", "bot.web.gunicorn_worker.WholeRequestWorker", "--workers", "1", "--threads", "2"]
        command = [sys.executable, "-m", "gunicorn", "tests.integration.web.patience_app:app", *options]
        environment = {"PATH": os.defpath, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"}
        with subprocess.Popen(
            [*command, "--bind", f"fd://{number}"], cwd=ROOT, env=environment, pass_fds=[number], stderr=written
        ) as process:
            yield Served(listener.getsockname()[1], log)
            process.terminate()


def answers(served: Served, said: bytes) -> bytes:
    """All that comes until the server closes."""
    heard = b""
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as client:
        client.sendall(said)
        while piece := client.recv(65_536):
            heard += piece
    return heard


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKS, 400),
        (POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", 400),
        (POST + b"Content-Length: 5, 5\r\n\r\nhello", 400),
        (POST + b"Content-Length: +5\r\n\r\nhello", 400),
        (POST + b"Content-Length: 1_0\r\n\r\nhello", 400),
        (POST + b"Content-Length : 5\r\n\r\nhello", 400),
        (POST + b"Content-Length:\r\n 5\r\n\r\nhello", 400),
        (POST + "Content-Length: \u00b2\r\n\r\nhe".encode("latin-1"), 400),
        (POST + b"Transfer-Encoding: xchunked\r\n\r\n" + CHUNKS, 501),
        (POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n" + CHUNKS, 400),
        (POST + b"Transfer-Encoding:\x0bchunked\r\n\r\n" + CHUNKS, 400),
        (POST + b"Transfer-Encoding : chunked\r\n\r\n" + CHUNKS, 400),
        (POST + b"X: a\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKS, 400),
        (POST.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n" + CHUNKS, 400),
        (POST + b"Expect: " + SECRET + b"\r\n\r\n", 417),
        (POST + b"X: a\0b\r\n\r\n", 400),
        (POST + b"X-" + SECRET + b" : y\r\n\r\n", 400),
        (POST + b"".join(b"X%d: y\r\n" % number for number in range(500)) + b"\r\n", 431),
        (POST.replace(b"HTTP/1.1", "\u00e9 HTTP/1.1".encode()) + b"\r\n", 400),
        (POST.replace(b"POST", b"post") + b"\r\n", 400),
        (b"\r\n\r\n" + POST + b"\r\n", 400),
        (POST.replace(b"\r\n", b"\n") + b"\r\n\r\n", 400),
        (CHUNKED + CHUNKS.replace(b"5\r\n", b"0x5\r\n"), 400),
        (CHUNKED + CHUNKS.replace(b"5\r\n", b" 5\r\n"), 400),
        (CHUNKED + CHUNKS.replace(b"5\r\n", b"5\n"), 400),
        (CHUNKED + CHUNKS.replace(b"5\r\n", b'5;x="\n"\r\n'), 400),
        (CHUNKED + CHUNKS.replace(b"5\r\n", b"f" * 20 + b"\r\n"), 400),
        (CHUNKED + CHUNKS.replace(b"5\r\n", b"5;\r\n"), 400),
        (CHUNKED + CHUNKS.replace(b"5\r\n", b'5;"\r\n'), 400),
        (CHUNKED + CHUNKS.replace(b"0\r\n", b"0\r\nno field\r\n"), 400),
    ],
)
def test_it_ends_the_connection_and_is_repeated_nowhere(served: Served, said: bytes, status: int) -> None:
    heard = answers(served, said + BEHIND)
    assert heard.startswith(b"HTTP/1.1 %d " % status)
    assert heard.count(b"HTTP/1.1 ") == 1, "what stands behind it was served"
    assert heard.endswith(b"\r\nContent-Length: 0\r\n\r\n")
    assert SECRET not in served.log.read_bytes()
    assert b"127.0.0.1" not in served.log.read_bytes().replace(b"http://127.0.0.1:", b""), "whose it was"


def test_what_can_be_read_in_one_way_only_is_served_with_what_stands_behind(served: Served) -> None:
    for said in (
        POST + b"Content-Length: 5\r\n\r\nhello",
        CHUNKED + CHUNKS.replace(b"5\r\n", b"5;x=y\r\n"),
        CHUNKED + CHUNKS.replace(b"0\r\n", b"0\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n"),
    ):
        heard = answers(served, said + BEHIND)
        assert heard.count(b"HTTP/1.1 200 OK") == 2
        assert b"\r\n\r\nhello" in heard


def test_nobody_says_in_a_header_below_which_path_we_are(served: Served) -> None:
    """Whom a proxy keeps from a path would name the rest of another one, and come there all the same."""
    heard = answers(served, BEHIND.replace(b"/echo", b"/open/echo").replace(b"Host", b"SCRIPT_NAME: /open\r\nHost"))
    assert heard.startswith(b"HTTP/1.1 404 ")
    assert answers(served, BEHIND.replace(b"Host", b"SCRIPT_NAME: /open\r\nHost")).startswith(b"HTTP/1.1 200 ")
