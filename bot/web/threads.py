"""The threads of a web process, which answer what its loop has collected."""

import logging
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Generic, TypeVar

Work = TypeVar("Work")

log = logging.getLogger(__name__)


class Threads(Generic[Work]):
    """Begun when nobody is free, up to `most`. All but `do`, which they call, is for one thread, the loop's own. Those
    of concurrent.futures make two locks and take five for each request."""

    def __init__(self, most: int, do: Callable[[Work], None]) -> None:
        self._most, self._do = most, do
        self._due: deque[Work] = deque()
        self._given: SimpleQueue[Work | None] = SimpleQueue()
        self._begun = self._under_way = 0

    def submit(self, work: Work) -> None:
        """To be given to a thread by `go`."""
        self._due.append(work)

    def go(self) -> None:
        """Give what is due. For the moment before its giver waits: who is woken while that one computes wakes in vain,
        for Python's lock is taken."""
        while self._due:
            self._under_way += 1
            if self._begun < min(self._under_way, self._most):
                self._begin()
            self._given.put(self._due.popleft())

    def is_done(self) -> None:
        """One of them is free again."""
        self._under_way -= 1

    def shutdown(self, wait: bool = False) -> None:  # noqa: ARG002 - as the server calls it
        """They end when what is due is done, and the process with the last of them: each tells the next, so that none
        is left whom a signal kept from being counted as it began."""
        self.go()
        self._given.put(None)

    def _begin(self) -> None:
        try:
            Thread(target=self._live, name=f"answers {self._begun}").start()
        except RuntimeError:  # the machine has no thread left: it is done by those that there are
            if not self._begun:
                raise
        else:
            self._begun += 1

    def _live(self) -> None:
        while (work := self._given.get()) is not None:
            try:
                self._do(work)
            except BaseException:
                log.exception("a thread that answers has met what nobody foresaw")
            del work
        self._given.put(None)
