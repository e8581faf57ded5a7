"""Processes of the product without the seconds in which each would import the same modules: they are forked from one
that has imported them, has no thread and no connection. From there on each is what `python -m module …` would be.

`python -m tests.fakes.forge` is that one. Orders come in and answers go out as lines of JSON; it is the parent of all,
so a number it answers for cannot have been given to another process."""

import ctypes
import gc
import json
import os
import runpy
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

from prometheus_client import values
from sqlalchemy.orm import configure_mappers

from bot.i18n.catalogue import catalogue
from bot.types import Language
from jobs.worker import UNUSED

PR_SET_PDEATHSIG = 1
MODULES = (
    "gunicorn.app.wsgiapp", "gunicorn.workers.gthread", "bot.app", "jobs.worker", "jobs.entry", "jobs.runtime",
    "openai", "pydantic", "psycopg", "rq.worker",
)  # fmt: skip


class Forked:
    """One of them, with what tests use of subprocess.Popen."""

    def __init__(self, pid: int, ask: Callable[..., Any]) -> None:
        self.pid, self.returncode = pid, None  # type: int, int | None
        self._ask = ask

    def poll(self) -> int | None:
        """Its exit code (negative: the signal), None while it runs."""
        if self.returncode is None:
            self.returncode = self._ask(do="poll", pid=self.pid)
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Wait until it has ended."""
        deadline = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(str(self.pid), timeout)
            time.sleep(0.01)
        return code

    def send_signal(self, signum: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, signum)

    def terminate(self) -> None:
        """SIGTERM."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """SIGKILL."""
        self.send_signal(signal.SIGKILL)


class Forge:
    """`with Forge(root) as forge:` starts the parent; leaving ends it and all that it began. Any thread may ask."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._one_at_a_time = threading.Lock()

    def __enter__(self) -> Self:
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fakes.forge"],
            cwd=self._root, env=inherited, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._read()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._process:
            pass  # closes its ears: it ends its children, then itself

    def begin(self, arguments: Sequence[str], environment: Mapping[str, str], log: Path) -> Forked:
        """`python -m` with these arguments; what it says is appended to `log`."""
        pid = self._order(do="fork", arguments=list(arguments), environment=dict(environment), log=str(log))
        return Forked(pid, self._order)

    def _order(self, **order: Any) -> Any:
        assert self._process.stdin is not None
        with self._one_at_a_time:
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
            return self._read()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("the forge is gone")
        return json.loads(line)


class _Parent:
    """Obeys one order at a time."""

    def __init__(self) -> None:
        self._children: set[int] = set()

    def fork(self, order: dict[str, Any]) -> int:
        pid = os.fork()
        if pid == 0:
            self._children.clear()
            _live(order["arguments"], order["environment"], order["log"])
        self._children.add(pid)
        return pid

    def poll(self, order: dict[str, Any]) -> int | None:
        ended, status = os.waitpid(order["pid"], os.WNOHANG)
        if not ended:
            return None
        self._children.discard(ended)
        return os.waitstatus_to_exitcode(status)

    def end(self) -> None:
        for pid in self._children:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _live(arguments: list[str], environment: dict[str, str], log: str) -> NoReturn:
    """The life of a child. It ends as every interpreter does: what is raised goes up through `main`."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    words = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for stream in (1, 2):
        os.dup2(words, stream)
    os.environ.clear()
    os.environ.update(environment)
    module, *sys.argv[1:] = arguments
    sys.modules.pop(module, None)
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    sys.exit()


@cache
def _kind_of_value() -> Any:
    return values.get_value_class()


def _value(*arguments: Any, **named: Any) -> Any:
    """What prometheus_client counts in. It chooses when it is imported, which is before gunicorn.conf.py has named the
    folder that its processes share: here it chooses when the first counter is made."""
    return _kind_of_value()(*arguments, **named)


def _warm() -> None:
    """Import and do once what all of them would do at their beginning."""
    sys.modules.update(dict.fromkeys(UNUSED))  # type: ignore[arg-type]  # as in the worker, before anything loads them
    for module in MODULES:
        import_module(module)
    values.ValueClass = _value  # type: ignore[assignment]
    configure_mappers()
    for language in Language:
        catalogue(language)
    gc.collect()
    gc.freeze()


def main() -> None:
    """Obey until nobody gives orders any more."""
    _warm()
    parent = _Parent()
    try:
        sys.stdout.write("{}\n")
        sys.stdout.flush()
        for line in iter(sys.stdin.readline, ""):
            order = json.loads(line)
            sys.stdout.write(json.dumps(getattr(parent, order.pop("do"))(order)) + "\n")
            sys.stdout.flush()
    finally:
        parent.end()


if __name__ == "__main__":
    main()
