"""What befalls one round: kills and freezes of its processes, at random and at named instants, under a weather."""

import heapq
import itertools
import signal
import time
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial
from random import Random

from tests.chaos.deploys import Deploys, Hands
from tests.chaos.fates import LONGEST_LIFE_S, WEB, WORKER, Fates, Life
from tests.chaos.lives import Lives
from tests.chaos.outages import Outage
from tests.chaos.recoveries import Recoveries
from tests.chaos.tally import Tally
from tests.chaos.weather import FAULTS_EVERY_S, Moods, Skies
from tests.chaos.weathers import DATABASE_OUTAGES
from tests.chaos.world import Servers, World

WORKERS = 3
FROZEN_S = (1.1, 2.6)  # longer than others take to give up on it, shorter than the provider's time-outs
AT_WORK_WITHIN_S = 10.0  # a process that has said nothing by then is treated as if it had
RESTART_AFTER_S = 0.5  # of a process that ended by itself, as a supervisor waits


class Storm:
    """Keeps a web process and three workers going, and keeps ending them. `tick` never waits."""

    def __init__(
        self,
        shared: Servers,
        world: World,
        lives: Lives,
        tally: Tally,
        random: Random,
        broken: str,
        weathers: Collection[str],
    ) -> None:
        self._world, self._lives, self._tally = world, lives, tally
        self._random, self._broken = random, broken
        self._fates = Fates(weathers, tally, random, broken)
        self._recoveries = Recoveries(world.database, tally)
        self._moods = Moods(world.twilio.faults, random) if "twilio" in weathers else None
        self._skies = Skies(shared, world, lives, weathers, str(random.random()), self._began, self._ended)
        self._alive: dict[int, Life] = {}
        self._outages = 0
        hands = Hands(self._alive, partial(self._begin, spared=True), lives.send, self._after, self.note,
                      lambda: self._outages)  # fmt: skip
        self.deploys = Deploys(world.database, tally, random, hands, float(world.environment["STOP_GRACE_S"]))
        self._is_deployed = "deploys" in weathers
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._log_at = 0
        self.calm = False
        self.events: list[str] = []  # what happened when, for whoever must understand a violation

    def start(self, lasts_s: float) -> None:
        """Begin the first lives and everything else that goes wrong, each kind at least once in the time it lasts."""
        self._begin(WEB)
        for _ in range(WORKERS):
            self._begin(WORKER)
        self._skies.start(lasts_s / 2)
        if self._moods is not None:
            self._after(FAULTS_EVERY_S, partial(self._annoy, self._moods.fault))
        if self._is_deployed:
            self.deploys.start()

    def end(self) -> None:
        """From now on nothing goes wrong: every server is back, and who could not be spared is replaced by new
        processes that nobody harms. The others must do with what outages have left in their hands."""
        self.calm = self.deploys.over = True
        self._skies.end()
        self.note("calm")
        for pid, life in list(self._alive.items()):
            if not life.frozen and not life.spared:  # the last hour of the frozen is planned already
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
        """End every process and every outage."""
        for pid in list(self._alive):
            self._lives.send(pid, signal.SIGKILL)
        while self._alive:
            for pid in self._lives.changes().dead:
                self._alive.pop(pid, None)
        self._skies.end()

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
        self._recoveries.heard(arrivals)
        arrivals.clear()

    # -- lives

    def _begin(self, module: str, *, spared: bool = False) -> int:
        life = self._fates.new(module, self._alive.values(), spared=spared)
        plan = None if self.calm else life.plan
        arguments = ["--concurrency", "8"] if module == WORKER else [str(self._world.port)]
        pid = self._lives.begin(
            module, arguments, environment=self._world.environment, folder=self._world.folder, plan=plan,
            broken=self._broken,
        )  # fmt: skip
        self._alive[pid] = life
        self._tally.events[f"lives of {module}"] += 1
        if life.spared:
            self.note(f"{pid} is left in peace")
        elif not self.calm:
            self._after(AT_WORK_WITHIN_S, partial(self._is_at_work, pid, life))
        return pid

    def _is_at_work(self, pid: int, life: Life) -> None:
        """Its time counts from here: on a busy machine the beginning alone may take longer than a life."""
        if life.at_work_at is not None:
            return
        life.at_work_at = time.time()
        if not life.spared:
            end = self._kill if life.plan is not None else self._strike
            self._after(self._fates.ends_after_s(life), partial(end, pid))

    def _strike(self, pid: int) -> None:
        """The end of a life, or nearly."""
        life = self._alive.get(pid)
        if life is None or life.frozen or self.calm:
            return
        way = self._fates.way(life.module)
        if way == "kill":
            self._kill(pid)
        elif way == "freeze":
            self._lives.send(pid, signal.SIGSTOP)
            self.note(f"froze {pid}")
        else:
            self._lives.send(pid, signal.SIGTERM)
            self._tally.events["told to leave"] += 1
            self.note(f"told {pid} to leave")
            self._after(LONGEST_LIFE_S[WORKER], partial(self._kill, pid))

    def _kill(self, pid: int) -> None:
        if pid in self._alive:
            self._lives.send(pid, signal.SIGKILL)

    def _frozen(self, pid: int) -> None:
        life = self._alive[pid]
        life.frozen = True
        self._tally.events[f"frozen: {life.module}"] += 1
        self._after(self._random.uniform(*FROZEN_S), partial(self._thaw, pid))
        if life.module == WORKER and not self.calm:  # somebody must be there to take over
            self._begin(WORKER)

    def _thaw(self, pid: int) -> None:
        if pid in self._alive:
            self._alive[pid].frozen = False
            self._lives.send(pid, signal.SIGCONT)
            self.note(f"thawed {pid}")
            self._after(self._random.uniform(0.5, 3.0), partial(self._kill, pid))

    def _dead(self, pid: int, code: int) -> None:
        life = self._alive.pop(pid)
        short = "worker" if life.module == WORKER else "web"
        was_killed = code == -signal.SIGKILL
        self._tally.events[f"killed: {short}" if was_killed else f"left: {short}, exit {code}"] += 1
        self.note(f"{short} {pid} ended with {code}")
        self.deploys.ended(pid, code)
        if was_killed and life.module == WORKER and not self._skies.database_is_away:
            self._recoveries.killed(pid)
        self._after(0 if code <= 0 else RESTART_AFTER_S, partial(self._replace, life.module))

    def _replace(self, module: str) -> None:
        wanted = WORKERS if module == WORKER else 1
        there = [other for other in self._alive.values() if other.module == module]
        if sum(not other.frozen and not other.leaving for other in there) < wanted:
            self._begin(module)

    # -- weather

    def _annoy(self, nuisance: Callable[[], str]) -> None:
        if not self.calm:
            self._tally.events[nuisance()] += 1
            self._after(self._random.expovariate(1 / FAULTS_EVERY_S), partial(self._annoy, nuisance))

    def _began(self, outage: Outage, how: str) -> None:
        self._outages += outage.name in DATABASE_OUTAGES
        self._tally.events[f"{outage.name}: {how}"] += 1
        self.note(f"{outage.name}: {how}")

    def _ended(self, outage: Outage) -> None:
        self._outages += outage.name in DATABASE_OUTAGES
        self.note(f"{outage.name}: over")
        self._recoveries.back(outage.name)

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
            if life := self._alive.get(int(pid)):
                self._is_at_work(int(pid), life)
            self._count(self._tally.web_instants if module == WEB else self._tally.instants, what, instant)
            if what != "seen":
                self.note(f"{pid}: {what} {instant}", float(moment))

    def _count(self, known: Counter[str], what: str, instant: str) -> None:
        known[instant] += what != "seen"
        if what != "seen":
            self._tally.events[f"at an instant: {what}"] += 1

    def note(self, what: str, moment: float | None = None) -> None:
        """Remember what happened, now or at a moment."""
        self.events.append(f"{moment or time.time():.3f} {what}")

    def _after(self, seconds: float, action: Callable[[], None]) -> None:
        heapq.heappush(self._due, (time.time() + seconds, next(self._order), action))
