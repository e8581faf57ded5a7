"""A clock whose waits are recorded and take no time."""

import time
from datetime import UTC, datetime, timedelta
from threading import Lock

from bot.clock import Jumps


class FakeClock:
    """Runs with the machine's clock, ahead of it by all that was waited or skipped."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self._ahead_s = 0.0
        self._frozen: datetime | None = None
        self._jumped_s = 0.0
        self._jumps = Jumps()
        self._lock = Lock()

    def now(self) -> datetime:
        return (self._frozen or datetime.now(UTC)) + timedelta(seconds=self._ahead_s + self._jumped_s)

    def monotonic(self) -> float:
        return time.monotonic() + self._ahead_s

    def wait(self, seconds: float) -> None:
        with self._lock:
            self.waits.append(seconds)
            self._ahead_s += seconds

    def freeze(self) -> None:
        """From now on the calendar's time passes only by what is waited or skipped, however slow the machine is."""
        self._frozen = datetime.now(UTC)

    def skip(self, seconds: float) -> None:
        """Let time pass without anybody having waited for it."""
        with self._lock:
            self._ahead_s += seconds

    def jump(self, seconds: float) -> None:
        """Set the calendar's time forward or back; no time passes. It is noticed, as by a heart that beats."""
        self.is_steady(0)
        self._jumped_s += seconds
        self.is_steady(0)

    def is_steady(self, for_s: float) -> bool:
        return self._jumps.none_within(for_s, self.now(), self.monotonic())

    @property
    def waited(self) -> float:
        """Seconds waited in all."""
        return sum(self.waits)
