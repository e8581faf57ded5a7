"""What goes wrong around the processes of a round: Twilio's moods, and the outages of the servers they need."""

from collections.abc import Callable, Collection, Sequence
from random import Random

from bot.simulator.faults import Faults
from bot.simulator.records import Sent
from tests.chaos.lives import Lives
from tests.chaos.outages import Outage, Outages
from tests.chaos.servers_away import of_postgresql, of_sqlite, of_valkey, only
from tests.chaos.world import Servers, World

FAULTS_EVERY_S = 0.5
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


class Moods:
    """Twilio's: `fault` is to be called about once in FAULTS_EVERY_S and says what it did."""

    def __init__(self, faults: Faults, random: Random) -> None:
        faults.callbacks = Capricious(random)  # type: ignore[assignment]
        self._faults, self._random = faults, random

    def fault(self) -> str:
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


class Skies:
    """The chosen outages of the database, one at a time, beside them those of Valkey, and beside both what is slow or
    wrong about the time. Told in threads of theirs."""

    def __init__(
        self,
        shared: Servers,
        world: World,
        lives: Lives,
        weathers: Collection[str],
        seed: str,
        began: Callable[[Outage, str], None],
        ended: Callable[[Outage], None],
    ) -> None:
        database = only(_of_database(shared, world, lives), weathers)
        self._database = Outages(database, Random(f"{seed} database"), began, ended)
        self._valkey = Outages(only(of_valkey(shared.valkey), weathers), Random(f"{seed} valkey"), began, ended)
        slow = only(world.slowness.outages(world.twilio.faults), weathers)
        self._slow = Outages(slow, Random(f"{seed} slow"), began, ended)

    @property
    def database_is_away(self) -> bool:
        """Whether it cannot be asked just now."""
        return self._database.is_away

    def start(self, first_within_s: float) -> None:
        """Let them come, the first of each kind within so many seconds."""
        self._database.start(first_within_s)
        self._valkey.start(first_within_s)
        self._slow.start(first_within_s)

    def end(self) -> None:
        """Return when everything is back, for good."""
        self._database.end()
        self._valkey.end()
        self._slow.end()


def _of_database(shared: Servers, world: World, lives: Lives) -> Sequence[Outage]:
    if shared.postgres is not None:
        return of_postgresql(shared.postgres, world.environment["DATABASE_URL"], shared.disk)
    return of_sqlite(world.home / "palabre.db", lives, world.disk)
