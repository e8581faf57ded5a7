"""Time as the application sees it: UTC wall clock for rows, a monotonic one for deadlines."""

import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Protocol

CLOCK_SLACK = timedelta(minutes=1)  # how far the clocks of machines may differ
JUMP_S = 5.0  # between two looks; what sets clocks right slowly is slower


class Clock(Protocol):
    """What the application asks of time; tests may pass their own."""

    def now(self) -> datetime:
        """The wall clock, timezone-aware, UTC."""

    def monotonic(self) -> float:
        """Seconds that never go back; for deadlines."""

    def wait(self, seconds: float) -> None:
        """Let `seconds` pass."""

    def is_steady(self, for_s: float) -> bool:
        """Whether the wall clock, for the last `for_s` seconds, is not known to have jumped: only then do two of its
        moments say how much time has passed between them."""


class Jumps:
    """Looks at the wall clock beside the monotonic one. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._apart: float | None = None  # the difference between the two when they were last looked at
        self._jumped_at = float("-inf")

    def none_within(self, seconds: float, now: datetime, monotonic: float) -> bool:
        """Whether no jump was noticed for so long. Called often enough, it notices each."""
        apart = now.timestamp() - monotonic
        with self._lock:
            if self._apart is not None and abs(apart - self._apart) > JUMP_S:
                self._jumped_at = monotonic
            self._apart = apart
            return monotonic - self._jumped_at >= seconds


class SystemClock:
    """The machine's clock."""

    def __init__(self) -> None:
        self._jumps = Jumps()
        self.is_steady(0)

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        if seconds > 0:
            threading.Event().wait(seconds)

    def is_steady(self, for_s: float) -> bool:
        return self._jumps.none_within(for_s, self.now(), self.monotonic())
