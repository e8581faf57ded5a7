"""Drains one conversation: claims its lane, answers what waits there in order, gives the lane back.

May be called at any time, by anybody, any number of times: the claim decides who works, the epoch who may write.
"""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.clock import Clock
from bot.config import Settings
from bot.conversation.beginning import begin
from bot.conversation.beside import Beside
from bot.conversation.exchange import Exchange
from bot.conversation.fragments import Ready, WaitFor, next_turn
from bot.conversation.gate import Admission, admit
from bot.conversation.outcomes import Ask, Closed
from bot.conversation.people import Person, heard
from bot.conversation.talk import Talk
from bot.conversation.turn.manner import is_in_background
from bot.conversation.turn.runner import TurnRunner
from bot.dao import conversations, inbound, parts, run_leases, runs
from bot.dao.database import Database
from bot.errors import DatabaseAway, LeaseLost, ShuttingDown
from bot.models import InboundMessage, Run
from bot.queue.wake import WakeQueue
from bot.reading.priority import ACTS_AT_ONCE, Priority
from bot.services.work import lanes
from bot.services.work.holds import Hold, Holds
from bot.services.work.lanes import Lane
from bot.services.work.shutdown import Shutdown

MOST_LIVES = 3  # in a row that leave no step behind
YIELD_AFTER_S = 1.0  # a conversation that took longer than this goes to the back of the queue

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Taken:
    """What a turn is about: its messages, their person, and the run an earlier life began, if any."""

    messages: tuple[InboundMessage, ...]
    person: Person
    run: Run | None
    silent: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The messages were closed at the gate."""


@dataclass(frozen=True, slots=True)
class Inbox:
    """Everything draining needs. One instance a process."""

    database: Database
    settings: Settings
    clock: Clock
    turns: TurnRunner
    exchange: Exchange
    wake: WakeQueue
    shutdown: Shutdown
    holds: Holds
    worker_id: str

    def drain(self, conversation_id: str) -> bool:
        """Answer what waits in a conversation, unless another living worker is at it. True: what was said last is still
        to be delivered, which nobody was woken for."""
        if self.shutdown.is_asked():
            return False
        with self.holds.enter(conversation_id) as hold:
            lane = lanes.claim(self.database, conversation_id, self.worker_id, self.settings.worker_lost_after_s)
            if lane is not None:
                hold.epoch = lane.epoch
                return self._work(lane, hold)
        self.beside.answer(conversation_id)
        return False

    @property
    def beside(self) -> Beside:
        """What answers beside the lane."""
        return Beside(self.database, self.clock, self.exchange, self.wake)

    def _work(self, lane: Lane, hold: Hold) -> bool:
        try:
            return self._drain(lane, hold)
        except LeaseLost:
            log.warning("a ghost stops", extra={"conversation": lane.conversation_id, "epoch": lane.epoch})
        except DatabaseAway:
            raise  # who leaves so gives lane and life back when the database is there again: see `holds`
        except ShuttingDown:
            self.holds.lay_down(hold)
            self.wake.wake("drain", lane.conversation_id)  # nobody waits for a sweep
        except BaseException:
            self.holds.release(hold)  # the sweeper brings it back; after MOST_LIVES without a step the person is told
            raise
        return False

    def _drain(self, lane: Lane, hold: Hold) -> bool:
        since = self.clock.monotonic()
        while True:
            step = self._take(lane, hold)
            if isinstance(step, WaitFor):
                self.clock.wait(step.seconds)
                continue
            if step is None:
                if lane.release_if_idle():
                    return False
                continue
            if isinstance(step, Taken):
                self._handle(lane, step)
            if lane.release_if_idle():
                return True
            self.wake.wake("deliver", lane.conversation_id)  # it does not wait for what comes next
            if self.shutdown.is_asked() or self.clock.monotonic() - since > YIELD_AFTER_S:
                lane.release()
                self.wake.wake("drain", lane.conversation_id)
                return False

    def _take(self, lane: Lane, hold: Hold) -> Taken | WaitFor | Refused | None:
        """Choose the next turn, ask at the gate and count this life of it, in one transaction."""
        with lane.write() as session:
            waiting = inbound.waiting(session, lane.conversation_id)
            if not waiting:
                return None
            self.beside.care(session, lane.conversation_id, waiting)
            run = self._run(session, lane.conversation_id)
            chosen = self._chosen(session, waiting, run)
            if isinstance(chosen, WaitFor):
                return chosen
            person = self._person(session, lane, chosen)
            admission = Admission.WHOLE
            if chosen[0].attempts == 0:
                admission = admit(Talk(self.exchange.desk, session, person, chosen, self.clock.now()))
            parts.release_held(session, person.address, self.clock.now(), person.user_id)
            if admission == Admission.NONE:
                return Refused()
            if run is not None:
                run.lives += 1
                if run_leases.has_got_further(session, run):
                    conversations.begin_lives_anew(session, chosen)
            hold.takes(chosen)
            conversations.count_life(session, chosen)
            return Taken(chosen, person, run, silent=admission == Admission.SILENT)

    def _run(self, session: Session, conversation_id: str) -> Run | None:
        """The run to go on with, if any. One of which no message waits any more would stand in the way of all."""
        run = runs.direct(session, conversation_id)
        if run is None or inbound.of_run(session, run.id):
            return run
        log.error("a run without a message ends", extra={"run": run.id})
        self.turns.abandon(session, run, "no message")
        return None

    def _chosen(
        self, session: Session, waiting: Sequence[InboundMessage], run: Run | None
    ) -> tuple[InboundMessage, ...] | WaitFor:
        if run is not None:
            return tuple(inbound.of_run(session, run.id))
        stop = self._stop_among(session, waiting)
        if stop is not None:
            return (stop,)
        step = next_turn(waiting, self.clock.now(), self.settings.fragment_window_s, self.exchange.is_fragment)
        return step.messages if isinstance(step, Ready) else step

    def _person(self, session: Session, lane: Lane, messages: Sequence[InboundMessage]) -> Person:
        now = self.clock.now()
        found = self.exchange.who(session, lane.conversation_id, messages, now)
        return heard(session, found, str(messages[-1].details.get("profile_name") or ""), now)

    def _stop_among(self, session: Session, waiting: Sequence[InboundMessage]) -> InboundMessage | None:
        """The first STOP, which waits behind nothing; and in a long queue whatever else acts at once."""
        if len(waiting) < inbound.AT_ONCE:
            return next((message for message in waiting if message.priority == Priority.STOP), None)
        key = waiting[0].conversation_id
        marks = (*ACTS_AT_ONCE, Priority.DISTRESS)
        return next((found for mark in marks if (found := inbound.first_marked(session, key, mark))), None)

    def _handle(self, lane: Lane, taken: Taken) -> None:
        if taken.messages[0].attempts > MOST_LIVES:
            self.turns.give_up(lane, taken.person, taken.messages, taken.run)
            return
        run = taken.run or self._begun(lane, taken)
        if run is not None:
            self._wake_background(self.turns.execute(lane, taken.person, taken.messages, run))

    def _begun(self, lane: Lane, taken: Taken) -> Run | None:
        """Answer, or begin the run for the agent, in one transaction; None when everything is said."""
        response = self.exchange.prepare(taken.person, taken.messages)
        with lane.write() as session:
            if not conversations.are_waiting(session, taken.messages):
                return None
            talk = self.beside.talk(session, lane.conversation_id, taken.messages, silent=taken.silent)
            came = self.exchange.handle(talk, response)
            run = begin(self.exchange, self.turns, talk, came) if isinstance(came, Ask) else None
            is_said = run is not None and parts.any_waits(session, lane.conversation_id)
        self.exchange.finish(came)
        if isinstance(came, Closed):
            self.wake.wake_all("pay", [(payment,) for payment in came.payments])
            self._wake_background(came.begun)
        if run is not None and is_in_background(run):
            self._wake_background([run.id])
            return None
        if is_said:  # already, such as a verdict: it does not wait for the agent
            self.wake.wake("deliver", lane.conversation_id)
        return run

    def _wake_background(self, runs_begun: Iterable[int]) -> None:
        for run_id in runs_begun:
            self.wake.wake("work", run_id)
