"""Exports under a real gunicorn: whoever takes one slowly holds up nobody, and who goes away ends it."""

import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.fakes import ledger
from tests.fakes.admin import Browser, make_administrator
from tests.fakes.keys import migrate, open_database
from tests.fakes.product import environment, make_settings, open_web
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.programs

ROOT = Path(__file__).resolve().parents[3]
ENTRIES = 80_000  # 6 MB as CSV: more than sockets hold
NO_REDIS = "redis://127.0.0.1:9/0"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[int, str]]:
    """A port behind which one process with two threads serves the product, and the cookie of an administrator."""
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listener:
        port, number = listener.getsockname()[1], listener.fileno()
        url = f"sqlite:///{tmp_path}/palabre.db"
        given = {"public_url": f"http://127.0.0.1:{port}", "storage_url": f"file://{tmp_path}/files"}
        database = open_database(url)
        migrate(database)
        ledger.fill(database, ENTRIES, users=20, days=20)
        web = open_web(make_settings(database_url=url, redis_url=NO_REDIS, **given), database)
        make_administrator(web)
        browser = Browser(web)
        browser.client.environ_base["HTTP_HOST"] = f"127.0.0.1:{port}"
        assert browser.signs_in().status_code == 303
        cookie = "; ".join(f"{each.key}={each.value}" for each in browser.client._cookies.values())
        web.wake.close()
        database.close()
        worker = ["--worker-class", "bot.web.gunicorn_worker.WholeRequestWorker", "--workers", "1", "--threads", "2"]
        command = [sys.executable, "-m", "gunicorn", "wsgi:app", *worker, "--bind", f"fd://{number}"]
        told = environment(environment="development", database_url=url, redis_url=NO_REDIS, **given)
        variables = {"PATH": os.defpath, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"} | told
        with subprocess.Popen(
            [*command, "--log-level", "warning"], cwd=ROOT, env=variables, pass_fds=[number]
        ) as process:
            yield port, cookie
            process.terminate()


def ask(port: int, cookie: str, path: str) -> tuple[int, int]:
    """The status, and how many bytes came."""
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as client:
        client.request("GET", path, headers={"Cookie": cookie})
        answer = client.getresponse()
        return answer.status, len(answer.read())


def test_a_slow_reader_of_an_export_holds_up_nobody_and_its_end_frees_the_place(served: tuple[int, str]) -> None:
    port, cookie = served
    eventually(lambda: ask(port, "", "/healthz")[0] == 200, 60)
    slow = socket.socket()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    slow.connect(("127.0.0.1", port))
    slow.sendall(f"GET /admin/credits.csv HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n".encode())
    assert slow.recv(15) == b"HTTP/1.1 200 OK"
    began = time.monotonic()
    for _ in range(10):
        assert ask(port, "", "/healthz")[0] == 200
        assert ask(port, cookie, "/admin/credits")[0] == 200
    assert time.monotonic() - began < 20
    assert ask(port, cookie, "/admin/credits.xlsx")[0] == 503
    slow.close()
    eventually(lambda: ask(port, cookie, "/admin/credits.xlsx")[0] == 200, 20)
    sizes = dict[int, int]()

    def is_served() -> bool:  # the place is free a moment after the last byte of the one before
        sizes.update([ask(port, cookie, "/admin/credits.csv")])
        return 200 in sizes

    eventually(is_served, 20)
    assert sizes[200] > 60 * ENTRIES
