"""A clock whose waits are recorded and take no time; and time that stands still for code that has no clock."""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock
from types import ModuleType

import pytest

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


def stand_still(monkeypatch: pytest.MonkeyPatch, module: ModuleType) -> Callable[[float], None]:
    """A module's `monotonic` goes on only by what is skipped with the function that comes back."""
    now = [1_000.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])

    def skip(seconds: float) -> None:
        now[0] += seconds

    return skip
