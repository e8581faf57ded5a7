"""The right to write for a run: a lease of its conversation (a lane) or of the run itself, checked by every write.
Whoever is given one does not care which it is."""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session

from bot.dao.database import Database
from bot.dao.work import run_leases


@dataclass(frozen=True, slots=True)
class Lease(ABC):
    """A claim, with its number. It is never renewed: it holds while its worker's heartbeat is fresh, and ends when
    somebody claims with a higher number."""

    conversation_id: str
    epoch: int
    database: Database

    @abstractmethod
    def fence(self, session: Session) -> None:
        """Begin a write: nobody else writes in the conversation until it is committed. Raises LeaseLost, before
        anything is written, when this worker is a ghost."""

    @abstractmethod
    def is_held(self) -> bool:
        """Whether the claim stands at this moment; only `fence` can say that it stands while something is written."""

    @abstractmethod
    def release(self) -> None:
        """Give it back as it is."""

    @abstractmethod
    def ends(self, session: Session) -> None:
        """What it was claimed for ends with this fenced write: give it back with it, if nothing else waits."""

    @contextlib.contextmanager
    def write(self) -> Iterator[Session]:
        """A fenced transaction. Raises LeaseLost."""
        with self.database.write() as session:
            self.fence(session)
            yield session


@dataclass(frozen=True, slots=True)
class RunLease(Lease):
    """One run in the background, claimed by this worker. Its conversation's lane is free for others."""

    run_id: int

    def fence(self, session: Session) -> None:
        run_leases.fence(session, self.run_id, self.epoch)

    def is_held(self) -> bool:
        with self.database.read() as session:
            return run_leases.is_held(session, self.run_id, self.epoch)

    def release(self) -> None:
        with self.database.write() as session:
            run_leases.release(session, self.run_id, self.epoch)

    def ends(self, session: Session) -> None:
        """Nobody claims a run that has ended."""


def claim_run(database: Database, run_id: int, worker_id: str, lost_after_s: float) -> RunLease | None:
    """Take a run in the background; None while another living worker holds it, and for a run that has ended or that
    its conversation's lane holds."""
    with database.write() as session:
        claimed = run_leases.claim(session, run_id, worker_id, lost_after_s)
    return RunLease(claimed[0], claimed[1], database, run_id) if claimed else None
