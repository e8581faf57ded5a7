"""A process that has imported one module and forks a child for each request: none pays for the imports, and none meets
what another was given, for the stem itself never reads a payload. `python -m bot.isolation.stem MODULE SOCKET SECONDS`.

A request is one message on the socket: an Order, with the ends of the child's pipes and of a line. On the line the
child says that it has begun, the stem how it ended; when nobody holds its other end any more, the child is ended with
its group. The stem leaves after so many idle seconds, and ends all its children when whoever asked it is gone."""

import contextlib
import ctypes
import gc
import json
import os
import resource
import selectors
import signal
import socket
import sys
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, NoReturn

from bot.errors import DocumentError

REFUSED: Final = 3  # exit status of a child that says in place of its answer why it could not do it
FAILED: Final = 1
MIB: Final = 1024 * 1024
MAX_REASON_BYTES: Final = 1_200  # the names of all functions that formulas may use
LARGEST_ORDER: Final = 4096
DESCRIPTORS: Final = 4  # payload, answer, complaint, line
PR_SET_PDEATHSIG: Final = 1
PID, STATUS = b"pid", b"status"  # what is said on a line
COMMAND: Final = "palabre-child"  # as `ps -o comm` shows it

Answer = Callable[[bytes], bytes]


@dataclass(frozen=True, slots=True)
class Order:
    """What a child may take: seconds, MiB of address space; and its priority, as the kernel counts niceness."""

    timeout_s: float
    memory_mib: int
    priority: int


@dataclass(frozen=True, slots=True)
class Child:
    """One under way, as its stem sees it."""

    pid: int
    line: socket.socket

    def end(self) -> None:
        """End it with its group. Called before it is collected, so that its number is nobody else's yet."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:  # it has not come to lead a group
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)


class Stem:
    """Serves the one who holds the other end of `control`."""

    def __init__(self, answer: Answer, control: socket.socket, idle_s: float) -> None:
        self._answer, self._control, self._idle_s = answer, control, idle_s
        self._children: dict[int, Child] = {}  # by what becomes readable: that they ended, or that nobody wants them
        self._selector = selectors.EpollSelector()

    def serve(self) -> None:
        """Until nobody asks."""
        self._selector.register(self._control, selectors.EVENT_READ)
        while ready := self._selector.select(None if self._children else self._idle_s):
            for key, _ in ready:
                if key.fileobj is self._control:
                    if not self._take():
                        self._end_all()
                        return
                elif key.fd in self._children:  # not closed a moment ago
                    self._look(key.fd)

    def _take(self) -> bool:
        """Begin what is asked for. False: nobody will ask any more."""
        message, descriptors, _, _ = socket.recv_fds(self._control, LARGEST_ORDER, DESCRIPTORS)
        if not message:
            return False
        *pipes, line = descriptors
        order, stem = Order(**json.loads(message)), os.getpid()
        pid = os.fork()
        if pid == 0:
            self._live(stem, order, pipes, line)
        for descriptor in pipes:
            os.close(descriptor)
        child = Child(pid, socket.socket(fileno=line))
        for descriptor in (os.pidfd_open(pid), line):
            self._children[descriptor] = child
            self._selector.register(descriptor, selectors.EVENT_READ)
        return True

    def _look(self, descriptor: int) -> None:
        """A child has ended, or nobody wants it any more."""
        child = self._children.pop(descriptor)
        self._selector.unregister(descriptor)
        child.end()  # with what it leaves behind
        if descriptor == child.line.fileno():
            return
        os.close(descriptor)
        _, status = os.waitpid(child.pid, 0)
        if self._children.pop(child.line.fileno(), None):
            self._selector.unregister(child.line)
        with contextlib.suppress(OSError):
            child.line.send(b"%s=%d " % (STATUS, os.waitstatus_to_exitcode(status)))
        child.line.close()

    def _end_all(self) -> None:
        for child in self._children.values():
            child.end()

    def _live(self, stem: int, order: Order, pipes: Sequence[int], line: int) -> NoReturn:
        """The child's side, from the fork to its end."""
        status = FAILED
        try:
            os.setpgid(0, 0)  # no session: to some kernels (autogroup) it would have the whole worker's share
            _die_with(stem)
            os.write(line, b"%s=%d " % (PID, os.getpid()))
            self._let_go(line)
            Path("/proc/self/comm").write_text(COMMAND)
            if order.priority > os.getpriority(os.PRIO_PROCESS, 0):
                os.setpriority(os.PRIO_PROCESS, 0, order.priority)
            status = _work(self._answer, order, pipes)
        except BaseException:  # told by its kind only: bot.isolation.children
            with contextlib.suppress(BaseException):
                traceback.print_exc()
        finally:
            os._exit(status)

    def _let_go(self, line: int) -> None:
        """Hold nothing of the stem's."""
        lines = {child.line.fileno() for child in self._children.values()}
        for descriptor in {self._control.fileno(), self._selector.fileno(), line, *self._children, *lines}:
            os.close(descriptor)


def _die_with(stem: int) -> None:
    """Let the kernel end us when the stem dies without a word."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != stem:
        os._exit(FAILED)


def _work(answer: Answer, order: Order, pipes: Sequence[int]) -> int:
    """Exit status 0 with the answer written, REFUSED with the reason in its place."""
    payload, out, complaint = pipes
    os.dup2(payload, 0)
    os.dup2(complaint, 1)  # a library that prints must not garble the answer
    os.dup2(complaint, 2)
    os.close(payload)
    os.close(complaint)
    confine(order.timeout_s, order.memory_mib)
    status = 0
    try:
        with open(0, "rb", closefd=False) as given:
            made = answer(given.read())
    except DocumentError as reason:
        made, status = str(reason).encode()[:MAX_REASON_BYTES], REFUSED
    with open(out, "wb") as written:
        written.write(made)
    return status


def confine(timeout_s: float, memory_mib: int) -> None:
    """Bounds that hold even when nobody watches: wall clock (the default action of SIGALRM ends us), processor time,
    memory, open files; no files written, no core dumps."""
    signal.setitimer(signal.ITIMER_REAL, timeout_s + 1)
    for kind, bound in (
        (resource.RLIMIT_CPU, int(timeout_s) + 1),
        (resource.RLIMIT_AS, memory_mib * MIB),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (bound, bound))


def main(module: str, control: int, idle_s: float) -> NoReturn:
    """Serve; leave without Python's long farewell."""
    answer: Answer = import_module(module).answer
    gc.collect()
    gc.freeze()
    Stem(answer, socket.socket(fileno=control), idle_s).serve()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
