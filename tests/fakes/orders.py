"""A process that forks others when it is told to: orders go in and answers come out as lines of JSON. It has imported
everything and has no thread and no connection, so that a child begins in milliseconds; it is the parent of all, so a
number it answers for cannot have been given to another process."""

import ctypes
import gc
import json
import os
import signal
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self

from sqlalchemy.orm import configure_mappers

from bot.i18n.catalogue import catalogue
from bot.types import Language
from jobs.lean import leave_out

PR_SET_PDEATHSIG = 1
ROOT = Path(__file__).resolve().parents[2]


class Orders:
    """Our side: a block starts the parent, `python -m` its module; leaving the block ends it and all that it began.
    Any thread may give orders."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._one_at_a_time = threading.Lock()

    def __enter__(self) -> Self:
        inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-m", self._module],
            cwd=ROOT, env=inherited, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._read()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._process:
            pass  # closes its ears: it ends its children, then itself

    def order(self, **order: Any) -> Any:
        """Have the parent's method `do` called with the rest, and return what it returns."""
        assert self._process.stdin is not None
        with self._one_at_a_time:
            self._process.stdin.write(json.dumps(order) + "\n")
            self._process.stdin.flush()
            return self._read()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._module} is gone")
        return json.loads(line)


class Parent(ABC):
    """The other side: obeys one order at a time. Its methods are the orders, those of subclasses too."""

    def __init__(self) -> None:
        self._children: set[int] = set()

    @abstractmethod
    def live(self, order: dict[str, Any]) -> NoReturn:
        """The life of a child."""

    def fork(self, order: dict[str, Any]) -> int:
        """Begin a life; the answer is its number."""
        pid = os.fork()
        if pid == 0:
            self._children.clear()
            self.live(order)
        self._children.add(pid)
        return pid

    def obey(self) -> None:
        """Do so until nobody gives orders any more, then kill whoever lives."""
        gc.collect()
        gc.freeze()
        try:
            sys.stdout.write("{}\n")
            sys.stdout.flush()
            for line in iter(sys.stdin.readline, ""):
                order = json.loads(line)
                sys.stdout.write(json.dumps(getattr(self, order.pop("do"))(order)) + "\n")
                sys.stdout.flush()
        finally:
            for pid in self._children:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


def begin_life(environment: Mapping[str, str], words: str) -> None:
    """What a child does first: it dies with its parent, and what it says is appended to a file."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    said = os.open(words, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    for stream in (1, 2):
        os.dup2(said, stream)
    os.environ.clear()
    os.environ.update(environment)


def warm(modules: Iterable[str]) -> None:
    """Do once what every child would do at its beginning and can be shared by all."""
    leave_out()  # as in the worker, before anything loads them
    for module in modules:
        import_module(module)
    configure_mappers()
    for language in Language:
        catalogue(language)
