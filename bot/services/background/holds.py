"""Which runs in the background the threads of this process are at. What the database calls ours and none of them is at
was left behind by an outage, and is given back, as lanes are (bot.services.work.holds)."""

import contextlib
import logging
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bot.dao.database import Database
from bot.dao.work import background_runs, run_leases
from bot.errors import GaveWay, Interrupted

log = logging.getLogger(__name__)


@dataclass(slots=True)
class RunHolds:
    """Entered before a claim can commit, left when the thread is done, whatever happens."""

    database: Database
    worker_id: str
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _here: set[int] = field(default_factory=set)
    _interrupted: set[int] = field(default_factory=set)  # whose life the outage has cost

    @contextlib.contextmanager
    def enter(self, run_id: int) -> Iterator[bool]:
        """Be at a run for as long as the block lasts. False: another thread of this process is."""
        with self._lock:
            is_free = run_id not in self._here
            self._here.add(run_id)
        try:
            yield is_free
        except Interrupted:
            with self._lock:
                self._interrupted.add(run_id)
            raise
        finally:
            if is_free:
                with self._lock:
                    self._here.discard(run_id)

    def lay_down_all(self) -> None:
        """Leave to other workers what this process holds still as it ends, which costs no life. Raises DatabaseAway."""
        with self.database.read() as session:
            ours = run_leases.leases_of(session, self.worker_id)
        for run_id, epoch in ours:
            with self.database.write() as session:
                if run_leases.release(session, run_id, epoch):
                    background_runs.give_life_back(session, run_id)

    def give_back(self) -> Sequence[int]:
        """Give back the runs that are ours in the database and no thread's here; returns them. Raises DatabaseAway."""
        with self.database.read() as session:  # before the threads are asked: see bot.services.work.holds
            ours = run_leases.leases_of(session, self.worker_id)
        with self._lock:
            left = [(run_id, epoch) for run_id, epoch in ours if run_id not in self._here]
        return [run_id for run_id, epoch in left if self._give_back(run_id, epoch)]

    def _give_back(self, run_id: int, epoch: int) -> bool:
        """False: its thread did so itself between the two looks, or it is locked and is given back next time."""
        try:
            with self.database.write() as session:
                is_left = run_leases.release(session, run_id, epoch)
                if is_left and run_id in self._interrupted:
                    background_runs.give_life_back(session, run_id)
        except GaveWay:
            return False
        self._interrupted.discard(run_id)
        if is_left:
            log.warning("a run left behind was given back", extra={"run": run_id, "epoch": epoch})
        return is_left
