"""What is answered beside the lane, while somebody else is at it: who is in distress, and what acts at once."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from bot.clock import Clock
from bot.conversation import care
from bot.conversation.exchange import Exchange, Response
from bot.conversation.gate import Admission, admit, was_admitted
from bot.conversation.outcomes import Ask, Closed
from bot.conversation.talk import Talk
from bot.dao import conversations, inbound, standings
from bot.dao.database import Database
from bot.models import InboundMessage
from bot.queue.wake import WakeQueue
from bot.reading.incoming.priority import ACTS_AT_ONCE, Priority

# In this order: START takes STOP back, and what was written behind it is answered.
PASSES: Final = (Priority.STOP, Priority.START, *(mark for mark in ACTS_AT_ONCE if mark != Priority.STOP))
WAITS_FOR_NO_LANE: Final = (Priority.DISTRESS, *PASSES)


class _ForTheLane(Exception):
    """The agent is to answer, which works in the lane: nothing of this may stand."""


@dataclass(frozen=True, slots=True)
class Beside:
    """One instance a process."""

    database: Database
    clock: Clock
    exchange: Exchange
    wake: WakeQueue

    def answer(self, conversation_id: str) -> bool:
        """Answer what does not wait for the lane. True: what was said is still to be delivered, which nobody was woken
        for."""
        with self.database.read() as session:
            marked = [inbound.first_marked(session, conversation_id, mark) for mark in PASSES]
            waiting = inbound.newest(session, conversation_id, care.PIECES)
            far = inbound.first_marked(session, conversation_id, Priority.DISTRESS)
        said = bool((far or care.is_needed(waiting)) and self._care_beside(conversation_id))
        for message in marked:
            said |= message is not None and self._act(conversation_id, message)
        return said

    def care(
        self, session: Session, conversation_id: str, waiting: Sequence[InboundMessage], *, is_marked: bool = False
    ) -> bool:
        """Answer whoever is in distress among what waits; they are still taken up in their turn. `is_marked`: there is
        a message of some priority."""
        if is_marked and len(waiting) >= inbound.AT_ONCE:
            found = inbound.first_marked(session, conversation_id, Priority.DISTRESS)
            waiting = [found] if found is not None and found not in waiting else waiting
        waiting = care.with_what_came_before(session, waiting)
        return care.attend(waiting, lambda message: self.talk(session, conversation_id, [message]))

    def _care_beside(self, conversation_id: str) -> bool:
        with self.database.write() as session:
            conversations.lock(session, conversation_id)
            newest = inbound.newest(session, conversation_id, care.PIECES)
            far = inbound.first_marked(session, conversation_id, Priority.DISTRESS)
            waiting = [far, *newest] if far is not None and far not in newest else newest
            return self.care(session, conversation_id, waiting)

    def _act(self, conversation_id: str, message: InboundMessage) -> bool:
        """Answer one message that acts at once. False: somebody else has, or it is for the agent after all: « statut »
        may be the answer to a quiz, and is left to the lane as if nobody had looked."""
        with self.database.read() as session:
            who = self.exchange.who(session, conversation_id, [message], self.clock.now())
        response = self.exchange.prepare(who, [message])
        begun: Sequence[int] | None = None
        with contextlib.suppress(_ForTheLane), self.database.write() as session:
            conversations.lock(session, conversation_id)  # its sender's limits are counted by one at a time
            if not conversations.take_urgent(session, message.id, self.clock.now(), who.user_id):
                return False
            talk = self.talk(session, conversation_id, [message])
            admission = Admission.WHOLE if was_admitted(message) else admit(talk)
            talk.silent = admission == Admission.SILENT
            begun = self._begun_by(talk, response) if admission != Admission.NONE else ()
        for run_id in begun or ():
            self.wake.wake("work", run_id)
        return begun is not None

    def _begun_by(self, talk: Talk, response: Response) -> Sequence[int]:
        """What may begin in the background once it is answered."""
        match self.exchange.handle(talk, response):
            case Closed(begun=begun):
                return begun
            case Ask():
                raise _ForTheLane

    def talk_of_lane(
        self, session: Session, key: str, messages: Sequence[InboundMessage], *, silent: bool
    ) -> Talk | None:
        """The exchange over messages that a lane takes up; None when somebody has closed one of them meanwhile."""
        since = self.clock.now() - care.STAYS
        stands = standings.of_messages(session, key, messages, Priority.DISTRESS, since)
        if stands.is_closed:
            return None
        talk = self.talk(session, key, messages, silent=silent)
        talk.stands = stands
        return talk

    def talk(self, session: Session, key: str, messages: Sequence[InboundMessage], *, silent: bool = False) -> Talk:
        now = self.clock.now()
        return Talk(self.exchange.desk, session, self.exchange.who(session, key, messages, now), messages, now, silent)
