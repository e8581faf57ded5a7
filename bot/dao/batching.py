"""Doing at once what many threads ask for at the same moment: one transaction, one wait for the disk, one trip."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Generic, TypeVar

from bot.errors import DatabaseAway

Item = TypeVar("Item")
Result = TypeVar("Result")


class Batcher(Generic[Item, Result]):
    """Handles the items of many threads by one `action` at a time. Whoever finds none running handles all that have
    gathered meanwhile, its own among them; nobody waits for others to come.

    `action` gets items in order of arrival and returns their results in the same order. When it fails for several
    items, each is tried again alone, so it must leave nothing behind when it raises, or bear being repeated. When the
    database is away it fails for all of them at once: alone each would wait as long."""

    def __init__(self, action: Callable[[Sequence[Item]], Sequence[Result]]) -> None:
        self._action = action
        self._waiting: deque[tuple[Item, Future[Result]]] = deque()
        self._turn = threading.Lock()

    def handle(self, item: Item) -> Result:
        """The result of one item. Raises what `action` raised for it."""
        future: Future[Result] = Future()
        self._waiting.append((item, future))
        with self._turn:
            if not future.done():
                self._handle([self._waiting[at] for at in range(len(self._waiting))])
            # Removed only now: had this thread been interrupted, the next one would have found them all.
            while self._waiting and self._waiting[0][1].done():
                self._waiting.popleft()
        return future.result()

    def _handle(self, gathered: Sequence[tuple[Item, "Future[Result]"]]) -> None:
        undone = [(item, future) for item, future in gathered if not future.done()]
        try:
            results = self._action([item for item, _ in undone])
        except Exception as error:
            if len(undone) == 1 or isinstance(error, DatabaseAway):
                for _, future in undone:
                    future.set_exception(error)
                return
            for alone in undone:
                self._handle([alone])
            return
        for (_, future), result in zip(undone, results, strict=True):
            future.set_result(result)
