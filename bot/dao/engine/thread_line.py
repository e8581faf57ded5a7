"""The line of a process's threads in front of something that one of them has at a time."""

import contextlib
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

OVERTAKEN_FOR_S = 2.0  # with less the line is all that is left in a flood: each then waits for a sleeper to wake up


@dataclass(slots=True, eq=False)
class _Waiter:
    """A thread in the line; `is_next` once it has been given the place."""

    since: float
    woken: threading.Event = field(default_factory=threading.Event)
    is_next: bool = False


class ThreadLine:
    """A lock that nobody waits for in vain. Whoever finds the place free takes it: to hand it over to a thread that
    sleeps costs as long as that takes to wake up, with nobody at work. But who has waited for long is overtaken no
    more, which threading.Lock does not promise: of a dozen threads that come again and again one waits for ever."""

    def __init__(self, overtaken_for_s: float = OVERTAKEN_FOR_S) -> None:
        self._overtaken_for_s = overtaken_for_s
        self._lock = threading.Lock()
        self._is_taken = False
        self._waiting: deque[_Waiter] = deque()
        self._urgent: deque[_Waiter] = deque()

    def enter(self, seconds: float, *, is_urgent: bool = False) -> bool:
        """Take the place; False when it was not free for us within so many seconds. What is urgent goes first."""
        with self._lock:
            if not self._is_taken:
                self._is_taken = True
                return True
        waiter = _Waiter(time.monotonic())
        end = waiter.since + seconds
        try:
            with self._lock:
                (self._urgent if is_urgent else self._waiting).append(waiter)
                if not self._is_taken:  # it was left between the two looks
                    self._pass_on()
            while True:
                waiter.woken.wait(max(0.0, end - time.monotonic()))
                if (is_ours := self._looked(waiter, end)) is not None:
                    return is_ours
        except BaseException:  # the job is over: nobody waits for a place that is given to it
            self._give_up(waiter)
            raise

    def leave(self, last: Callable[[bool], None]) -> None:
        """Give the place to whoever has waited for long, else to the first that comes; `last` is done before, told
        whether anybody waits: one of those will come then."""
        with self._lock:
            last(bool(self._waiting or self._urgent))
            self._pass_on()

    def _looked(self, waiter: _Waiter, end: float) -> bool | None:
        """Whether a thread that was woken has got the place; None while it waits on."""
        with self._lock:
            waiter.woken.clear()
            if waiter.is_next:
                return True
            if not self._is_taken:
                self._is_taken = waiter.is_next = True
            elif time.monotonic() < end:
                return None
            else:
                self._remove(waiter)
                return False
            self._remove(waiter)
            return True

    def _give_up(self, waiter: _Waiter) -> None:
        with self._lock:
            if waiter.is_next:
                self._pass_on()
                return
            self._remove(waiter)
            if not self._is_taken:
                self._pass_on()

    def _remove(self, waiter: _Waiter) -> None:
        for line in (self._urgent, self._waiting):
            with contextlib.suppress(ValueError):  # in the other one, or got the place in this moment
                line.remove(waiter)

    def _pass_on(self) -> None:
        self._is_taken = False
        line = self._urgent or self._waiting
        if not line:
            return
        first = line[0]
        if line is self._urgent or time.monotonic() - first.since >= self._overtaken_for_s:
            line.popleft()
            self._is_taken = first.is_next = True
        first.woken.set()
