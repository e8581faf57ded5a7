"""Running the same thing many times at once, from a common start."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def at_once(count: int, action: Callable[[int], T]) -> list[T]:
    """The results of `action(0) … action(count - 1)`, all begun together. The first exception is raised."""
    gate = threading.Barrier(count)

    def one(index: int) -> T:
        gate.wait(10)
        return action(index)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))
