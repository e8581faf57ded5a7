"""Ends what is under way for somebody who no longer wants it: whoever waits for something outside says here how that
is ended, whoever learns of the wish calls `cancel`. Nothing is decided here."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Cancellation:
    """One piece of work that may be cancelled; shared by its threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cancelled = False
        self._endings: dict[object, Callable[[], object]] = {}

    def cancel(self) -> None:
        """End all that is under way, and from now on whatever begins. An ending must neither wait nor raise."""
        with self._lock:
            self._cancelled = True
            endings = list(self._endings.values())
        for end in endings:
            end()

    def is_set(self) -> bool:
        """Whether it was cancelled."""
        return self._cancelled

    @contextmanager
    def ended_by(self, end: Callable[[], object]) -> Iterator[None]:
        """Call `end`, from another thread, when it is cancelled while the block lasts; at once if it was before."""
        token = object()
        with self._lock:
            self._endings[token] = end
            is_late = self._cancelled
        try:
            if is_late:
                end()
            yield
        finally:
            with self._lock:
                self._endings.pop(token, None)


_current: ContextVar[Cancellation | None] = ContextVar("cancellation", default=None)


def current() -> Cancellation:
    """That of the work this thread is at; where there is none, one that nobody will ever cancel."""
    return _current.get() or Cancellation()


@contextmanager
def cancelled_by(cancellation: Cancellation) -> Iterator[None]:
    """What is waited for in the block, and in threads that take over its context, is ended by `cancellation`."""
    token = _current.set(cancellation)
    try:
        yield
    finally:
        _current.reset(token)
