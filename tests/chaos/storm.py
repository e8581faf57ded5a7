"""What befalls the processes of one round: kills and freezes, at random and at named instants."""

import heapq
import itertools
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from sqlalchemy import text

from tests.chaos.broken import BROKEN
from tests.chaos.instants import Plan
from tests.chaos.lives import Lives
from tests.chaos.tally import Tally
from tests.chaos.weather import Weather
from tests.chaos.world import Servers, World

WORKERS = 3
WORKER, WEB = "jobs.worker", "tests.chaos.web"
LONGEST_LIFE_S = 2.0  # of a worker whose instant does not come
FROZEN_S = (1.1, 2.6)  # longer than others take to give up on it, shorter than the provider's time-outs

HIT = """
    SELECT address.value FROM conversation JOIN address ON address.id = conversation.address_id
    JOIN worker ON worker.label = :label
    WHERE (conversation.lane_worker = worker.id AND EXISTS (
        SELECT 1 FROM inbound_message i WHERE i.conversation_id = conversation.id AND i.processed_at IS NULL))
    OR EXISTS (SELECT 1 FROM outbound_part p WHERE p.conversation_id = conversation.id
        AND p.claimed_by = worker.id AND p.state IN ('dispatching', 'unknown'))
"""


@dataclass(slots=True)
class Life:
    """A process: what it runs, and what it will do to itself."""

    module: str
    plan: Plan | None
    frozen: bool = False


class Storm:
    """Keeps a web process and three workers going, and keeps ending them. `tick` never waits."""

    def __init__(self, shared: Servers, world: World, lives: Lives, tally: Tally, random: Random, broken: str) -> None:
        self._world, self._lives, self._tally = world, lives, tally
        self._random, self._broken = random, broken
        self._weather = Weather(world.twilio.faults, shared.valkey, random)
        self._alive: dict[int, Life] = {}
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._log_at = 0
        self._hit: dict[str, float] = {}
        self.calm = False
        self.events: list[str] = []  # what happened when, for whoever must understand a violation

    def start(self) -> None:
        """Begin the first lives and everything else that goes wrong."""
        self._begin(WEB)
        for _ in range(WORKERS):
            self._begin(WORKER)
        for nuisance, every_s in self._weather.nuisances:
            self._after(every_s, partial(self._annoy, nuisance, every_s))

    def end(self) -> None:
        """From now on nothing goes wrong: new processes that nobody harms."""
        self.calm = True
        for pid, life in list(self._alive.items()):
            if not life.frozen:  # whose last hour is planned already
                self._kill(pid)

    @property
    def has_frozen(self) -> bool:
        """Whether somebody may hold what others wait for."""
        return any(life.frozen for life in self._alive.values())

    def ask(self) -> None:
        """Let every process write down where its threads are."""
        for pid in self._alive:
            self._lives.send(pid, signal.SIGUSR1)

    def stop(self) -> None:
        """End every process."""
        for pid in list(self._alive):
            self._lives.send(pid, signal.SIGKILL)
        while self._alive:
            for pid in self._lives.changes().dead:
                self._alive.pop(pid, None)

    def tick(self, arrivals: list[tuple[str, float]]) -> None:
        """Do what is due; take note of who has died, who froze and what has arrived."""
        self._read_log()
        changes = self._lives.changes()
        for pid in changes.frozen:
            self._frozen(pid)
        for pid, code in changes.dead.items():
            self._dead(pid, code)
        while self._due and self._due[0][0] <= time.time():
            heapq.heappop(self._due)[2]()
        for address, moment in arrivals:
            killed_at = self._hit.pop(address, None)
            if killed_at is not None and moment > killed_at:
                self._tally.recoveries_s.append(moment - killed_at)
        arrivals.clear()

    # -- lives

    def _begin(self, module: str) -> None:
        plan = None if self.calm else self._plan(module)
        arguments = ["--concurrency", "8"] if module == WORKER else [str(self._world.port)]
        pid = self._lives.begin(
            module, arguments, environment=self._world.environment, folder=self._world.folder, plan=plan,
            broken=self._broken,
        )  # fmt: skip
        self._alive[pid] = Life(module, plan)
        self._tally.events[f"lives of {module}"] += 1
        if self.calm:
            return
        if plan is not None:
            self._after(LONGEST_LIFE_S if module == WORKER else 8 * LONGEST_LIFE_S, lambda: self._kill(pid))
        else:
            mean_s = self._random.uniform(0.15, 1.5) if module == WORKER else 4.0
            self._after(0.05 + self._random.expovariate(1 / mean_s), lambda: self._strike(pid))

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
        action = "freeze" if self._random.random() < 0.25 else "kill"
        return Plan(action, site, edge, self._random.choice((1, 1, 1, 1, 2, 4)))

    def _strike(self, pid: int) -> None:
        """The end of a life, or nearly."""
        life = self._alive.get(pid)
        if life is None or life.frozen or self.calm:
            return
        way = self._random.choices(("kill", "freeze", "leave"), (65, 20, 15 if life.module == WORKER else 0))[0]
        if way == "kill":
            self._kill(pid)
        elif way == "freeze":
            self._lives.send(pid, signal.SIGSTOP)
            self._note(f"froze {pid}")
        else:
            self._lives.send(pid, signal.SIGTERM)
            self._tally.events["told to leave"] += 1
            self._note(f"told {pid} to leave")
            self._after(LONGEST_LIFE_S, lambda: self._kill(pid))

    def _kill(self, pid: int) -> None:
        if pid in self._alive:
            self._lives.send(pid, signal.SIGKILL)

    def _frozen(self, pid: int) -> None:
        life = self._alive[pid]
        life.frozen = True
        self._tally.events[f"frozen: {life.module}"] += 1
        self._after(self._random.uniform(*FROZEN_S), lambda: self._thaw(pid))
        if life.module == WORKER and not self.calm:  # somebody must be there to take over
            self._begin(WORKER)

    def _thaw(self, pid: int) -> None:
        if pid in self._alive:
            self._alive[pid].frozen = False
            self._lives.send(pid, signal.SIGCONT)
            self._note(f"thawed {pid}")
            self._after(self._random.uniform(0.5, 3.0), lambda: self._kill(pid))

    def _dead(self, pid: int, code: int) -> None:
        life = self._alive.pop(pid)
        short = "worker" if life.module == WORKER else "web"
        self._tally.events[f"killed: {short}" if code == -signal.SIGKILL else f"left: {short}, exit {code}"] += 1
        self._note(f"{short} {pid} ended with {code}")
        if code == -signal.SIGKILL and life.module == WORKER:
            self._remember_hits(pid)
        wanted = WORKERS if life.module == WORKER else 1
        awake = sum(other.module == life.module and not other.frozen for other in self._alive.values())
        if awake < wanted:
            self._begin(life.module)

    def _remember_hits(self, pid: int) -> None:
        with self._world.database.read() as session:
            found = session.connection().execute(text(HIT), {"label": f"{socket.gethostname()}:{pid}"}).scalars()
            self._hit.update(dict.fromkeys(found, time.time()))

    def _annoy(self, nuisance: Callable[[], str], every_s: float) -> None:
        if not self.calm:
            self._tally.events[nuisance()] += 1
            self._after(self._random.expovariate(1 / every_s), partial(self._annoy, nuisance, every_s))

    # -- bookkeeping

    def _read_log(self) -> None:
        """What processes have said of their instants since the last time."""
        path = self._world.folder / "instants"
        if not path.exists():
            return
        with path.open("rb") as log:
            log.seek(self._log_at)
            new = log.read()
        whole = new[: new.rfind(b"\n") + 1]
        self._log_at += len(whole)
        for line in whole.decode().splitlines():
            moment, pid, module, what, instant = line.split("\t")
            self._count(self._tally.web_instants if module == WEB else self._tally.instants, what, instant)
            if what != "seen":
                self._note(f"{pid}: {what} {instant}", float(moment))

    def _count(self, known: Counter[str], what: str, instant: str) -> None:
        known[instant] += what != "seen"
        if what != "seen":
            self._tally.events[f"at an instant: {what}"] += 1

    def _note(self, what: str, moment: float | None = None) -> None:
        self.events.append(f"{moment or time.time():.3f} {what}")

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._due, (time.time() + seconds, next(self._order), action))
