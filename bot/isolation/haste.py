"""Whether somebody waits for what is computed. In the background nobody does: children that work for it leave the
processor to whoever answers a message meanwhile."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

UNHURRIED = 10  # added to the niceness of a child; as of commands in the sandbox

_niceness: ContextVar[int] = ContextVar("niceness", default=0)


def niceness() -> int:
    """The niceness (nice(2)) that child processes started now add to their own."""
    return _niceness.get()


@contextmanager
def in_no_hurry() -> Iterator[None]:
    """Children that begin in the block, or in threads that take over its context, have the lower priority."""
    token = _niceness.set(UNHURRIED)
    try:
        yield
    finally:
        _niceness.reset(token)
