"""Work to be done a little later by a few daemon threads: status callbacks and media downloads."""

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable

log = logging.getLogger(__name__)

Job = Callable[[], None]


class Courier:
    """Runs jobs after a delay. Threads start with the first job and end with `stop`."""

    def __init__(self, threads: int = 4) -> None:
        self._threads = threads
        self._running: list[threading.Thread] = []
        self._jobs: list[tuple[float, int, Job]] = []
        self._order = itertools.count()
        self._wake = threading.Condition()
        self._stopped = False

    def schedule(self, delay_s: float, job: Job) -> None:
        """Run `job` in `delay_s` seconds; after `stop`, never."""
        with self._wake:
            if self._stopped:
                return
            heapq.heappush(self._jobs, (time.monotonic() + delay_s, next(self._order), job))
            self._start()
            self._wake.notify()

    def stop(self) -> None:
        """Forget what is waiting, let what runs finish, end the threads."""
        with self._wake:
            self._stopped = True
            self._jobs.clear()
            self._wake.notify_all()
        for thread in self._running:
            thread.join(timeout=20)

    def _start(self) -> None:
        if not self._running:
            self._running = [
                threading.Thread(target=self._work, name=f"courier-{number}", daemon=True)
                for number in range(self._threads)
            ]
            for thread in self._running:
                thread.start()

    def _work(self) -> None:
        while (job := self._next()) is not None:
            try:
                job()
            except Exception:  # one broken job must not end the thread that serves the others
                log.exception("A job of the stand-in failed")

    def _next(self) -> Job | None:
        with self._wake:
            while not self._stopped:
                wait_s = self._jobs[0][0] - time.monotonic() if self._jobs else None
                if wait_s is not None and wait_s <= 0:
                    return heapq.heappop(self._jobs)[2]
                self._wake.wait(wait_s)
            return None
