"""Waiting in tests: look again and again until something is so, or fail when the deadline has passed."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def eventually(predicate: Callable[[], T], deadline_s: float = 10.0, *, every_s: float = 0.01) -> T:
    """The first true value of `predicate()`. AssertionError, with the last value seen, after `deadline_s` seconds."""
    end = time.monotonic() + deadline_s
    while True:
        value = predicate()
        if value:
            return value
        if time.monotonic() >= end:
            raise AssertionError(f"still {value!r} after {deadline_s} s")
        time.sleep(every_s)
