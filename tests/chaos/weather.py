"""What goes wrong around the processes of a round: Twilio late, silent or refusing, callbacks lost, Valkey emptied."""

from collections.abc import Callable
from random import Random

from bot.simulator.faults import Faults
from bot.simulator.records import Sent
from tests.fakes.valkey import Valkey

FAULTS_EVERY_S, FLUSHES_EVERY_S = 0.5, 3.0
LATE_S = (0.3, 1.0, 2.0, 4.0, 8.0)  # the last: later than anybody still waits for the answer


class Capricious:
    """Status callbacks that are late, each by its own time, some doubled and some missing. In the place of
    bot.simulator.faults.CallbackFaults."""

    off = backwards = False

    def __init__(self, random: Random) -> None:
        self._random = random

    @property
    def copies(self) -> int:
        return self._random.choices((1, 2), (9, 1))[0]

    @property
    def delay_s(self) -> float:
        return self._random.choice((0.0, 0.0, 0.05, 0.2, 0.5))

    def only(self, _sent: Sent) -> bool:
        return self._random.random() < 0.9


class Weather:
    """`nuisances` are to be called about once in so many seconds each; they say what they did."""

    def __init__(self, faults: Faults, valkey: Valkey, random: Random) -> None:
        faults.callbacks = Capricious(random)  # type: ignore[assignment]
        self._faults, self._valkey, self._random = faults, valkey, random
        self.nuisances: tuple[tuple[Callable[[], str], float], ...] = (
            (self._fault, FAULTS_EVERY_S),
            (self._flush, FLUSHES_EVERY_S),
        )

    def _fault(self) -> str:
        """One of the next requests to Twilio is late, gets no answer, or is refused."""
        kind = self._random.choice(("late", "late", "late", "silent", "failed", "busy"))
        if kind == "late":
            self._faults.late(1, self._random.choice(LATE_S))
        elif kind == "silent":
            self._faults.silent(1, self._random.choice((0.0, 0.5)))
        elif kind == "failed":
            self._faults.refuse(1, 500, 20500)
        else:
            self._faults.refuse(1, 429, 20429)
        return f"Twilio {kind}"

    def _flush(self) -> str:
        self._valkey.flush()
        return "Valkey flushed"
