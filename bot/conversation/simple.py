"""Messages that need no agent: opt-out and opt-in, commands, what cannot be read, and the ends of an allowance."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from sqlmodel import Session

from bot.clock import Clock
from bot.config import Settings
from bot.conversation.people import Person
from bot.conversation.replies import welcome
from bot.conversation.router import AgentTurn, Command, OptIn, OptOut, Step, Unreadable
from bot.dao import addresses, conversations, parts, runs
from bot.i18n.catalogue import say
from bot.models import Address, InboundMessage
from bot.services.files import Links
from bot.services.lanes import Lane
from bot.services.outbox import Outbox
from bot.types import Mode


@dataclass(frozen=True, slots=True)
class SimpleAnswers:
    """Answers at once, in one transaction that closes the messages."""

    settings: Settings
    clock: Clock
    links: Links

    def answer(self, lane: Lane, person: Person, messages: Sequence[InboundMessage], step: Step) -> bool:
        """Answer a step that needs no agent. False: an agent is needed, nothing was written."""
        if person.address.opted_out_at is not None and not isinstance(step, OptIn):
            return self._close(lane, person, messages, "opted_out", None)
        match step:
            case AgentTurn():
                return self._allowance_used(lane, person, messages)
            case OptOut(answered=answered):
                return self._opt(lane, person, messages, out=True, answered=answered)
            case OptIn(answered=answered):
                return self._opt(lane, person, messages, out=False, answered=answered)
            case Command(name=name):
                return self._command(lane, person, messages, name)
            case Unreadable(what=what):
                return self._close(lane, person, messages, "unreadable", self._unreadable(person, what))
            case _:
                assert_never(step)

    def no_credits(self, lane: Lane, person: Person, messages: Sequence[InboundMessage]) -> None:
        """The balance does not cover a turn."""
        balance = person.user.credits if person.user else 0
        text = say(person.language, "no_credits", balance=balance, contact=self.settings.human_contact)
        self._close(lane, person, messages, "no_credits", text)

    def _unreadable(self, person: Person, what: str) -> str:
        if what == "empty":
            return say(person.language, "empty_message")
        return say(person.language, "media_unsupported", what=say(person.language, f"what_{what}"))

    def _command(self, lane: Lane, person: Person, messages: Sequence[InboundMessage], name: str) -> bool:
        if name == "new":
            with lane.write() as session:
                newest = runs.last_transcript_id(session, lane.conversation_id)
                conversations.forget_context(session, lane.conversation_id, newest)
                self._say(session, person, messages, say(person.language, "new_conversation"))
                self._done(session, messages, "command")
            return True
        text = say(
            person.language,
            "help",
            service=self.settings.service_name,
            scope=self.settings.service_scope,
            contact=self.settings.human_contact,
        )
        return self._close(lane, person, messages, "command", text)

    def _opt(
        self, lane: Lane, person: Person, messages: Sequence[InboundMessage], *, out: bool, answered: bool
    ) -> bool:
        """Nothing is sent to an opted-out address but the line that confirms it; silent if Twilio answered."""
        text = say(person.language, "opted_out" if out else "opted_in", service=self.settings.service_name)
        with lane.write() as session:
            now = self.clock.now()
            if out:
                parts.drop_pending(session, person.address.value, now)
            else:
                addresses.opt_in(session, person.address.value)
            if not answered:
                self._say(session, person, messages, text)
            if out:
                addresses.opt_out(session, person.address.value, now)
            self._done(session, messages, "opted_out" if out else "opted_in")
        return True

    def _allowance_used(self, lane: Lane, person: Person, messages: Sequence[InboundMessage]) -> bool:
        """Count a guest's message against today's allowance. True: it is used up, and the guest was told."""
        if person.mode != Mode.GUEST:
            return False
        today, limit = self.clock.now().astimezone().date().isoformat(), self.settings.guest_daily_messages
        with lane.write() as session:
            address = session.get_one(Address, person.address.id)
            if address.guest_day != today:
                address.guest_day, address.guest_messages = today, 0
            if messages[0].attempts == 1:  # a second life of the same messages is not counted again
                address.guest_messages += len(messages)
            if address.guest_messages <= limit:
                return False
            contact = self.settings.human_contact
            text = say(person.language, "guest_allowance_used", limit=limit, contact=contact)
            self._say(session, person, messages, text)
            self._done(session, messages, "allowance_used")
        return True

    def _close(
        self, lane: Lane, person: Person, messages: Sequence[InboundMessage], outcome: str, text: str | None
    ) -> bool:
        with lane.write() as session:
            if text is not None:
                self._say(session, person, messages, text)
            self._done(session, messages, outcome)
        return True

    def _say(self, session: Session, person: Person, messages: Sequence[InboundMessage], text: str) -> None:
        outbox = Outbox(session, person.recipient, self.links)
        outbox.text(f"in{messages[0].id}", text)
        welcome(session, person, outbox, self.settings)

    def _done(self, session: Session, messages: Sequence[InboundMessage], outcome: str) -> None:
        conversations.close_inbound(session, messages, outcome, self.clock.now())
