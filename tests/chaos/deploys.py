"""Rolling deployments: one after the other, processes that nobody harms are told to leave with a newer one beside them.
They must be gone in time, in good order, and with nothing in their hands."""

import signal
import socket
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.dao.database import Database
from bot.errors import StopWork
from jobs.process import GRACE_S
from tests.chaos.fates import WEB, WORKER, Life
from tests.chaos.tally import Tally, Violation
from tests.chaos.zygote import TO_A_CHECKPOINT_S

EVERY_S = (0.2, 2.0)  # from when one has left to the next
READY_WITHIN_S, LOOKS_EVERY_S = 10.0, 0.1
SLACK_S = 10.0  # of a machine that others use too
WEB_LEAVES_S = 22.0  # gunicorn's graceful_timeout, and a moment
FINE = {WORKER: (0, 1), WEB: (0,)}  # exit codes; 1: something hung, and was left behind
ID = "SELECT id FROM worker WHERE label = :label"
HOLDS = """
    SELECT 'the lane of ' || id FROM conversation WHERE lane_worker = :worker
    UNION ALL SELECT 'run ' || id FROM run WHERE lease_worker = :worker AND ended_at IS NULL
    UNION ALL SELECT 'its place among the living' FROM worker WHERE id = :worker
"""


@dataclass(slots=True)
class Leaver:
    """A process that was told to leave: since when, who it is in the database, and what `Hands.outages` said then."""

    life: Life
    since: float
    worker: str | None
    outages: int


@dataclass(frozen=True, slots=True)
class Hands:
    """What a deployment does, through the storm: `alive` are all lives, by process; `begin` starts one that nobody
    harms; `after` plans an action in so many seconds; `outages` says how often the database went away or came back."""

    alive: Mapping[int, Life]
    begin: Callable[[str], int]
    send: Callable[[int, int], object]
    after: Callable[[float, Callable[[], None]], None]
    note: Callable[[str], None]
    outages: Callable[[], int]


class Deploys:
    """One at a time, until `over`. `violations`: what a leaver did that it must not."""

    def __init__(self, database: Database, tally: Tally, random: Random, hands: Hands, grace_s: float) -> None:
        self._database, self._tally, self._random, self._hands = database, tally, random, hands
        self._within_s = {WORKER: grace_s + TO_A_CHECKPOINT_S + GRACE_S + SLACK_S, WEB: WEB_LEAVES_S + SLACK_S}
        self._leaving: dict[int, Leaver] = {}
        self.over = False
        self.violations: list[Violation] = []

    @property
    def under_way(self) -> int:
        """How many have been told to leave and have not gone."""
        return len(self._leaving)

    def start(self) -> None:
        """Let the first one come."""
        self._hands.after(self._random.uniform(*EVERY_S), self._next)

    def _next(self) -> None:
        """Begin a newer process beside the one that has been there longest."""
        old = next((pid for pid, life in self._hands.alive.items() if self._may_leave(life)), None)
        if self.over:
            return
        if old is None:
            self._hands.after(LOOKS_EVERY_S, self._next)
            return
        newer = self._hands.begin(self._hands.alive[old].module)
        self._tell(old, newer, time.time() + READY_WITHIN_S)

    def _may_leave(self, life: Life) -> bool:
        return life.spared and life.has_settled and not life.leaving

    def _tell(self, old: int, newer: int, until: float) -> None:
        """Tell the older one to leave, once the newer one has settled."""
        life, other = self._hands.alive.get(old), self._hands.alive.get(newer)
        if self.over:
            return
        if life is None or other is None:  # somebody did not come up, or left unasked
            self._hands.after(LOOKS_EVERY_S, self._next)
            return
        if not other.has_settled and time.time() < until:
            self._hands.after(LOOKS_EVERY_S, lambda: self._tell(old, newer, until))
            return
        worker = self._worker(old) if life.module == WORKER else None
        life.leaving = True
        self._leaving[old] = Leaver(life, time.time(), worker, self._hands.outages())
        self._tally.events[f"deployed: {_short(life)}"] += 1
        self._hands.note(f"told {old} to leave: {newer} is there")
        self._hands.send(old, signal.SIGTERM)
        self._hands.after(self._within_s[life.module], lambda: self._is_gone(old))

    def _is_gone(self, pid: int) -> None:
        leaver = self._leaving.get(pid)
        if leaver is not None:
            self._blame(leaver, "does not leave", f"{pid}, {self._within_s[leaver.life.module]:.0f} s after SIGTERM")
            self._hands.send(pid, signal.SIGUSR1)  # it says where its threads are
            self._hands.send(pid, signal.SIGKILL)

    def ended(self, pid: int, code: int) -> None:
        """A process did. Of one that was told to leave: how long that took, and what it has left behind."""
        leaver = self._leaving.pop(pid, None)
        if leaver is None:
            return
        self._tally.leaves_s[_short(leaver.life)].append(time.time() - leaver.since)
        if code not in FINE[leaver.life.module] and code != -signal.SIGKILL and not _had_not_begun(leaver, code):
            self._blame(leaver, "left badly", f"{pid} with exit code {code}")
        for held in self._held(leaver):
            self._blame(leaver, "left with its hands full", f"{pid} holds {held}")
        if not self.over:
            self._hands.after(self._random.uniform(*EVERY_S), self._next)

    def _blame(self, leaver: Leaver, kind: str, evidence: str) -> None:
        """Not for what an outage of the database kept it from: an odd number says that it is away."""
        if leaver.outages == self._hands.outages() and leaver.outages % 2 == 0:
            self.violations.append(Violation(kind, f"the {_short(leaver.life)}", evidence))
        self._hands.note(f"{kind}: {evidence}")

    def _worker(self, pid: int) -> str | None:
        found = self._ask(ID, label=f"{socket.gethostname()}:{pid}")
        return found[0] if found else None

    def _held(self, leaver: Leaver) -> list[str]:
        return self._ask(HOLDS, worker=leaver.worker) if leaver.worker else []

    def _ask(self, query: str, **values: str) -> list[str]:
        try:
            with self._database.read() as session:
                return list(session.connection().execute(text(query), values).scalars())
        except (DBAPIError, StopWork):  # an outage has come in between
            return []


def _short(life: Life) -> str:
    return "worker" if life.module == WORKER else "web"


def _had_not_begun(leaver: Leaver, code: int) -> bool:
    """Whether a worker still waited for its database: it listens to no signal yet, and has nothing to put down."""
    return code == -signal.SIGTERM and leaver.life.module == WORKER and leaver.worker is None
