"""The worker of the guests' queue: it stands back while people who are signed in wait for their turns."""

from time import monotonic

from rq import Queue

from bot.services.work.crowd import GUEST_EVERY_S
from jobs.thread_worker import ThreadWorker

FEW = 8  # turns that wait: not all threads are busy
LOOKS_AGAIN_S = 0.5


class GuestWorker(ThreadWorker):
    """Takes jobs while few turns wait, else one a second."""

    _next_at = 0.0

    def _take(self, burst: bool) -> bool:
        if self._may_take():
            return super()._take(burst)
        self._tend()
        self.jobs.wait_closed(LOOKS_AGAIN_S)
        return True

    def _may_take(self) -> bool:
        if self.connection.llen(f"{Queue.redis_queue_namespace_prefix}turns") <= FEW:
            return True
        if monotonic() < self._next_at:
            return False
        self._next_at = monotonic() + GUEST_EVERY_S
        return True
