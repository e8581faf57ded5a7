"""One thread for one job, and the means to interrupt it: by its time limit or by a stop command.

A thread is never used for a second job, so an interruption that comes late can't hit the wrong one.
"""

import ctypes
import threading
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, cast

from rq.timeouts import BaseDeathPenalty


class JobInterrupted(BaseException):
    """Raised inside a job that has to end. Not an `Exception`: `except Exception` around a tool must not swallow it."""


class JobTimedOut(JobInterrupted):
    """The job ran longer than its policy allows."""


class JobStopped(JobInterrupted):
    """Somebody sent RQ's stop command for this job."""


class JobThread(threading.Thread):
    """Runs `run_job(self)`; may be interrupted while, and only while, the job's own code runs.

    An interruption is Python's asynchronous exception: it arrives at the thread's next bytecode, so a blocking call in
    C (a socket read, a sleep) returns first. It is a back-stop; the application's own deadlines are the rule.
    """

    ring_again_s = 10.0  # a time-out that the job survived is repeated after this long

    def __init__(self, job: Any, run_job: Callable[["JobThread"], None]) -> None:
        super().__init__(name=f"job-{job.id}", daemon=True)  # daemon: a cold stop leaves it behind
        self.job = job
        self.execution: Any = None  # RQ's record of this run, once it has been written
        self.stopped = False
        self._run_job = run_job
        self._interrupted = False
        self._lock = threading.Lock()
        self._inside = False
        self._deadline = float("inf")

    def run(self) -> None:
        self._run_job(self)

    def enter(self, limit_s: float) -> None:
        """The job's own code begins, and may last `limit_s` seconds (0 or less: for ever)."""
        if limit_s > 0:
            self._deadline = monotonic() + limit_s
        self._inside = True

    def leave(self) -> None:
        """The job's own code has ended: nothing interrupts this thread any more."""
        self._inside = False
        with self._lock:  # whoever was interrupting us has finished; what it raised and we have not met ends here
            if self._interrupted:
                _meet(self)

    def stop(self) -> None:
        """End the job because somebody asked for it."""
        self.stopped = True
        self._interrupt(JobStopped)

    def ring_if_overdue(self) -> None:
        """End the job if its time is over, and again if it did not end."""
        if monotonic() >= self._deadline:
            self._deadline = monotonic() + self.ring_again_s
            self._interrupt(JobTimedOut)

    def _interrupt(self, reason: type[JobInterrupted]) -> None:
        with self._lock:
            if self._inside:
                self._interrupted = True
                _raise_in(self, reason)


class JobLimit(BaseDeathPenalty):  # type: ignore[misc]  # RQ is not typed for us
    """RQ's hook around the job's own code. It tells the thread; the worker's loop watches the clock.

    RQ's own classes do not fit: one needs SIGALRM and so the main thread, the other starts a timer thread a job and
    writes one job's message into an exception class shared by all.
    """

    def setup_death_penalty(self) -> None:
        _current().enter(self._timeout)

    def cancel_death_penalty(self) -> None:
        _current().leave()


def current_job_thread() -> JobThread | None:
    """The job thread that calls this, None anywhere else."""
    thread = threading.current_thread()
    return thread if isinstance(thread, JobThread) else None


def _current() -> JobThread:
    return cast(JobThread, threading.current_thread())


def _raise_in(thread: threading.Thread, exception: type[BaseException]) -> None:
    """Let `exception` be raised in `thread` at its next bytecode, instead of one that has not been raised yet.
    Source: docs.python.org/3.11/c-api/init.html#c.PyThreadState_SetAsyncExc."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(exception))


def _meet(thread: threading.Thread) -> None:
    """Let what was raised in the calling thread, and has not arrived, come to nothing. It could be withdrawn, but not
    the mark that tells the interpreter to look for one: from then on every call and loop of the process would be slow
    (Python 3.11 takes the mark away only when something arrives)."""
    with suppress(JobInterrupted):
        _raise_in(thread, JobInterrupted)
        while True:
            pass
