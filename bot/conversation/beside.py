"""What is answered beside the lane, while somebody else is at it: who is in distress, and what acts at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from bot.clock import Clock
from bot.conversation import care
from bot.conversation.exchange import Exchange
from bot.conversation.gate import Admission, admit, was_admitted
from bot.conversation.outcomes import Closed
from bot.conversation.talk import Talk
from bot.dao import conversations, inbound
from bot.dao.database import Database
from bot.models import InboundMessage
from bot.queue.wake import WakeQueue
from bot.reading.priority import ACTS_AT_ONCE, Priority

# In this order: START takes STOP back, and what was written behind it is answered.
PASSES: Final = (Priority.STOP, Priority.START, *(mark for mark in ACTS_AT_ONCE if mark != Priority.STOP))
WAITS_FOR_NO_LANE: Final = (Priority.DISTRESS, *PASSES)


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

    def care(self, session: Session, conversation_id: str, waiting: Sequence[InboundMessage]) -> bool:
        """Answer whoever is in distress among what waits; they are still taken up in their turn."""
        if len(waiting) >= inbound.AT_ONCE and inbound.any_marked(session, conversation_id):
            found = inbound.first_marked(session, conversation_id, Priority.DISTRESS)
            waiting = [found] if found is not None and found not in waiting else waiting
        return care.attend(waiting, lambda message: self.talk(session, conversation_id, [message]))

    def _care_beside(self, conversation_id: str) -> bool:
        with self.database.write() as session:
            conversations.lock(session, conversation_id)
            newest = inbound.newest(session, conversation_id, care.PIECES)
            far = inbound.first_marked(session, conversation_id, Priority.DISTRESS)
            waiting = [far, *newest] if far is not None and far not in newest else newest
            return self.care(session, conversation_id, waiting)

    def _act(self, conversation_id: str, message: InboundMessage) -> bool:
        with self.database.read() as session:
            who = self.exchange.who(session, conversation_id, [message], self.clock.now())
        response = self.exchange.prepare(who, [message])
        with self.database.write() as session:
            conversations.lock(session, conversation_id)  # its sender's limits are counted by one at a time
            if not conversations.take_urgent(session, message.id, self.clock.now(), who.user_id):
                return False
            talk = self.talk(session, conversation_id, [message])
            admission = Admission.WHOLE if was_admitted(message) else admit(talk)
            begun: Sequence[int] = ()
            if admission != Admission.NONE:
                talk.silent = admission == Admission.SILENT
                came = self.exchange.handle(talk, response)
                begun = came.begun if isinstance(came, Closed) else ()
        for run_id in begun:
            self.wake.wake("work", run_id)
        return True

    def talk(self, session: Session, key: str, messages: Sequence[InboundMessage], *, silent: bool = False) -> Talk:
        now = self.clock.now()
        return Talk(self.exchange.desk, session, self.exchange.who(session, key, messages, now), messages, now, silent)
