"""How the lives of one round end: at a named instant, at any moment, or not at all before the round does."""

import time
from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from tests.chaos.broken import BROKEN
from tests.chaos.instants import Plan
from tests.chaos.tally import Tally
from tests.chaos.weathers import is_deadly, spares_somebody

WORKER, WEB = "jobs.worker", "tests.chaos.web"
LONGEST_LIFE_S = {WORKER: 2.0, WEB: 16.0}  # when its instant does not come
SETTLES_S = 1.0


@dataclass(slots=True)
class Life:
    """A process: what it runs, what it will do to itself, and whether it is left in peace. `at_work_at`: when its first
    instant was heard of."""

    module: str
    plan: Plan | None
    spared: bool
    frozen: bool = False
    at_work_at: float | None = None
    leaving: bool = False  # it was told to, and is no longer counted on

    @property
    def has_settled(self) -> bool:
        """Whether it is ready for everything. Its first instant, a commit, comes before it listens to signals."""
        return self.at_work_at is not None and time.time() - self.at_work_at > SETTLES_S


class Fates:
    """Decides, by the round's own chance, and by what was done least often yet."""

    def __init__(self, weathers: Collection[str], tally: Tally, random: Random, broken: str) -> None:
        self._weathers, self._tally, self._random, self._broken = weathers, tally, random, broken
        self._harmless = not is_deadly(weathers)
        self._spares = {WORKER: spares_somebody(weathers), WEB: spares_somebody(weathers) and random.random() < 0.5}

    def new(self, module: str, others: Collection[Life], *, spared: bool = False) -> Life:
        """A life among others: one worker is spared where some must be, and in half the rounds the web process is."""
        alone = not any(other.spared and other.module == module and not other.leaving for other in others)
        if spared or self._harmless or (self._spares[module] and alone):
            return Life(module, None, spared=True)
        return Life(module, self._plan(module), spared=False)

    def ends_after_s(self, life: Life) -> float:
        """When somebody else ends it."""
        if life.plan is not None:
            return LONGEST_LIFE_S[life.module]
        mean_s = self._random.uniform(0.15, 1.5) if life.module == WORKER else 4.0
        return 0.05 + self._random.expovariate(1 / mean_s)

    def way(self, module: str) -> str:
        """How somebody else ends it: kill, freeze (and kill later), or leave."""
        leaves = 15 if module == WORKER else 0
        ways = {"kill": 65, "leave": leaves} if "kills" in self._weathers else {}
        if "freezes" in self._weathers:
            ways["freeze"] = 20
        return self._random.choices(list(ways), list(ways.values()))[0]

    def _plan(self, module: str) -> Plan | None:
        """Half of all lives end at a named instant: one of those least often used yet."""
        aim = BROKEN[self._broken].aim if self._broken and module == WORKER else None
        if aim is not None and self._random.random() < 0.7:
            edge, _, site = aim[1].partition(" ")
            return Plan(aim[0], site, edge, self._random.randint(2, 5))
        known = self._tally.instants if module == WORKER else self._tally.web_instants
        if not known or self._random.random() < 0.45:
            return None
        least = sorted(known, key=lambda name: (known[name], self._random.random()))[:12]
        edge, _, site = self._random.choice(least).partition(" ")
        actions = [("kill", 3), ("freeze", 1)]
        possible = [(name, weight) for name, weight in actions if f"{name}s" in self._weathers]
        action = self._random.choices([name for name, _ in possible], [weight for _, weight in possible])[0]
        return Plan(action, site, edge, self._random.choice((1, 1, 1, 1, 2, 4)))
