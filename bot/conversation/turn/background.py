"""Works on one run in the background: claims its lease, goes on from its checkpoint, writes down its end.

May be called at any time, by anybody, any number of times: the claim decides who works, the epoch who may write."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.config import Settings
from bot.conversation.exchange import Exchange
from bot.conversation.people import Person, spoken_to
from bot.conversation.turn.runner import TurnRunner
from bot.dao.database import Database
from bot.dao.work import background_runs
from bot.errors import Interrupted, LeaseLost, ShuttingDown
from bot.isolation.haste import in_no_hurry
from bot.models import Run
from bot.queue.wake import WakeQueue
from bot.services.background.holds import RunHolds
from bot.services.work import machine
from bot.services.work.leases import RunLease, claim_run
from bot.services.work.shutdown import Shutdown
from bot.types import Language, Mode

MOST_LIVES = 3  # in a row that leave no step behind, as of a message in the inbox

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BackgroundWork:
    """Everything it needs. One instance a process."""

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
            person, run = self._take(lease)
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

    def _take(self, lease: RunLease) -> tuple[Person, Run]:
        """Count this life, and see who it is for now: as they were when they asked, whatever they chose since."""
        now = self.clock.now()
        with lease.write() as session:
            run = background_runs.count_life(session, lease.run_id, now)
            person = self.exchange.who(session, run.conversation_id, (), now)
        if person.user_id is not None:
            person = replace(person, mode=Mode(run.mode))
        return spoken_to(person, Language(run.language)), run
