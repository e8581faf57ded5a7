"""Time as the application sees it: UTC wall clock for rows, a monotonic one for deadlines."""

import threading
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """What the application asks of time; tests may pass their own."""

    def now(self) -> datetime:
        """The wall clock, timezone-aware, UTC."""

    def monotonic(self) -> float:
        """Seconds that never go back; for deadlines."""

    def wait(self, seconds: float) -> None:
        """Let `seconds` pass."""


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)

    def monotonic(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float) -> None:
        if seconds > 0:
            threading.Event().wait(seconds)
