"""The processes that children are forked from (bot.isolation.stem), as whoever asks for a child sees them: started at
the first need, kept while they are used, a few at a time; where there are enough, a child gets one for itself alone."""

import atexit
import contextlib
import json
import math
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Final, Self

from bot import cancelling
from bot.isolation.stem import PID, STATUS, Order

PROJECT: Final = Path(__file__).resolve().parents[2]
MOST_STEMS: Final = 3  # kept at once: each takes as much memory as what it has imported
IDLE_S: Final = 120.0
LEAVING_S: Final = 5.0  # how long a child may take to be gone when it is ended, and a stem
SENDING_S: Final = 5.0
BEGINS_S: Final = 8.0  # how long a stem that has served may take to begin a child: milliseconds, unless nothing moves
BLOCK: Final = 64 * 1024
ENVIRONMENT: Final[Mapping[str, str]] = {  # none of ours; one thread, because only such a process may be forked
    "PATH": os.defpath,
    "LANG": "C.UTF-8",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
}


@dataclass(frozen=True, slots=True)
class Ended:
    """What became of a child: whether it began at all, what it said, its exit status (None: its stem is gone too), and
    whether it was ended because its time was over."""

    has_begun: bool
    answer: bytes
    complaint: bytes
    status: int | None
    is_late: bool


class Child:
    """A child that was asked for, with the ends of its pipes and of the line to its stem that are ours; for one thread.
    `with` closes them."""

    def __init__(self, payload: int, answer: int, complaint: int, line: socket.socket) -> None:
        self._payload: int | None = payload
        self._answer, self._complaint, self._line = answer, complaint, line
        self._heard = {descriptor: bytearray() for descriptor in (answer, complaint, line.fileno())}
        self._told = self._heard[line.fileno()]
        self._selector = selectors.EpollSelector()
        for descriptor in self._heard:
            self._selector.register(descriptor, selectors.EVENT_READ)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()
        for descriptor in (self._payload, self._answer, self._complaint):
            if descriptor is not None:
                os.close(descriptor)
        self._line.close()

    def end(self) -> None:
        """Let its stem end it with its group; from any thread, at any time."""
        with contextlib.suppress(OSError):  # its stem is gone, or it is over
            self._line.shutdown(socket.SHUT_WR)

    def talk(self, payload: bytes, deadline: float, begins_by: float = math.inf) -> Ended:
        """Give it its payload and hear it to its end, which comes at `deadline` (monotonic) at the latest, or at
        `begins_by` if it has not begun by then."""
        rest, is_late = memoryview(payload), False
        if self._payload is not None:
            os.set_blocking(self._payload, False)
            self._selector.register(self._payload, selectors.EVENT_WRITE)
        listening = len(self._heard)
        while listening:
            until = deadline if self._told else min(deadline, begins_by)
            if monotonic() >= until:
                if is_late or until < deadline:  # its stem does nothing either
                    break
                self.end()
                is_late, deadline = True, monotonic() + LEAVING_S
                continue
            for key, _ in self._selector.select(until - monotonic()):
                if key.fd == self._payload:
                    rest = self._give(key.fd, rest)
                elif not self._hear(key.fd):
                    listening -= 1
        return self._ended(is_late)

    def _give(self, descriptor: int, rest: memoryview) -> memoryview:
        """Write what fits; returns what is left. It may leave before it has read all."""
        with contextlib.suppress(BlockingIOError):
            try:
                rest = rest[os.write(descriptor, rest[:BLOCK]) :]
            except BrokenPipeError:
                rest = rest[:0]
        if not rest:
            self._selector.unregister(descriptor)
            os.close(descriptor)
            self._payload = None
        return rest

    def _hear(self, descriptor: int) -> bool:
        """Read what is there; False when it was the end."""
        try:
            block = os.read(descriptor, BLOCK)
        except ConnectionResetError:  # on the line: its stem was killed
            block = b""
        self._heard[descriptor] += block
        if not block:
            self._selector.unregister(descriptor)
        return bool(block)

    def _ended(self, is_late: bool) -> Ended:
        told = {name: int(number) for name, _, number in (word.partition(b"=") for word in bytes(self._told).split())}
        status = told.get(STATUS)
        if status is None and PID in told:  # nobody else will end what it has left behind
            with contextlib.suppress(ProcessLookupError):
                os.killpg(told[PID], signal.SIGKILL)
        answer, complaint = bytes(self._heard[self._answer]), bytes(self._heard[self._complaint])
        return Ended(bool(told), answer, complaint, status, is_late)


class Stem:
    """One that was started."""

    def __init__(self, module: str) -> None:
        self.has_served = False  # it has imported what it must, and may be expected to begin at once
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.settimeout(SENDING_S)
        command = [sys.executable, "-m", "bot.isolation.stem", module, str(theirs.fileno()), str(IDLE_S)]
        with theirs:
            self.process = subprocess.Popen(  # noqa: S603 - our own interpreter and module names
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=PROJECT, env=ENVIRONMENT,
                pass_fds=(theirs.fileno(),), start_new_session=True,
            )  # fmt: skip

    def child(self, order: Order) -> Child:
        """Ask for one. A stem that is gone, or leaves in this very moment, is noticed by a child that never begins."""
        (given, payload), (answer, spoken), (complaint, complained) = os.pipe(), os.pipe(), os.pipe()
        line, told = socket.socketpair()
        theirs = (given, spoken, complained, told.fileno())
        with told, contextlib.suppress(OSError):
            socket.send_fds(self._control, [json.dumps(asdict(order)).encode()], theirs)
        for descriptor in theirs[:-1]:
            os.close(descriptor)
        return Child(payload, answer, complaint, line)

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
