"""Doing at once what many threads ask for at the same moment: one transaction, one wait for the disk, one trip."""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from bot.errors import DatabaseAway

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(slots=True, eq=False)
class _Asked(Generic[Item, Result]):
    """What one thread asks for, and what has become of it."""

    item: Item
    result: Result = field(init=False)
    error: Exception | None = None
    is_done: bool = False


class Batcher(Generic[Item, Result]):
    """Handles the items of many threads by one `action` at a time. Whoever finds none running handles all that have
    gathered meanwhile, its own among them; nobody waits for others to come.

    `action` gets items in order of arrival and returns their results in the same order. When it fails for several
    items, each is tried again alone, so it must leave nothing behind when it raises, or bear being repeated. When the
    database is away it fails for all of them at once: alone each would wait as long."""

    def __init__(self, action: Callable[[Sequence[Item]], Sequence[Result]]) -> None:
        self._action = action
        self._waiting: deque[_Asked[Item, Result]] = deque()
        self._changed = threading.Condition(threading.Lock())
        self._is_at_work = False

    def handle(self, item: Item) -> Result:
        """The result of one item. Raises what `action` raised for it."""
        asked: _Asked[Item, Result] = _Asked(item)
        with self._changed:
            self._waiting.append(asked)
            while self._is_at_work and not asked.is_done:
                self._changed.wait()
            if not asked.is_done:
                self._is_at_work = True
                gathered = list(self._waiting)
        if not asked.is_done:
            self._lead(gathered)
        if asked.error is not None:
            raise asked.error
        return asked.result

    def _lead(self, gathered: Sequence[_Asked[Item, Result]]) -> None:
        """Handle these, and let all go on: those that are done do not wait for the next group, whose transaction may
        take long; others hear later what came of them."""
        try:
            self._handle(gathered)
        finally:
            with self._changed:
                self._is_at_work = False
                # Removed only now: had this thread been interrupted, the next one would have found them all.
                while self._waiting and self._waiting[0].is_done:
                    self._waiting.popleft()
                self._changed.notify_all()

    def _handle(self, gathered: Sequence[_Asked[Item, Result]]) -> None:
        undone = [asked for asked in gathered if not asked.is_done]
        try:
            results = self._action([asked.item for asked in undone])
        except Exception as error:
            if len(undone) == 1 or isinstance(error, DatabaseAway):
                for asked in undone:
                    asked.error, asked.is_done = error, True
                return
            for alone in undone:
                self._handle([alone])
            return
        for asked, asked.result in zip(undone, results, strict=True):
            asked.is_done = True
