"""Somebody who follows a stream of events over a plain socket, and the web process that they follow it at."""

import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from bot.dao import conversations
from bot.dao.database import Database
from bot.models import Run
from tests.fakes.admin import Browser, make_administrator
from tests.fakes.keys import migrate, open_database
from tests.fakes.product import Web, environment, make_settings, open_web
from tests.fakes.waiting import eventually

ROOT = Path(__file__).resolve().parents[2]
EVENT = re.compile(rb"id: (\S+)\nevent: (\w+)\ndata: (.*)\n\n")


@dataclass(eq=False)
class Follower:
    """A connection; `pump` reads what has come."""

    sock: socket.socket
    received: bytes = b""
    ended: bool = False

    @property
    def status(self) -> int:
        """Of the answer; 0 before there is one."""
        return int(self.received[9:12] or b"0")

    @property
    def body(self) -> bytes:
        """Without the frames of its chunks."""
        _, _, rest = self.received.partition(b"\r\n\r\n")
        body = b""
        while rest:
            size, _, rest = rest.partition(b"\r\n")
            length = int(size or b"0", 16)
            body, rest = body + rest[:length], rest[length + 2 :]
        return body

    @property
    def events(self) -> list[tuple[str, str, str]]:
        """Place, kind and data of each."""
        return [(at.decode(), kind.decode(), data.decode()) for at, kind, data in EVENT.findall(self.body)]

    @property
    def kinds(self) -> list[str]:
        return [kind for _, kind, _ in self.events]

    def pump(self) -> None:
        try:
            data = self.sock.recv(65_536)
        except BlockingIOError:
            return
        except ConnectionResetError:
            data = b""
        self.received += data
        self.ended = self.ended or not data


@dataclass
class WebProcess:
    """A web process of the product that lives until the block ends, and what it stands on."""

    port: int
    process: subprocess.Popen[bytes]
    database: Database
    web: Web
    cookie: str
    pid: int = 0  # of the one worker, the master's child
    followers: list[Follower] = field(default_factory=list)

    def run(self) -> int:
        """A run that is under way."""
        with self.database.write() as session:
            conversation = conversations.ensure(session, "whatsapp:+2250700000042")
            run = Run(conversation_id=conversation.id, mode="student", language="fr")
            session.add(run)
            session.flush()
            return run.id

    def follow(self, path: str, *headers: str, cookie: str | None = None, version: str = "1.1") -> Follower:
        """Begin to follow what a path tells."""
        sock = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        given = [f"Host: 127.0.0.1:{self.port}", f"Cookie: {self.cookie if cookie is None else cookie}", *headers]
        sock.sendall("\r\n".join([f"GET {path} HTTP/{version}", *given, "", ""]).encode())
        sock.setblocking(False)
        self.followers.append(Follower(sock))
        return self.followers[-1]

    def crowd(self, number: int, runs: Sequence[int]) -> list[Follower]:
        """So many who follow one of some runs each; not all at the same moment: an address may have 200 connections."""
        some: list[Follower] = []
        while len(some) < number:
            some += [
                self.follow(f"/admin/runs/{runs[each % len(runs)]}/events") for each in range(len(some), number)[:50]
            ]
            self.until(partial(_all_answered, some), 60)
        return some

    def until(self, condition: object, seconds: float = 20) -> None:
        """Read whatever comes, to whomever, until something is so."""
        assert callable(condition)

        def seen() -> bool:
            pump(self.followers, 0.05)
            return bool(condition())

        eventually(seen, seconds)

    def threads(self) -> int:
        """Of the worker."""
        return len(os.listdir(f"/proc/{self.pid}/task"))

    def terminate(self) -> None:
        """SIGTERM, as the platform sends it."""
        self.process.send_signal(signal.SIGTERM)


def _all_answered(some: Sequence[Follower]) -> bool:
    return all(each.status == 200 for each in some)


def pump(followers: Sequence[Follower], seconds: float) -> None:
    """Read for so long."""
    with selectors.DefaultSelector() as selector:
        for follower in followers:
            if not follower.ended:
                selector.register(follower.sock, selectors.EVENT_READ, follower)
        end = time.monotonic() + seconds
        while selector.get_map() and (left := end - time.monotonic()) > 0:
            for key, _ in selector.select(left):
                key.data.pump()
                if key.data.ended:
                    selector.unregister(key.data.sock)


@contextmanager
def web_process(folder: Path, redis_url: str, threads: int = 4, **more: str) -> Iterator[WebProcess]:
    """gunicorn with one worker of our class, and an administrator who is signed in there."""
    with socket.create_server(("127.0.0.1", 0), backlog=512) as listener:
        port, number = listener.getsockname()[1], listener.fileno()
        url = f"sqlite:///{folder}/palabre.db"
        given = {"public_url": f"http://127.0.0.1:{port}", "storage_url": f"file://{folder}/files",
                 "database_url": url, "redis_url": redis_url}  # fmt: skip
        database = open_database(url)
        migrate(database)
        web = open_web(make_settings(**given), database)
        make_administrator(web)
        browser = Browser(web)
        browser.client.environ_base["HTTP_HOST"] = f"127.0.0.1:{port}"
        assert browser.signs_in().status_code == 303
        cookie = "; ".join(f"{each.key}={each.value}" for each in browser.client._cookies.values())
        options = ["--worker-class", "bot.web.gunicorn_worker.WholeRequestWorker", "--workers", "1",
                   "--threads", str(threads), "--bind", f"fd://{number}", "--log-level", "warning"]  # fmt: skip
        variables = {"PATH": os.defpath, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8"} | environment(**given, **more)
        process = subprocess.Popen([sys.executable, "-m", "gunicorn", "wsgi:app", *options], cwd=ROOT, env=variables,
                                   pass_fds=[number])  # fmt: skip
        made = WebProcess(port, process, database, web, cookie)
        try:
            health = made.follow("/healthz")
            made.until(lambda: health.status == 200, 60)
            children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
            (made.pid,) = (int(each) for each in children.read_text().split())
            yield made
        finally:
            made.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            for follower in made.followers:
                follower.sock.close()
            web.wake.close()
            database.close()
