"""The job threads of one worker: who runs, and waiting until somebody has ended or a stop is asked for."""

import threading
from collections.abc import Iterator

from jobs.job_thread import JobThread


class RunningJobs:
    """A set of running threads, safe to use from any thread; iterating takes a snapshot."""

    def __init__(self) -> None:
        self._threads: set[JobThread] = set()
        self._changed = threading.Condition()
        self._closed = False

    def __len__(self) -> int:
        return len(self._threads)

    def __iter__(self) -> Iterator[JobThread]:
        with self._changed:
            return iter(tuple(self._threads))

    @property
    def closed(self) -> bool:
        """Whether a stop was asked for."""
        return self._closed

    def close(self) -> None:
        """Ask for a stop; whoever waits is woken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def start(self, thread: JobThread) -> None:
        """Start `thread` and count it until it calls `ended`."""
        with self._changed:
            thread.start()
            self._threads.add(thread)

    def ended(self, thread: JobThread) -> None:
        """`thread` has done all it had to do."""
        with self._changed:
            self._threads.discard(thread)
            self._changed.notify_all()

    def wait_fewer_than(self, count: int, timeout_s: float) -> bool:
        """Whether fewer than `count` run, after waiting for it up to `timeout_s`, or until a stop is asked for."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or len(self._threads) < count, timeout_s)
            return len(self._threads) < count

    def wait_none(self, timeout_s: float) -> bool:
        """Whether none runs, after waiting for it up to `timeout_s`, stop or no stop."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._threads, timeout_s)

    def wait_closed(self, timeout_s: float) -> bool:
        """Whether a stop was asked for, after waiting for it up to `timeout_s`."""
        with self._changed:
            return self._changed.wait_for(lambda: self._closed, timeout_s)
