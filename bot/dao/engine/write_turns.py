"""The order in which threads and processes write to one SQLite file."""

import contextlib
import fcntl
import os
import threading
import time
from collections.abc import Iterator

from bot.dao.engine.thread_line import ThreadLine
from bot.errors import DatabaseAway

THREADS_S = 10.0  # for the other threads of this process; each in front of us ends by the limits behind this one
PROCESSES_S = 2.0  # for another process; then we go without its leave, and SQLite's own lock decides
KEPT_S = 0.01  # by the threads of one process in turn: each change of process costs as much as a short transaction


class WriteTurns:
    """Lets one thread after the other write to a SQLite file, whatever its process. Only for order and speed: a writer
    that finds SQLite's own lock taken sleeps, up to 100 ms at a time, and others overtake it again and again.

    A process that is frozen during its turn is overtaken: unless it holds SQLite's lock too, nobody waits for it."""

    def __init__(self, path: str | None, threads_s: float = THREADS_S, processes_s: float = PROCESSES_S) -> None:
        self._among_threads = ThreadLine()
        self._among_processes = _FileTurn(path) if path else None
        self._threads_s, self._processes_s = threads_s, processes_s
        self._urgency = threading.local()
        self._ours_since: float | None = None  # read and written by whoever has its turn among the threads

    @contextlib.contextmanager
    def one(self) -> Iterator[None]:
        """A turn; others wait until the block ends, or the kernel sees this process die. Raises DatabaseAway when the
        threads in front of this one do not come to an end."""
        if not self._among_threads.enter(self._threads_s, is_urgent=getattr(self._urgency, "is_urgent", False)):
            raise DatabaseAway("the database is busy: no turn to write")
        try:
            file = self._among_processes
            if file is not None and self._ours_since is None and file.take(self._processes_s):
                self._ours_since = time.monotonic()
            yield
        finally:
            self._among_threads.leave(self._give)

    @contextlib.contextmanager
    def urgent(self) -> Iterator[None]:
        """Inside the block this thread's turns come before those of the other threads here."""
        self._urgency.is_urgent = True
        try:
            yield
        finally:
            self._urgency.is_urgent = False

    def close(self) -> None:
        """Let go of the file that processes share."""
        self._among_threads.enter(self._threads_s)
        file, self._among_processes, self._ours_since = self._among_processes, None, None
        if file is not None:
            file.close()
        self._among_threads.leave(self._give)

    def _give(self, is_awaited: bool) -> None:
        """Let other processes write, unless another thread of ours comes next and not too many have."""
        if self._ours_since is None or self._among_processes is None:
            return
        if not is_awaited or time.monotonic() - self._ours_since > KEPT_S:
            self._ours_since = None
            self._among_processes.give()


class _FileTurn:
    """A lock on a file among processes, with a limit that flock lacks: who finds it taken leaves the waiting to a
    thread, and goes when that takes too long. Used by one thread at a time."""

    def __init__(self, path: str) -> None:
        self._file = os.open(f"{path}-turn", os.O_RDWR | os.O_CREAT, 0o600)
        self._changed = threading.Condition()
        self._waits = False  # a thread stands in the queue for us
        self._granted = False  # … has got the lock and holds it for whoever wants it
        self._wanted = False

    def take(self, seconds: float) -> bool:
        """Whether the lock is ours, at once or within `seconds`; no wait when the one before has waited in vain."""
        with self._changed:
            if self._waits:
                return False
            if self._try():
                return True
            try:
                threading.Thread(target=self._wait, name="write-turn", daemon=True).start()
            except RuntimeError:  # the machine has no thread left
                return False
            self._waits, self._granted, self._wanted = True, False, True
            self._changed.wait_for(lambda: self._granted, seconds)
            self._wanted = False
            if self._granted:
                self._waits = False
            return self._granted

    def give(self) -> None:
        fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        os.close(self._file)

    def _try(self) -> bool:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait(self) -> None:
        with contextlib.suppress(OSError):  # closed meanwhile
            fcntl.flock(self._file, fcntl.LOCK_EX)
            with self._changed:
                self._granted = self._wanted
                if not self._wanted:
                    self._waits = False
                    self.give()
                self._changed.notify_all()
