"""Drains one conversation: claims its lane, answers what waits there in order, gives the lane back.

May be called at any time, by anybody, any number of times: the claim decides who works, the epoch who may write.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.clock import Clock
from bot.config import Settings
from bot.conversation.commands import PRIORITY
from bot.conversation.exchange import Ask, Exchange
from bot.conversation.fragments import Ready, WaitFor, next_turn
from bot.conversation.people import Person, person
from bot.conversation.router import Command, OptOut, is_fragment, route
from bot.conversation.talk import Desk, Talk
from bot.conversation.turn import TurnRunner
from bot.dao import conversations, parts, runs
from bot.dao.database import Database
from bot.errors import InsufficientCredits, LaneLost, ShuttingDown
from bot.models import InboundMessage, Run
from bot.queue.wake import WakeQueue
from bot.services import lanes
from bot.services.departure import Departure
from bot.services.lanes import Lane

MOST_LIVES = 5
YIELD_AFTER_S = 1.0  # a conversation that took longer than this goes to the back of the queue

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Taken:
    """What a turn is about: its messages, their person, and the run an earlier life began, if any."""

    messages: tuple[InboundMessage, ...]
    person: Person
    run: Run | None


@dataclass(frozen=True, slots=True)
class Inbox:
    """Everything draining needs. One instance a process."""

    database: Database
    settings: Settings
    clock: Clock
    turns: TurnRunner
    desk: Desk
    exchange: Exchange
    prepare: Mapping[str, Callable[[Person], object]]  # by command: what is too slow for a transaction
    wake: WakeQueue
    departure: Departure
    worker_id: str

    def drain(self, conversation_id: str) -> None:
        """Answer what waits in a conversation, unless another living worker is at it."""
        if self.departure.is_asked():
            return
        lane = lanes.claim(self.database, conversation_id, self.worker_id, self.settings.worker_lost_after_s)
        if lane is None:
            self._answer_urgent(conversation_id)
            return
        try:
            self._drain(lane)
        except LaneLost:
            log.warning("a ghost stops", extra={"conversation": conversation_id, "epoch": lane.epoch})
        except ShuttingDown:
            lane.release()
        except BaseException:
            lane.release()  # the sweeper brings it back; after MOST_LIVES tries the person is told
            raise

    def _drain(self, lane: Lane) -> None:
        since = self.clock.monotonic()
        while True:
            step = self._take(lane)
            if isinstance(step, WaitFor):
                self.clock.wait(step.seconds)
                continue
            if step is None:
                if lane.release_if_idle():
                    return
                continue
            self._handle(lane, step)
            self.wake.wake("deliver", lane.conversation_id)
            if self.departure.is_asked() or self.clock.monotonic() - since > YIELD_AFTER_S:
                if not lane.release_if_idle():
                    lane.release()
                    self.wake.wake("drain", lane.conversation_id)
                return

    def _take(self, lane: Lane) -> Taken | WaitFor | None:
        """Choose the next turn and count this life of it, in one transaction."""
        with lane.write() as session:
            waiting = conversations.waiting(session, lane.conversation_id)
            if not waiting:
                return None
            run = runs.running(session, lane.conversation_id)
            chosen = self._chosen(waiting, run)
            if isinstance(chosen, WaitFor):
                return chosen
            conversations.count_life(session, chosen)
            if run is not None:
                run.lives = chosen[0].attempts
            return Taken(chosen, self._person(session, lane, chosen), run)

    def _chosen(self, waiting: Sequence[InboundMessage], run: Run | None) -> tuple[InboundMessage, ...] | WaitFor:
        if run is not None:
            return tuple(message for message in waiting if message.run_id == run.id)
        step = next_turn(waiting, self.clock.now(), self.settings.fragment_window_s, is_fragment)
        return step.messages if isinstance(step, Ready) else step

    def _person(self, session: Session, lane: Lane, messages: Sequence[InboundMessage]) -> Person:
        text = " ".join(message.body for message in messages)
        now = self.clock.now()
        found = person(session, lane.conversation_id, text, self.settings.default_language, now)
        found.address.last_inbound_at = now
        if found.user is not None and found.signed_in:
            found.user.last_seen_at = now
        found.address.language = found.language
        found.address.profile_name = str(messages[-1].details.get("profile_name") or found.address.profile_name)[:256]
        parts.release_held(session, found.address.value, now)
        session.flush()
        return found

    def _handle(self, lane: Lane, taken: Taken) -> None:
        if taken.messages[0].attempts > MOST_LIVES:
            self.turns.give_up(lane, taken.person, taken.messages, taken.run)
            return
        run = taken.run or self._begun(lane, taken)
        if run is not None:
            self.turns.execute(lane, taken.person, taken.messages, run)

    def _begun(self, lane: Lane, taken: Taken) -> Run | None:
        """Answer, or begin the run for the agent, in one transaction; None when everything is said."""
        step = route(taken.messages)
        prepared = None
        if isinstance(step, Command) and step.name in self.prepare:
            prepared = self.prepare[step.name](taken.person)
        with lane.write() as session:
            if not conversations.are_waiting(session, taken.messages):
                return None
            talk = self._talk(session, lane.conversation_id, taken.messages)
            talk.prepared = prepared
            ask = self.exchange.handle(talk, step)
            run = self._begin(talk, ask) if ask else None
        for later in talk.later:
            later()
        if run is not None:  # what was said already, such as a verdict, does not wait for the agent
            self.wake.wake("deliver", lane.conversation_id)
        return run

    def _begin(self, talk: Talk, ask: Ask) -> Run | None:
        try:
            with talk.session.begin_nested():
                return self.turns.begin(talk.session, talk.person, talk.messages, ask.text, free=ask.free)
        except InsufficientCredits:
            self.exchange.no_credits(talk)
            return None

    def _answer_urgent(self, conversation_id: str) -> None:
        """Another worker or thread is at it: what acts at once is answered beside it."""
        with self.database.read() as session:
            waiting = conversations.waiting(session, conversation_id)
        for message in waiting:
            step = route([message])
            if not (isinstance(step, OptOut) or (isinstance(step, Command) and step.name in PRIORITY)):
                continue
            with self.database.write() as session:
                if not conversations.take_urgent(session, message.id or 0, self.clock.now()):
                    continue
                self.exchange.handle(self._talk(session, conversation_id, [message]), step)
            self.wake.wake("deliver", conversation_id)

    def _talk(self, session: Session, conversation_id: str, messages: Sequence[InboundMessage]) -> Talk:
        now = self.clock.now()
        text = " ".join(message.body for message in messages)
        who = person(session, conversation_id, text, self.settings.default_language, now)
        return Talk(self.desk, session, who, messages, now)
