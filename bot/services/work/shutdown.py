"""How a worker process leaves: asked first, then, when the grace is over, at the next checkpoint."""

import threading

from bot.clock import Clock


class Shutdown:
    """Asked by the process, looked at by whoever works."""

    def __init__(self, clock: Clock, grace_s: float) -> None:
        self._clock = clock
        self._grace_s = grace_s
        self._asked = threading.Event()
        self._due_at = float("inf")

    def ask(self) -> None:
        """Begin nothing new; running turns may end within the grace."""
        self._due_at = self._clock.monotonic() + self._grace_s
        self._asked.set()

    def is_asked(self) -> bool:
        """Whether nothing new may begin."""
        return self._asked.is_set()

    def is_due(self) -> bool:
        """Whether a running turn must stop at its next checkpoint; another worker goes on from there."""
        return self._clock.monotonic() >= self._due_at
