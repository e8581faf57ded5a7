"""Processes of the product whose time and database can be turned from outside: their wall clock jumps, SQLite's own
included, and each of their statements takes longer.

`python -m tests.fakes.dials …` is the worker, `tests.fakes.dials:web` the web process; DIALS names the file."""

import mmap
import os
import struct
import sys
import threading
from datetime import datetime, timezone, tzinfo
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from rq import utils
from sqlalchemy import Engine, event
from sqlalchemy.ext.compiler import compiles

from bot import clock
from bot.dao.database import database_epoch
from bot.models import base
from jobs import worker

NUMBERS = struct.Struct("dd")


class Dials:
    """A file of two numbers that all who know it read: `ahead_s`, how far the wall clock is ahead of the machine's, and
    `statement_s`, how much longer each statement takes."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(NUMBERS.pack(0.0, 0.0))
        with path.open("r+b") as file:
            self._numbers = mmap.mmap(file.fileno(), NUMBERS.size)

    def turn(self, *, ahead_s: float | None = None, statement_s: float | None = None) -> None:
        """Set one of them, or both."""
        old = self.read()
        new = (old[0] if ahead_s is None else ahead_s, old[1] if statement_s is None else statement_s)
        self._numbers[:] = NUMBERS.pack(*new)

    def read(self) -> tuple[float, float]:
        """`ahead_s` and `statement_s` as they stand."""
        ahead_s, statement_s = NUMBERS.unpack(self._numbers[:])
        return ahead_s, statement_s


def install(path: Path) -> None:
    """Obey the dials from now on, in this process."""
    dials = Dials(path)

    class Jumping(datetime):
        """The calendar of this process."""

        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.fromtimestamp(datetime.now(tz).timestamp() + dials.read()[0], tz)

    for module in (clock, base):
        module.datetime = Jumping  # type: ignore[attr-defined]
    utils.datetime = SimpleNamespace(datetime=Jumping, timezone=timezone)  # RQ's
    compiles(database_epoch, "sqlite")(lambda *_, **__: "((julianday('now') - 2440587.5) * 86400.0 + ahead_s())")

    def connects(connection: Any, _record: Any) -> None:
        if hasattr(connection, "create_function"):
            connection.create_function("ahead_s", 0, lambda: dials.read()[0])

    def executes(*_: Any) -> None:
        if seconds := dials.read()[1]:
            threading.Event().wait(seconds)

    event.listen(Engine, "connect", connects)
    event.listen(Engine, "before_cursor_execute", executes)


def __getattr__(name: str) -> Any:
    """`web`: made only when gunicorn asks for it."""
    if name != "web":
        raise AttributeError(name)
    install(Path(os.environ["DIALS"]))
    import wsgi

    return wsgi.app


if __name__ == "__main__":
    install(Path(os.environ["DIALS"]))
    sys.exit(worker.main())
