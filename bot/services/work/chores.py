"""What one worker at a time does beside the messages, in short transactions with pauses between them, so that whoever
answers people is never kept waiting. Any worker takes a chore over when its holder dies."""

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from sqlmodel import Session

from bot.dao import alerts
from bot.dao.database import Database
from bot.dao.work import chores
from bot.errors import DatabaseAway, ProviderError, StopWork, StorageError

LEASE_S = 120.0  # longer than any step; a holder that dies is replaced after as long
AGAIN_S = 300.0  # after a failure
GAVE_WAY_S = 10.0  # after a transaction that the database has ended, so that others could go on
PAUSE_S = 0.2
GAP_S = 7 * 86_400.0  # overdue by more: nothing ran here for long, or the clock is wrong
DELETIONS = "retention"  # the chore that is put off for longest where the clock may be wrong …
DELETIONS_EVERY_S = 3600.0  # … and else done so often
FAILED = "chore_failed"  # the kind of the alert …
TOLD_AGAIN = timedelta(days=1)
MOST_TOLD = 20  # … of which one turn raises so many

log = logging.getLogger(__name__)


class ChoreEnded(Exception):
    """The process leaves, or another worker has taken the chore over: stop here."""


EVERYBODYS = (ChoreEnded, StopWork, StorageError, ProviderError)  # what fails so is no fault of one row


def has_surely_come(session: Session, moment: datetime) -> bool:
    """Whether a moment has come by the database's clock, and by that clock nothing is put off: for what cannot be taken
    back beside the chores."""
    now, due = chores.clock_and_due(session, DELETIONS)
    is_put_off = due > now + DELETIONS_EVERY_S + chores.SLACK_S or 0 < due < now - GAP_S
    return moment.timestamp() <= now and not is_put_off


@dataclass(slots=True)
class Turn:
    """One worker's turn at a chore. `now` is the database's time when it began: a worker whose clock is wrong throws
    nothing away. `position` is where it stands, kept with every step."""

    database: Database
    name: str
    holder: str
    position: str
    now: datetime
    stopping: threading.Event
    pause_s: float = PAUSE_S
    done: dict[str, int] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)  # what was left undone; operators are told

    @contextmanager
    def step(self) -> Iterator[Session]:
        """One short transaction, and a pause behind it. Raises ChoreEnded when this chore is not ours any more."""
        if self.stopping.is_set():
            raise ChoreEnded(self.name)
        with self.database.write() as session:
            yield session
            if not chores.keep(session, self.name, self.holder, LEASE_S, self.position):
                raise ChoreEnded(self.name)
        self.stopping.wait(self.pause_s)

    def alone(self, what: str, act: Callable[[], object]) -> bool:
        """Do something about one row, `what` names it, over which our own code may fail: that keeps nothing behind it
        from being done. Whether it went well. Raises EVERYBODYS."""
        try:
            act()
        except EVERYBODYS:
            raise
        except Exception:
            log.exception("%s: %s is left undone", self.name, what)
            self.failed.append(what)
            return False
        return True

    def count(self, what: str, number: int) -> None:
        """Tell at the end how many of what there were."""
        if number:
            self.done[what] = self.done.get(what, 0) + number


@dataclass(frozen=True, slots=True)
class Chore:
    """Done every `every_s` seconds by one of all workers. What cannot be taken back has `unsure_s`: so long it is put
    off when it is overdue by more than GAP_S. A machine that has lost its clock may wake years ahead, and is set right
    a moment later."""

    name: str
    every_s: float
    act: Callable[[Turn], None]
    unsure_s: float = 0.0

    @property
    def longest_s(self) -> float:
        """How long it waits at the most."""
        return max(self.every_s, self.unsure_s, AGAIN_S)


class Chores:
    """`tick` is called every so often in every worker; it does what is due and nobody does."""

    def __init__(
        self,
        database: Database,
        worker_id: str,
        table: Sequence[Chore],
        told: Callable[[str, int], None] = lambda _what, _number: None,
    ) -> None:
        self._database, self._worker_id, self._told = database, worker_id, told
        self._table = {chore.name: chore for chore in table}
        self._stopping = threading.Event()
        self._known = False
        self._in_doubt: set[str] = set()  # which an outage has left in our hands, for all we know

    def stop(self) -> None:
        """Begin nothing more, and end what is under way after its current step."""
        self._stopping.set()

    def tick(self) -> None:
        """Do what is due."""
        if not self._known:
            with self._database.write() as session:
                chores.ensure(session, self._table)
            self._known = True
        if self._in_doubt:
            with self._database.write() as session:
                chores.give_back(session, self._in_doubt, self._worker_id)
            self._in_doubt.clear()
        with self._database.read() as session:
            due = chores.due(session, {name: chore.longest_s for name, chore in self._table.items()}, LEASE_S)
        for name in due:
            if not self._stopping.is_set():
                try:
                    self._take(self._table[name])
                except DatabaseAway:
                    self._in_doubt.add(name)
                    raise

    def _take(self, chore: Chore) -> None:
        with self._database.write() as session:
            claimed = chores.claim(session, chore.name, self._worker_id, chore.longest_s, LEASE_S)
        if claimed is None:
            return
        now = datetime.fromtimestamp(claimed.now, UTC)
        turn = Turn(self._database, chore.name, self._worker_id, claimed.position, now, self._stopping)
        due_in_s = AGAIN_S
        try:
            due_in_s = self._act(chore, turn, overdue_s=claimed.now - claimed.was_due if claimed.was_due else 0.0)
        except ChoreEnded:
            due_in_s = 0.0
        except DatabaseAway:  # if it is away still, giving the chore up raises it too
            due_in_s = GAVE_WAY_S
        except (StorageError, ProviderError) as error:
            log.warning("%s is tried again later: %s", chore.name, error)
        except Exception:
            log.exception("%s failed", chore.name)
            turn.failed.append("all that was left")
        finally:
            self._tell(turn)
        with self._database.write() as session:
            chores.leave(session, chore.name, self._worker_id, due_in_s, turn.position)
            _alert(session, turn)

    def _act(self, chore: Chore, turn: Turn, overdue_s: float) -> float:
        """Returns in how many seconds it is due again."""
        if chore.unsure_s and overdue_s > GAP_S:
            log.warning("%s waits: by this clock nothing was done here for %.0f days", chore.name, overdue_s / 86_400)
            return chore.unsure_s
        chore.act(turn)
        return chore.every_s

    def _tell(self, turn: Turn) -> None:
        """How many, never what."""
        if turn.done:
            log.info("%s: %s", turn.name, ", ".join(f"{what} {number}" for what, number in sorted(turn.done.items())))
        for what, number in turn.done.items():
            self._told(what, number)


def _alert(session: Session, turn: Turn) -> None:
    """Operators are told what was left undone: of each row once a day, however often it is tried."""
    for what in turn.failed[:MOST_TOLD]:
        detail = f"{turn.name}: {what}"
        if not alerts.is_recent(session, FAILED, detail, turn.now - TOLD_AGAIN):
            alerts.add(session, FAILED, detail)
