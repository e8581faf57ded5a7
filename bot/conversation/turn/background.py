"""Works on one run in the background: claims its lease, goes on from its checkpoint, writes down its end.

May be called at any time, by anybody, any number of times: the claim decides who works, the epoch who may write."""

import contextlib
import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.config import Settings
from bot.conversation import unbegun
from bot.conversation.exchange import Exchange
from bot.conversation.people import Person, spoken_to
from bot.conversation.turn.runner import TurnRunner
from bot.dao.database import Database
from bot.dao.work import background_runs
from bot.errors import Interrupted, LeaseLost, ShuttingDown, StopWork
from bot.isolation.haste import in_no_hurry
from bot.models import Run
from bot.queue.wake import WakeQueue
from bot.services.background.holds import RunHolds
from bot.services.work import machine
from bot.services.work.leases import RunLease, claim_run
from bot.services.work.shutdown import Shutdown
from bot.types import Language, Mode, known

MOST_LIVES = 3  # in a row that leave no step behind, as of a message in the inbox

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BackgroundWork:
    """Everything that working on background runs needs. One instance a process."""

    database: Database
    settings: Settings
    clock: Clock
    turns: TurnRunner
    exchange: Exchange
    wake: WakeQueue
    shutdown: Shutdown
    holds: RunHolds
    worker_id: str

    def work(self, run_id: int) -> None:
        """Go on with a run, unless another living worker is at it, it has ended, or may not begin yet."""
        if self.shutdown.is_asked():
            return
        with self.holds.enter(run_id) as is_free:
            lease = self._claim(run_id) if is_free else None
            if lease is not None:
                begun = self._go_on(lease)
                self.wake.wake("deliver", lease.conversation_id)
                for other in begun:
                    self.wake.wake("work", other)

    def _claim(self, run_id: int) -> RunLease | None:
        return claim_run(self.database, run_id, self.worker_id, self.settings.worker_lost_after_s)

    def _go_on(self, lease: RunLease) -> Sequence[int]:
        """Returns the runs that may begin in its place."""
        try:
            run = self._count_life(lease)
            with self._ending(lease, run):
                person = self._person(run)
                if run.lives > MOST_LIVES and person.user_id == run.user_id:  # else nobody here is to read of it
                    return self.turns.give_up(lease, person, (), run)
            with machine.needed(), in_no_hurry():
                return self.turns.execute(lease, person, (), run)
        except LeaseLost:
            log.warning("a ghost stops", extra={"run": lease.run_id, "epoch": lease.epoch})
        except Interrupted:
            raise  # given back when the database is there again: see `holds`
        except ShuttingDown:
            lease.release()
            self.wake.wake("work", lease.run_id)
        except BaseException:
            lease.release()  # the sweeper brings it back; after MOST_LIVES without a step the person is told
            raise
        return ()

    def _count_life(self, lease: RunLease) -> Run:
        """In a transaction of its own: what fails behind it must not take the count along."""
        with lease.write() as session:
            return background_runs.count_life(session, lease.run_id, self.clock.now())

    @contextlib.contextmanager
    def _ending(self, lease: RunLease, run: Run) -> Iterator[None]:
        """What cannot even be given up has an end all the same."""
        try:
            yield
        except StopWork:
            raise
        except Exception:
            if run.lives > MOST_LIVES:
                with lease.write() as session:
                    unbegun.give_up_run(session, self.exchange.desk, run, self.clock.now())
            raise

    def _person(self, run: Run) -> Person:
        """Who it is for now: as they were when they asked, whatever they chose since."""
        with self.database.read() as session:
            person = self.exchange.who(session, run.conversation_id, (), self.clock.now())
        if person.user_id is not None:
            person = replace(person, mode=known(Mode, run.mode, Mode.STUDENT))
        return spoken_to(person, known(Language, run.language, Language.FR))
