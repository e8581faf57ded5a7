"""Drains one conversation: claims its lane, answers what waits there in order, gives the lane back.

May be called at any time, by anybody, any number of times: the claim decides who works, the epoch who may write.
The loop is `Inbox._drain`; which step comes next is decided by `bot.conversation.taking`.
"""

import contextlib
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bot.clock import Clock
from bot.config import Settings
from bot.conversation import unbegun
from bot.conversation.beginning import begin
from bot.conversation.beside import Beside
from bot.conversation.choosing import Step, TakeIn, Taken
from bot.conversation.exchange import Exchange
from bot.conversation.fragments import WaitFor
from bot.conversation.outcomes import Ask, Closed
from bot.conversation.taking import MOST_LIVES, Taking
from bot.conversation.turn.manner import is_in_background
from bot.conversation.turn.runner import TurnRunner
from bot.conversation.urgent_way import LeftToTurns, is_for_turns
from bot.dao import conversations
from bot.dao.database import Database
from bot.dao.delivery import parts
from bot.errors import InsufficientCredits, Interrupted, LeaseLost, ShuttingDown, StopWork
from bot.models import Run
from bot.queue.wake import WakeQueue
from bot.services.attachments.entries import is_spoken
from bot.services.attachments.intake import Intake, Sender
from bot.services.work import lanes, machine
from bot.services.work.holds import Hold, Holds
from bot.services.work.lanes import Lane
from bot.services.work.shutdown import Shutdown

YIELD_AFTER_S = 1.0  # a conversation that took longer than this goes to the back of the queue

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Inbox:
    """Everything draining needs. One instance a process."""

    database: Database
    settings: Settings
    clock: Clock
    turns: TurnRunner
    exchange: Exchange
    intake: Intake
    wake: WakeQueue
    shutdown: Shutdown
    holds: Holds
    worker_id: str

    def drain(self, conversation_id: str) -> bool:
        """Answer what waits in a conversation, unless another living worker is at it. True: the last
        reply is still to be delivered, and no job was queued for it."""
        if self.shutdown.is_asked():
            return False
        with self.turns.pace.computing(), self.holds.enter(conversation_id) as hold:
            if self.shutdown.is_asked():  # while this thread waited for its place
                self.wake.wake("drain", conversation_id)
                return False
            lane, step = self._claim(conversation_id, hold)
            if lane is not None:
                return self._work(lane, hold, step)
        return self.beside.answer(conversation_id)

    def hasten(self, conversation_id: str) -> bool:
        """Answer what needs no agent, past all the turns that wait: what acts at once, and the answer to an open
        question unless something stands in front of it. The rest is left to `drain`. Returns what `drain` does."""
        if self.shutdown.is_asked():
            return False
        try:
            with self.turns.pace.hurrying(), self.holds.enter(conversation_id) as hold:
                hold.is_urgent = True
                lane, step = self._claim(conversation_id, hold)
                if lane is not None:
                    return self._work(lane, hold, step)
        except LeftToTurns:
            self.wake.wake("drain", conversation_id)
            self.beside.answer(conversation_id)
            return True
        return self.beside.answer(conversation_id)

    @property
    def beside(self) -> Beside:
        """What answers beside the lane."""
        return Beside(self.database, self.clock, self.exchange, self.wake)

    @property
    def _taking(self) -> Taking:
        return Taking(self.settings, self.clock, self.turns, self.exchange, self.intake, self.beside)

    def _claim(self, conversation_id: str, hold: Hold) -> tuple[Lane | None, Step]:
        """Claim the lane and choose the first step, in one transaction. No lane: somebody else has it. Raises
        LeftToTurns."""
        lost_after_s = self.settings.worker_lost_after_s
        with self._counting_failures(conversation_id), self.database.write() as session:
            lane = lanes.claim(session, self.database, conversation_id, self.worker_id, lost_after_s)
            if lane is None:
                return None, None
            if not (hold.is_urgent and is_for_turns(session, conversation_id, self.clock.now())):
                hold.epoch = lane.epoch
                return lane, self._taking.choose(session, conversation_id, hold)
            conversations.release(session, conversation_id, lane.epoch)
        raise LeftToTurns

    @contextlib.contextmanager
    def _counting_failures(self, conversation_id: str) -> Iterator[None]:
        """Count a life when the block fails: it chooses a turn, or gives one up, so no turn is there to count it."""
        try:
            yield
        except (StopWork, LeftToTurns):
            raise
        except Exception:
            unbegun.count_life(self.database, self.exchange.desk, conversation_id, self.clock.now())
            raise

    def _work(self, lane: Lane, hold: Hold, step: Step) -> bool:
        try:
            with machine.needed():
                return self._drain(lane, hold, step)
        except LeaseLost:
            log.warning("a ghost stops", extra={"conversation": lane.conversation_id, "epoch": lane.epoch})
        except LeftToTurns:
            self.holds.lay_down(hold)
            raise
        except Interrupted:
            raise  # `holds` gives lane and life back when the database answers again
        except ShuttingDown:
            self.holds.lay_down(hold)
            self.wake.wake("drain", lane.conversation_id)  # so that nobody waits for the sweep
        except BaseException:
            self.holds.release(hold)  # the sweeper brings it back; after MOST_LIVES without a step the person is told
            raise
        return False

    def _drain(self, lane: Lane, hold: Hold, step: Step) -> bool:
        since = self.clock.monotonic()
        while True:
            if isinstance(step, WaitFor):
                with self.turns.pace.elsewhere():
                    self.clock.wait(step.seconds)
                step = self._take(lane, hold)
                continue
            if step is None:
                if lane.release_if_idle():
                    return False
                step = self._take(lane, hold)
                continue
            if isinstance(step, TakeIn):
                self._take_in(lane, step, hold)
                step = self._take(lane, hold)
                continue
            if isinstance(step, Taken):
                self._handle(lane, step)
            if lane.release_if_idle():
                return True
            self.wake.wake("deliver", lane.conversation_id)  # this reply does not wait for the next one
            if self.shutdown.is_asked() or self.clock.monotonic() - since > YIELD_AFTER_S:
                lane.release()
                self.wake.wake("drain", lane.conversation_id)
                return False
            step = self._take(lane, hold)

    def _take(self, lane: Lane, hold: Hold) -> Step:
        with self._counting_failures(lane.conversation_id), lane.write() as session:
            if hold.is_urgent and is_for_turns(session, lane.conversation_id, self.clock.now()):
                raise LeftToTurns
            return self._taking.choose(session, lane.conversation_id, hold)

    def _take_in(self, lane: Lane, step: TakeIn, hold: Hold) -> None:
        """Fetch and read attachments; the caller chooses the turn anew afterwards, since more messages may have come
        and a voice message may turn out to be a command. The turn starts with fresh lives: any it has cost so far went
        into reading the attachments."""
        person = step.person
        sender = Sender(person.conversation_id, person.user_id, person.language, person.mode, person.address)
        with self.turns.pace.elsewhere(), self.turns.presence.looking(lane, person.recipient, step.messages[-1]):
            self.intake.take_in(lane, sender, step.messages, self.shutdown.is_asked)
        if self.shutdown.is_asked():
            raise ShuttingDown
        with lane.write() as session:
            conversations.begin_first_life(session, step.messages)
        hold.looked_at = frozenset(message.id for message in step.messages)

    def _handle(self, lane: Lane, taken: Taken) -> None:
        if taken.messages[0].attempts > MOST_LIVES:
            with self._counting_failures(lane.conversation_id):
                self.turns.give_up(lane, taken.person, taken.messages, taken.run)
            return
        run = taken.run or self._begun(lane, taken)
        if run is not None and taken.is_urgent:
            raise LeftToTurns  # it has begun, and what could be said at once is said
        if run is not None:
            self._wake_background(self.turns.execute(lane, taken.person, taken.messages, run))
            if self.settings.model_speech is not None and is_spoken(taken.messages):
                self.wake.wake("speak", run.id)

    def _begun(self, lane: Lane, taken: Taken) -> Run | None:
        """Answer without the agent, or begin its run; None when nothing is left for the agent."""
        while True:
            with contextlib.suppress(InsufficientCredits):  # spent elsewhere in this very moment: looked at anew
                return self._begin(lane, taken)

    def _begin(self, lane: Lane, taken: Taken) -> Run | None:
        response = self.exchange.prepare(taken.person, taken.messages)
        with lane.write() as session:
            talk = self.beside.talk_of_lane(session, lane.conversation_id, taken.messages, silent=taken.silent)
            if talk is None:
                return None
            came = self.exchange.handle(talk, response)
            run = begin(self.exchange, self.turns, talk, came) if isinstance(came, Ask) else None
            is_said = run is not None and (taken.is_told or parts.were_written(session))
        self.exchange.finish(came)
        if isinstance(came, Closed):
            self.wake.wake_all("pay", [(payment,) for payment in came.payments])
            self._wake_background(came.begun)
        if run is not None and is_in_background(run):
            self._wake_background([run.id])
            return None
        if is_said and not taken.is_urgent:  # a verdict, for example, does not wait for the agent
            self.wake.wake("deliver", lane.conversation_id)
        return run

    def _wake_background(self, runs_begun: Iterable[int]) -> None:
        for run_id in runs_begun:
            self.wake.wake("work", run_id)
