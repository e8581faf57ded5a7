"""The processes that children are forked from (bot.isolation.stem), as whoever asks for a child sees them: started at
the first need, kept while they are used, a few at a time; where there are enough, a child gets one for itself alone."""

import atexit
import contextlib
import json
import math
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from time import monotonic
from typing import Final

from bot import cancelling
from bot.isolation.asked_child import LEAVING_S, Child, Ended, connected
from bot.isolation.stem import Order

PROJECT: Final = Path(__file__).resolve().parents[2]
MOST_STEMS: Final = 3  # kept at once: each takes as much memory as what it has imported
IDLE_S: Final = 120.0
SENDING_S: Final = 5.0
BEGINS_S: Final = 8.0  # how long a stem that has served may take to begin a child: milliseconds, unless nothing moves
ENVIRONMENT: Final[Mapping[str, str]] = {  # none of ours; one thread, because only such a process may be forked
    "PATH": os.defpath,
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
}


class Stem:
    """One that was started."""

    def __init__(self, module: str) -> None:
        """In a group of its own, but in our session: the kernel may share the processors out among sessions, and what
        niceness its children have would count among themselves alone."""
        self.has_served = False  # it has imported what it must, and may be expected to begin at once
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(SENDING_S)
        command = [sys.executable, "-m", "bot.isolation.stem", module, str(theirs.fileno()), str(IDLE_S)]
        with theirs:
            self.process = subprocess.Popen(  # noqa: S603 - our own interpreter and module names
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=PROJECT, env=ENVIRONMENT,
                pass_fds=(theirs.fileno(),), process_group=0,
            )  # fmt: skip

    def child(self, order: Order) -> Child:
        """Ask for one. A stem that is gone, or leaves in this very moment, is noticed by a child that never begins.
        Raises OSError where this process has no descriptor left."""
        with connected() as (child, ends):
            with contextlib.suppress(OSError):
                socket.send_fds(self._control, [json.dumps(asdict(order)).encode()], ends)
            return child

    def is_there(self) -> bool:
        """Whether it has not left."""
        return self.process.poll() is None

    def let_go(self) -> None:
        """Ask no more: it ends its children and leaves."""
        self._control.close()

    def wait(self, seconds: float = LEAVING_S) -> None:
        """Wait until it has left, which takes a moment."""
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Stems:
    """Those of this process, by their modules; safe to share between threads."""

    def __init__(self, most: int = MOST_STEMS) -> None:
        self._most = most
        self._kept: dict[str, Stem] = {}
        self._lock = threading.Lock()

    def ask(self, module: str, order: Order, payload: bytes, deadline: float) -> Ended:
        """One child of a module, to its end."""
        with self._stem(module) as stem, stem.child(order) as child, cancelling.current().ended_by(child.end):
            ended = child.talk(payload, deadline, monotonic() + BEGINS_S if stem.has_served else math.inf)
        stem.has_served |= ended.has_begun
        if ended.status is None:
            self._drop(module, stem)
        return ended

    def leave(self) -> None:
        """End them all, with their children."""
        with self._lock:
            kept = list(self._kept.values())
            self._kept.clear()
        for stem in kept:
            stem.let_go()
        until = monotonic() + LEAVING_S  # for all of them: whoever leaves has promised to be gone in time
        for stem in kept:
            stem.wait(max(0.0, until - monotonic()))

    def forget(self) -> None:
        """In a process that was forked: they are another's."""
        self._lock = threading.Lock()
        for stem in self._kept.values():
            stem.let_go()
            stem.process.returncode = 0  # not ours to wait for
        self._kept.clear()

    @contextmanager
    def _stem(self, module: str) -> Iterator[Stem]:
        with self._lock:
            for name in [name for name, stem in self._kept.items() if not stem.is_there()]:
                self._kept.pop(name).let_go()
            kept = self._kept.get(module)
            if kept is None and len(self._kept) < self._most:
                kept = self._kept[module] = Stem(module)
        if kept is not None:
            yield kept
            return
        alone = Stem(module)
        try:
            yield alone
        finally:
            alone.let_go()
            alone.wait()

    def _drop(self, module: str, stem: Stem) -> None:
        """Keep no stem that has died, or does nothing."""
        with self._lock:
            if self._kept.get(module) is stem:
                del self._kept[module]
        stem.process.kill()
        stem.let_go()
        stem.wait()


STEMS: Final = Stems()
atexit.register(STEMS.leave)
os.register_at_fork(after_in_child=STEMS.forget)
