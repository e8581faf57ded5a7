"""How many turns of this process compute at once. Each waits for the network most of its time and has a thread to
itself; but Python computes in one of them at a time, and SQLite takes one writer. Dozens that all want to compute stand
in each other's way: everything takes as long as the last of them, and whoever is urgent stands in line behind all.

Where a database server is what takes long, few at once would be slow for nothing: if with more of them more is
computed, more are let in. A processor that is slow, or somebody else's just now, does not compute more for that."""

import contextlib
import threading
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

AT_ONCE = 4
MOST_AT_ONCE = 64  # when those who have a place wait for the database
LOOKS_EVERY_S = 1.0
IDLE, BUSY = 0.25, 0.75  # of one core, taken by this process: below it more are let in, above it no more than AT_ONCE
GAIN = 1.3  # times what was computed with half as many: else more are no use
TRIES_AGAIN_S = 30.0  # after more were no use; and for so long it counts that they were
HURRY_S = 0.25  # for so long at a time, and half of the time at most, turns stand back for what is urgent
PATIENCE_S = 30.0  # then a turn goes on all the same: one that stands still must not stop the others


@dataclass(slots=True, eq=False)
class _Place:
    """One thread that computes, or waits for that."""

    thread: threading.Thread
    granted: threading.Event = field(default_factory=threading.Event)


class Pace:
    """Places for those who compute, given in order of arrival. A turn leaves its place while it waits for something
    outside (`elsewhere`). Only for order and speed: nothing depends on holding one. `most`: how many may compute when
    that pays; of those who write to one file no more do than usual."""

    def __init__(self, at_once: int = AT_ONCE, patience_s: float = PATIENCE_S, most: int = MOST_AT_ONCE) -> None:
        self._at_once, self._patience_s, self._most = at_once, patience_s, most
        self._let_in = at_once
        self._looked_at, self._cpu_s = time.monotonic(), time.process_time()
        self._with_half: float | None = None  # what was computed before twice as many were let in
        self._rests_until = self._anew_at = self._looked_at
        self._hurrying = 0
        self._stands_back_until = self._may_hurry_at = self._looked_at
        self._lock = threading.Lock()
        self._taken: set[_Place] = set()
        self._line: deque[_Place] = deque()
        self._mine = threading.local()

    @contextlib.contextmanager
    def computing(self) -> Iterator[None]:
        """Have a place for as long as the block lasts; others wait for theirs in front of it."""
        self._enter()
        try:
            yield
        finally:
            self._leave()

    @contextlib.contextmanager
    def elsewhere(self) -> Iterator[None]:
        """Leave the place, if this thread has one, to others while it waits in the block."""
        if getattr(self._mine, "place", None) is None:
            yield
            return
        self._leave()
        try:
            yield
        finally:
            self._enter()

    @contextlib.contextmanager
    def hurrying(self) -> Iterator[None]:
        """While somebody urgent computes in the block, without a place, none is given to others: with four beside it
        it would wait for Python's lock whenever the database has answered."""
        with self._lock:
            now = time.monotonic()
            if now >= self._may_hurry_at:
                self._stands_back_until, self._may_hurry_at = now + HURRY_S, now + 2 * HURRY_S
            self._hurrying += 1
        try:
            yield
        finally:
            with self._lock:
                self._hurrying -= 1
                self._grant()

    def _enter(self) -> None:
        place = self._mine.place = _Place(threading.current_thread())
        with self._lock:
            self._look(time.monotonic(), time.process_time())  # an hour in which nobody came tells nothing
            self._line.append(place)
            self._grant()
        try:
            if not place.granted.wait(min(HURRY_S, self._patience_s)):
                with self._lock:
                    self._grant()  # nobody does so when turns have stood back for long enough
                place.granted.wait(self._patience_s)
        except BaseException:  # the job is over: whoever is behind in the line must not wait for a place nobody takes
            self._leave()
            raise
        if not place.granted.is_set():
            with self._lock:
                self._taken = {other for other in self._taken if other.thread.is_alive()} | {place}
                with contextlib.suppress(ValueError):  # granted in this very moment
                    self._line.remove(place)
                self._grant()

    def _leave(self) -> None:
        place, self._mine.place = self._mine.place, None
        with self._lock:
            self._taken.discard(place)
            with contextlib.suppress(ValueError):
                self._line.remove(place)
            self._look(time.monotonic(), time.process_time())
            self._grant()

    def _look(self, now: float, cpu_s: float) -> None:
        """See, once a second, what takes the time: computing, or what is waited for."""
        passed_s = now - self._looked_at
        if passed_s < LOOKS_EVERY_S:
            return
        busy = (cpu_s - self._cpu_s) / passed_s
        self._looked_at, self._cpu_s = now, cpu_s
        before, self._with_half = self._with_half, None
        if busy > BUSY:
            self._let_in = self._at_once
        elif before is not None and busy < GAIN * before:
            self._let_in, self._rests_until = self._let_in // 2, now + TRIES_AGAIN_S
        elif self._let_in > self._at_once and now >= self._anew_at:
            self._let_in = self._at_once  # what took long may have become quick
        elif busy < IDLE and self._line and self._let_in < self._most and now >= self._rests_until:
            if self._let_in == self._at_once:
                self._anew_at = now + TRIES_AGAIN_S
            self._let_in, self._with_half = min(2 * self._let_in, self._most), busy

    def _grant(self) -> None:
        if self._hurrying and time.monotonic() < self._stands_back_until:
            return
        while self._line and len(self._taken) < self._let_in:
            place = self._line.popleft()
            self._taken.add(place)
            place.granted.set()
