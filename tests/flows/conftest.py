"""The whole product as separate processes: gunicorn, workers, a real Valkey, and servers in Twilio's, the model's and
the web's place. Only base URLs differ from production."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from bot.cli.commands import add_user
from bot.types import Mode
from tests.fakes.forge import Forge, Forked
from tests.fakes.keys import migrate, open_database
from tests.fakes.model import ScriptedModel
from tests.fakes.ports import free_port
from tests.fakes.product import environment
from tests.fakes.twilio import FakeTwilio
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually
from tests.fakes.web import FakeWeb

ROOT = Path(__file__).resolve().parents[2]
PUPIL = "whatsapp:+2250700000001"
PRO = "+2250700000002"
GUEST = "whatsapp:+2250700000003"
Process = Forked | subprocess.Popen[bytes]


class Stack:
    """Starts and ends the processes; everything it starts it ends."""

    def __init__(
        self, folder: Path, database_url: str, valkey: Valkey, forge: Forge, twilio: FakeTwilio, model: ScriptedModel,
        web: FakeWeb,
    ) -> None:  # fmt: skip
        self.forge = forge
        self.valkey, self.twilio, self.model, self.web = valkey, twilio, model, web
        self.folder, self.database_url = folder, database_url
        self.database = open_database(database_url)
        self.port = free_port()
        self.overrides: dict[str, str] = {}
        self.web_application, self.worker_module = "wsgi:app", "jobs.worker"
        self.web_class, self.threads = "gthread", "8"
        self.root = ROOT  # the project whose processes run
        self._processes: list[Process] = []
        self._logs = (folder / "log").open("ab")

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self, workers: int = 1, **overrides: str) -> None:
        """Migrate, make the people, start web and workers, and wait until they are ready."""
        self.overrides = overrides
        migrate(self.database)
        add_user(self.database, PUPIL, Mode.STUDENT, 50)
        add_user(self.database, PRO, Mode.PRO, 50)
        self.twilio.stand_in.webhook_base_url = self.url
        self.start_web()
        for _ in range(workers):
            self.start_worker()

    def start_web(self) -> Process:
        """gunicorn, answering."""
        bind = ["-b", f"127.0.0.1:{self.port}", "-k", self.web_class, "--threads", "8", "--log-level", "error"]
        process = self._spawn("gunicorn", self.web_application, *bind)
        eventually(lambda: self._answers(process), 30)
        return process

    def start_worker(self) -> Process:
        """A worker, registered in the database."""
        before = self._workers()
        process = self._spawn(self.worker_module, "--concurrency", self.threads)
        eventually(lambda: self._workers() > before or process.poll() is not None, 30)
        assert process.poll() is None, self.log()
        return process

    def start_worker_in_vain(self) -> int:
        """A worker that does not get as far as working; its exit code."""
        migrate(self.database)
        return self._spawn("jobs.worker").wait(60)

    def pids(self) -> list[int]:
        """The processes that run."""
        return [process.pid for process in self._processes if process.poll() is None]

    def is_up(self) -> bool:
        """Whether the web answers."""
        return self._answers(self._processes[0])

    def kill(self, process: Process) -> None:
        """SIGKILL: no goodbye."""
        process.kill()
        process.wait(10)

    def freeze(self, process: Process) -> None:
        """SIGSTOP, outside of any transaction: whoever stops dead in SQLite's one writer's place lets nobody write."""
        process.send_signal(signal.SIGSTOP)
        while not self._is_free_to_write():
            process.send_signal(signal.SIGCONT)
            process.send_signal(signal.SIGSTOP)

    def log(self) -> str:
        """What the processes have said."""
        return (self.folder / "log").read_text(errors="replace")[-6000:]

    def flask(self, *arguments: str) -> int:
        """A command as an operator types it; its exit code."""
        return self._spawn("flask", "--app", "wsgi", *arguments).wait(60)

    def end_processes(self) -> None:
        """SIGTERM to all, and wait until they are gone."""
        for process in self._processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in self._processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)
        self._processes.clear()

    def stop(self) -> None:
        self.end_processes()
        self._logs.close()
        self.database.close()

    def _spawn(self, *arguments: str) -> Process:
        process: Process
        if self.root == ROOT:
            process = self.forge.begin(arguments, self._environment(), self.folder / "log")
        else:
            command, words = [sys.executable, "-m", *arguments], self._logs
            process = subprocess.Popen(command, cwd=self.root, env=self._environment(), stdout=words, stderr=words)
        self._processes.append(process)
        return process

    def _environment(self) -> dict[str, str]:
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return (
            inherited
            | environment()
            | {
                "PYTHONWARNINGS": "default",
                "PUBLIC_URL": self.url,
                "DATABASE_URL": self.database_url,
                "STORAGE_URL": f"file://{self.folder}/files",
                "REDIS_URL": self.valkey.url,
                "TWILIO_API_URL": self.twilio.url,
                "OPENAI_BASE_URL": self.model.url,
                "TAVILY_API_KEY": "tvly-for-tests",
                "TAVILY_URL": self.web.url,
                "BROWSE_ALLOW_HOSTS": self.web.host,
                "SWEEP_INTERVAL_S": "1",
                "WORKER_HEARTBEAT_S": "0.5",
                "WORKER_LOST_AFTER_S": "2",
                **self.overrides,
            }
        )

    def _is_free_to_write(self) -> bool:
        if not self.database_url.startswith("sqlite"):
            return True
        connection = sqlite3.connect(self.database_url.removeprefix("sqlite:///"), timeout=1, isolation_level=None)
        with contextlib.closing(connection), contextlib.suppress(sqlite3.OperationalError):
            connection.execute("BEGIN IMMEDIATE")
            return True
        return False

    def _answers(self, process: Process) -> bool:
        assert process.poll() is None, self.log()
        try:
            return requests.get(f"{self.url}/healthz", timeout=5).ok
        except requests.RequestException:
            return False

    def _workers(self) -> int:
        with self.database.read() as session:
            return session.connection().exec_driver_sql("SELECT count(*) FROM worker").scalar_one()  # type: ignore[no-any-return]


@pytest.fixture(scope="session")
def forge() -> Iterator[Forge]:
    """What processes of the product are forked from."""
    with Forge() as made:
        yield made


@pytest.fixture
def stack_database(tmp_path: Path) -> str:
    """The empty database of a stack; tests/flows/test_postgresql.py gives another kind."""
    return f"sqlite:///{tmp_path}/palabre.db"


@pytest.fixture
def stack(tmp_path: Path, stack_database: str, valkey: Valkey, forge: Forge) -> Iterator[Stack]:
    """A product ready to be started: script the model and the web, then `stack.start()`."""
    with FakeTwilio() as twilio, ScriptedModel() as model, FakeWeb() as web:
        made = Stack(tmp_path, stack_database, valkey, forge, twilio, model, web)
        yield made
        made.stop()
