"""The life of a worker process: start, wait for a signal, let what runs come to its end, leave.

A first SIGTERM or SIGINT, or SIGHUP of a terminal that is closed, stops warmly, within the workers' `drain_s`; a second
one leaves at once. What a killed process ran, RQ shows as started and never runs again: our sweeper finds it by the
process's heartbeat in the database.
"""

import faulthandler
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from types import FrameType
from typing import Protocol

from redis.exceptions import RedisError

from bot.obs.starving import look_at
from jobs.thread_worker import ThreadWorker
from jobs.waits import end_waits

SAME_SIGNAL_S = 1.0  # Ctrl-C reaches a whole process group, and its leader passes it on: that is one wish, not two
# Of two signals at once the kernel may hand both to other threads, and Python's main thread, waiting for a lock, would
# never learn of them (measured: once in ten). So it waits in slices.
SLICE_S = 0.5
GRACE_S = 3.0  # after `drain_s`, for telling Redis goodbye

logger = logging.getLogger(__name__)


class BackgroundService(Protocol):
    """What runs beside the jobs in this process, such as its heartbeat in the database and its sweeper."""

    def start(self) -> None:
        """Begin. Called once, before the first job is taken."""

    def stop_claiming(self) -> None:
        """The process is about to leave: claim nothing new; tell running turns to checkpoint and release. Returns at
        once; heartbeats go on."""

    def stop(self) -> None:
        """End. Called once, after the last job has ended or `drain_s` is over."""


class WorkerProcess:
    """Runs one `ThreadWorker` a queue, each in a thread of its own, and `services` beside them."""

    def __init__(self, workers: Sequence[ThreadWorker], services: Sequence[BackgroundService]) -> None:
        self._workers = workers
        self._services = services
        # its put() may be called in a signal handler, and where there is no memory for a call of a function of Python's
        self._events: SimpleQueue[str | sys.UnraisableHookArgs] = SimpleQueue()
        self._signalled_at: float | None = None

    def run(self, burst: bool = False) -> int:
        """Work until a signal; with `burst`, until the queues are empty. Returns the number of jobs left behind when
        the time to leave was over. Raises RuntimeError if a worker ended unasked. Main thread only."""
        for signum in (signal.SIGTERM, signal.SIGINT):
            signal.signal(signum, self._on_signal)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as under nohup
            signal.signal(signal.SIGHUP, self._on_signal)
        signal.signal(signal.SIGUSR1, _say_where_threads_stand)
        signal.signal(signal.SIGUSR2, signal.SIG_IGN)  # who means another process must not end this one
        sys.unraisablehook = self._events.put
        for service in self._services:
            service.start()
        threads = self._start(burst)
        event = self._next_event()
        self._stop(threads, event)
        if event == "ended" and not burst:
            raise RuntimeError("a worker ended although nobody asked it to")
        return sum(len(worker.jobs) for worker in self._workers)

    def _next_event(self) -> str:
        while True:
            with suppress(Empty):
                event = self._events.get(timeout=SLICE_S)
                if isinstance(event, str):
                    return event
                look_at(event)

    def _start(self, burst: bool) -> list[threading.Thread]:
        loops: list[Callable[[], object]] = [self._burst] if burst else [worker.work for worker in self._workers]
        threads = [threading.Thread(target=self._loop, args=(loop,), daemon=True) for loop in loops]
        for thread in threads:
            thread.start()
        return threads

    def _loop(self, loop: Callable[[], object]) -> None:
        try:
            loop()
        finally:
            self._events.put("ended")

    def _burst(self) -> None:
        """Round after round, because a job of one queue may put one onto another."""
        while any(worker.work(burst=True) for worker in self._workers):
            pass

    def _stop(self, threads: Sequence[threading.Thread], reason: str) -> None:
        logger.info("worker stops (%s): %d jobs running", reason, sum(len(worker.jobs) for worker in self._workers))
        for worker in self._workers:
            worker.stop_taking()
        self._tell(lambda service: service.stop_claiming())
        end = monotonic() + max(worker.drain_s for worker in self._workers) + GRACE_S
        redis_answers = True
        while (left := [thread for thread in threads if thread.is_alive()]) and monotonic() < end:
            redis_answers = redis_answers and self._end_waits()
            left[0].join(SLICE_S)
        self._tell(lambda service: service.stop())

    def _end_waits(self) -> bool:
        """Let workers that wait for a job see that they are to leave: at a queue that seldom has one such a wait is
        long. Asked again, since one may just have begun to wait; not where Redis is away, which ends the waits as
        well. Whether it answered."""
        try:
            for redis_url in {worker.redis_url for worker in self._workers}:
                end_waits(redis_url, {worker.name for worker in self._workers})
        except (RedisError, OSError):  # or a machine without descriptors: whatever fails here, the goodbye follows
            return False
        return True

    def _tell(self, message: Callable[[BackgroundService], None]) -> None:
        """Pass `message` to every service, last started first; one that fails does not keep the others from it."""
        for service in reversed(self._services):
            try:
                message(service)
            except Exception:
                logger.exception("%s does not stop as it should", type(service).__name__)

    def _on_signal(self, signum: int, _frame: FrameType | None) -> None:
        if self._signalled_at is None:
            self._signalled_at = monotonic()
            self._events.put(signal.Signals(signum).name)
        elif monotonic() - self._signalled_at >= SAME_SIGNAL_S:
            os._exit(128 + signum)  # what runs is found by the database's heartbeats, as after any other death


def _say_where_threads_stand(*_signal: object) -> None:
    """In the main thread, which has the interpreter then: `faulthandler.register` reads the frames of threads that run
    meanwhile, and now and then that was the end of all work: the text broke off, and no job ended."""
    if sys.__stderr__ is not None:
        faulthandler.dump_traceback(sys.__stderr__)
