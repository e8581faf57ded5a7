"""A child as whoever asks for it sees it (bot.isolation.stems): its pipes, the line to its stem, what became of it."""

import contextlib
import math
import os
import selectors
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Final, Self

from bot.isolation.stem import PID, STATUS

LEAVING_S: Final = 5.0  # how long a child may take to be gone when it is ended, and a stem
BLOCK: Final = 64 * 1024
MOST_COMPLAINT: Final = 16 * 1024  # bytes: its end says what it died of

Ends = tuple[int, int, int, int]


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
        if descriptor == self._complaint:  # libraries warn of each of a million things in a file
            del self._heard[descriptor][:-MOST_COMPLAINT]
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


@contextmanager
def connected() -> Iterator[tuple[Child, Ends]]:
    """A child to be asked for, and the ends of its pipes and its line that are its stem's: open while the block lasts.
    Raises OSError, and leaves nothing open, where this process has no descriptor left."""
    with contextlib.ExitStack() as ours, contextlib.ExitStack() as theirs:
        given, payload = _pipe(theirs, ours)
        answer, spoken = _pipe(ours, theirs)
        complaint, complained = _pipe(ours, theirs)
        line, told = socket.socketpair()
        ours.enter_context(line)
        theirs.enter_context(told)
        child = Child(payload, answer, complaint, line)
        ours.pop_all()  # from here on they are the child's
        yield child, (given, spoken, complained, told.fileno())


def _pipe(reader: contextlib.ExitStack, writer: contextlib.ExitStack) -> tuple[int, int]:
    """A pipe, each end of which is closed with whose it is."""
    reading, writing = os.pipe()
    reader.callback(os.close, reading)
    writer.callback(os.close, writing)
    return reading, writing
