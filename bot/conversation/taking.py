"""The next step of a drain: which messages are the next turn, whether the gate admits them, what they need first."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session

from bot.clock import Clock
from bot.config import Settings
from bot.conversation import allowance, choosing, gate
from bot.conversation.beside import Beside
from bot.conversation.choosing import Refused, Step, TakeIn, Taken
from bot.conversation.exchange import Exchange
from bot.conversation.fragments import WaitFor
from bot.conversation.gate import Admission
from bot.conversation.people import Person, heard
from bot.conversation.talk import Talk
from bot.conversation.turn.runner import TurnRunner
from bot.dao import conversations, inbound, standings
from bot.dao.delivery import held_parts, parts
from bot.dao.work import run_leases, runs
from bot.models import InboundMessage, Run
from bot.reading.incoming.priority import ACTS_AT_ONCE
from bot.refusals import AttachmentRefusal
from bot.services.attachments.entries import is_unread
from bot.services.attachments.intake import Intake
from bot.services.work.holds import Hold

MOST_LIVES = 3  # in a row that leave no step behind

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Taking:
    """Everything that choosing needs. Stateless: `Inbox` makes one whenever it asks."""

    settings: Settings
    clock: Clock
    turns: TurnRunner
    exchange: Exchange
    intake: Intake
    beside: Beside

    def choose(self, session: Session, key: str, hold: Hold) -> Step:
        """Choose the next turn, ask the gate and count this life of it. The caller commits this before anything is
        answered: a message that kills the worker must not take its count along."""
        waiting = choosing.waiting(session, key)
        if not waiting:
            return None
        stands = standings.of_lane(session, key)
        is_marked = self.beside.care(session, key, waiting, is_marked=stands.is_marked) or stands.is_marked
        run = self._run(session, key) if stands.has_run else None
        chosen = self._choice.of(session, waiting, run, is_marked=is_marked)
        if isinstance(chosen, WaitFor):
            return chosen
        person = self._person(session, key, chosen)
        admission = Admission.WHOLE
        if fresh := tuple(message for message in chosen if not gate.was_admitted(message)):
            admission = gate.admit(Talk(self.exchange.desk, session, person, fresh, self.clock.now()))
        is_told = stands.waits or parts.were_written(session)
        if stands.is_held:
            is_told |= held_parts.release(session, person.address, self.clock.now(), person.user_id)
        if admission == Admission.NONE:
            return Refused()
        gate.note_admitted(fresh)
        if run is not None:
            run.lives += 1
            if run_leases.has_got_further(session, run):
                conversations.begin_lives_anew(session, chosen)
        conversations.count_life(session, hold.takes(chosen))
        if chosen[0].priority not in ACTS_AT_ONCE and any(map(is_unread, chosen)):
            if (reason := self._unseen(session, person, chosen)) is None:
                return TakeIn(chosen, person)
            self.intake.keeping.refuse(session, chosen, reason)
        silent = admission == Admission.SILENT
        return Taken(chosen, person, run, silent=silent, is_told=is_told, is_urgent=hold.is_urgent)

    @property
    def _choice(self) -> choosing.Choice:
        return choosing.Choice(self.settings, self.clock, self.exchange.is_fragment)

    def _run(self, session: Session, conversation_id: str) -> Run | None:
        """The run to go on with, if any. One whose messages are all closed is ended: it would block the
        conversation."""
        run = runs.direct(session, conversation_id)
        if run is None or inbound.of_run(session, run.id):
            return run
        log.error("a run without a message ends", extra={"run": run.id})
        self.turns.abandon(session, run)
        return None

    def _person(self, session: Session, key: str, messages: Sequence[InboundMessage]) -> Person:
        now = self.clock.now()
        found = self.exchange.who(session, key, messages, now)
        return heard(session, found, str(messages[-1].details.get("profile_name") or ""), now)

    def _unseen(self, session: Session, person: Person, messages: Sequence[InboundMessage]) -> AttachmentRefusal | None:
        """Why attachments are refused without being read; None: they are to be read. Either reading them has cost too
        many lives (the turn that follows begins with fresh ones), or a guest's allowance for the day is used up."""
        if messages[0].attempts > MOST_LIVES:
            conversations.begin_first_life(session, messages)
            return AttachmentRefusal.CORRUPT
        talk = Talk(self.exchange.desk, session, person, messages, self.clock.now())
        return AttachmentRefusal.OVER_ALLOWANCE if allowance.is_used_up(talk) else None
