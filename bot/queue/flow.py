"""How long a queue is and how fast it empties, from what a process hears when it adds to it: how many were ever added,
and how many wait. The difference is what workers have taken. Thread-safe, no I/O."""

import threading
from collections import deque
from dataclasses import dataclass, field
from time import monotonic
from typing import Final

SEEN_LATELY_S: Final = 2.0  # what was heard longer ago says nothing of now
OVERTAKEN_S: Final = 1.0  # threads hear their answers in any order; none waits longer for its own
LOOKS_BACK_S: Final = 15.0
SURE_AFTER_S: Final = 2.0  # a shorter time says little of how fast it goes; who comes meanwhile hears nothing
STANDS_AFTER_S: Final = 12.0  # a deployment, or a Redis that has just come back, takes less: nothing is told of it
EVERY_S: Final = 0.5


@dataclass(slots=True)
class Flow:
    """Of one queue. What waits there is taken in order."""

    _added: int = 0
    _length: int = 0
    _seen_at: float = float("-inf")
    _taken: deque[tuple[float, int]] = field(default_factory=deque)  # when, and how many ever were
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, added: int, waiting: int) -> None:
        """Something was added. `added`: how many ever were; `waiting`: how many wait now. Of what was added before what
        is known already nothing is learnt."""
        now = monotonic()
        with self._lock:
            if added < self._added:
                if now < self._seen_at + OVERTAKEN_S:
                    return
                self._taken.clear()  # another Redis, or an emptied one, counts anew
            if added - waiting >= self._added:
                self._taken.clear()  # all that waited is gone: nobody may have waited since, and it was not slow
            self._added, self._length, self._seen_at = added, waiting, now
            taken = max(added - waiting, self._taken[-1][1] if self._taken else 0)  # some are put back
            if not self._taken or now >= self._taken[-1][0] + EVERY_S:
                self._taken.append((now, taken))
            while now > self._taken[0][0] + LOOKS_BACK_S:
                self._taken.popleft()

    @property
    def length(self) -> int:
        """How many waited a moment ago; 0 when that is not known."""
        return self._length if monotonic() < self._seen_at + SEEN_LATELY_S else 0

    @property
    def wait_s(self) -> float | None:
        """For how long whoever comes last now will wait; None when that cannot be told, as when nobody has taken
        anything for a moment. Behind that the queue stands still, as where a model hangs: one is said to be next."""
        length = self.length
        with self._lock:
            if not length or not self._taken:
                return None
            (since, before), (until, now) = self._taken[0], self._taken[-1]
        taken = now - before
        if until - since < (SURE_AFTER_S if taken else STANDS_AFTER_S):
            return None
        return length * (until - since) / max(taken, 1)
