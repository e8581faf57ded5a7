"""Outages of one thing that come and go, one at a time, in a thread of its own: the campaign's other threads go on."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from random import Random

END_WITHIN_S = 60.0


@dataclass(frozen=True, slots=True)
class Outage:
    """Something is away while the block of `begin` lasts; the block is told how. `every_s` counts from one's end to the
    beginning of the next."""

    name: str
    begin: Callable[[Random], AbstractContextManager[str]]
    lasts_s: tuple[float, float]
    every_s: tuple[float, float]


class Outages:
    """Begins them when they are due, until `end`. `began` and `ended` are told, in this thread."""

    def __init__(
        self,
        outages: Sequence[Outage],
        random: Random,
        began: Callable[[Outage, str], None],
        ended: Callable[[Outage], None],
    ) -> None:
        self._outages, self._random, self._began, self._ended = outages, random, began, ended
        self._over, self._away = threading.Event(), threading.Event()
        self._error: BaseException | None = None
        self._first_within_s = 0.0
        self._thread = threading.Thread(target=self._run, name="outages", daemon=True)

    @property
    def is_away(self) -> bool:
        """Whether an outage is going on, or about to."""
        return self._away.is_set()

    def start(self, first_within_s: float) -> None:
        """Let the first of each come within so many seconds, if none is in its way."""
        self._first_within_s = first_within_s
        if self._outages:
            self._thread.start()

    def end(self) -> None:
        """Return when everything is back, for good. Raises what an outage itself has failed with."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(END_WITHIN_S)
        if self._error is not None or self._thread.is_alive():
            raise RuntimeError("an outage did not end") from self._error

    def _run(self) -> None:
        try:
            now = time.monotonic()
            due = {one: now + self._random.uniform(0.1, 1) * self._first_within_s for one in self._outages}
            while True:
                one = min(due, key=lambda known: due[known])
                if self._over.wait(max(0.0, due[one] - time.monotonic())):
                    return
                self._let(one)
                due[one] = time.monotonic() + self._random.uniform(*one.every_s)
        except BaseException as error:
            self._error = error

    def _let(self, one: Outage) -> None:
        """Let one come, last its time and go."""
        self._away.set()
        try:
            with one.begin(self._random) as how:
                self._began(one, how)
                self._over.wait(self._random.uniform(*one.lasts_s))
        finally:
            self._away.clear()
        self._ended(one)
