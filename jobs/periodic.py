"""What runs beside the jobs in a worker process: threads that do one thing every so often, and one-shot timers."""

import heapq
import itertools
import logging
import math
import threading
from collections.abc import Callable
from time import monotonic

from bot.errors import DatabaseAway

JOIN_S = 2.0
AGAIN_S = 1.0  # while the database is away

log = logging.getLogger(__name__)


class Every:
    """Calls something every `seconds` in a thread of its own, and at once whenever `hurry` is set. An action may return
    in how many seconds it is called again; one that fails is called again in `seconds`."""

    def __init__(
        self, name: str, seconds: float, action: Callable[[], float | None], hurry: threading.Event | None = None
    ):
        self._seconds = seconds
        self._action = action
        self._hurry = hurry or threading.Event()
        self._stopped = False
        self._is_away = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped = True
        self._hurry.set()
        self._thread.join(JOIN_S)

    def _run(self) -> None:
        while not self._stopped:
            self._hurry.wait(self._act())
            self._hurry.clear()

    def _act(self) -> float:
        """Act; returns in how many seconds to act again. Whatever fails is tried again next time; an outage of the
        database has ended soon after it ends."""
        again_in_s = None
        try:
            again_in_s = self._action()
        except DatabaseAway as error:
            if not self._is_away:
                log.warning("%s waits for the database: %s", self._thread.name, error)
            self._is_away = True
            return min(self._seconds, AGAIN_S)
        except Exception:
            log.exception("%s failed", self._thread.name)
        self._is_away = False
        return self._seconds if again_in_s is None else again_in_s


class Timers:
    """Calls something once, later. What is lost when the process dies is found by the sweeper."""

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, str, Callable[[], object]]] = []
        self._soonest: dict[str, float] = {}  # by key: when it is called next
        self._order = itertools.count()
        self._changed = threading.Condition()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name="timers", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        with self._changed:
            self._stopped = True
            self._changed.notify()
        self._thread.join(JOIN_S)

    def after(self, seconds: float, action: Callable[[], object], key: str) -> None:
        """Call `action` in so many seconds, unless something with this key is called by then already: what waits is
        looked at by many, and each would have it looked at again, for ever more often."""
        at = monotonic() + seconds
        with self._changed:
            if self._soonest.get(key, math.inf) <= at:
                return
            self._soonest[key] = at
            heapq.heappush(self._heap, (at, next(self._order), key, action))
            self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._stopped and (not self._heap or self._heap[0][0] > monotonic()):
                    self._changed.wait(self._heap[0][0] - monotonic() if self._heap else None)
                if self._stopped:
                    return
                at, _, key, action = heapq.heappop(self._heap)
                if self._soonest.get(key) == at:
                    del self._soonest[key]
            try:
                action()
            except Exception:
                log.exception("a timer failed")
