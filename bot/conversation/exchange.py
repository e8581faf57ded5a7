"""Decides what a turn's messages get: an answer at once, or the agent. `prepare` does what is slow, outside any
transaction; `handle` does all the rest in one fenced transaction."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import assert_never

from sqlmodel import Session

from bot.conversation import allowance, care, texts, unread
from bot.conversation.all_the_same import take_along
from bot.conversation.brought import note_refused, say_kept, with_kept
from bot.conversation.command import Act, Command, Request
from bot.conversation.dialogues.opting import opt
from bot.conversation.dialogues.purchases import put_again
from bot.conversation.echo import echo
from bot.conversation.gate import wants_back
from bot.conversation.outcomes import Ask, Came, Closed, Done, Ending, NotMeant
from bot.conversation.people import Person, person
from bot.conversation.router import Empty, Helped, OptIn, OptOut, Refused, SpokenStop, Text, as_text, is_fragment, route
from bot.conversation.talk import Desk, Talk
from bot.conversation.turn.handing_over import lack
from bot.conversation.turn.welcoming import welcome
from bot.dao.database import Database
from bot.dao.money import ledger
from bot.errors import StorageError
from bot.models import InboundMessage
from bot.reading.commands.vocabulary import Invocation, Vocabulary
from bot.refusals import AttachmentRefusal
from bot.services.attachments.entries import NotRead
from bot.services.limits.refusals import begin_anew_if_credited, may_say, may_say_of_outage
from bot.services.money.cost_guards import Refusal
from bot.services.privacy import erase

# Endings after which a newcomer is told whom they talk to.
POLITE = (Ending.COMMAND, Ending.UNREADABLE, Ending.UNCLEAR, Ending.ALLOWANCE_USED, Ending.OPTED_IN)
# Commands that leave a question, whatever can be chosen there.
LEAVING = ("cancel", "stop", "let_go")
Response = Callable[[Talk], Came]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Answers whatever needs no agent. `commands` are those there are, by name, and
    `vocabulary` how they are said. One instance a process."""

    desk: Desk
    database: Database
    commands: Mapping[str, Command]
    vocabulary: Vocabulary

    def who(self, session: Session, key: str, messages: Sequence[InboundMessage], now: datetime) -> Person:
        """Who wrote these messages."""
        text = " ".join(message.body for message in messages)
        return person(session, key, text, self.desk.settings.default_language, now, self.vocabulary)

    def is_fragment(self, message: InboundMessage) -> bool:
        """Whether a message may be a piece of something longer."""
        return is_fragment(message, self.vocabulary, self.desk.settings.service_name)

    def prepare(self, who: Person, messages: Sequence[InboundMessage]) -> Response:
        """Do the slow half of what messages call for, outside any transaction; the result is for `handle`."""
        match step := route(messages, self.vocabulary, self.desk.settings.service_name):
            case OptIn(answered=answered):
                return partial(_opt, out=False, answered=answered)
            case OptOut(answered=answered):
                return partial(_listening, partial(_opt, out=True, answered=answered))
            case Invocation(name=name, argument=argument):
                act = self.commands[name].prepare(Request(self.desk, self.database, who, argument))
                return partial(_listening, partial(_obey, name, act))
            case Helped():
                return partial(_listening, _helped)
            case SpokenStop():
                return partial(_listening, _spoken_stop)
            case Refused(refused=refused):
                return partial(_listening, partial(_refuse, refused))
            case Empty():
                return partial(_listening, _empty)
            case Text():
                return partial(_listening, partial(_read, step))
            case _:
                assert_never(step)

    def handle(self, talk: Talk, response: Response) -> Came:
        """Answer and close the messages, or say what the agent is asked. In the transaction that takes them up."""
        came = response(talk)
        match came:
            case Closed(ending=ending):
                if ending in POLITE and not talk.silent and not _was_in_distress(talk):
                    welcome(talk.session, talk.person, talk.outbox, talk.desk.settings)
                talk.close(ending)
            case Ask():
                return with_kept(talk, came)
            case _:
                assert_never(came)
        return came

    def no_credits(self, talk: Talk, ask: Ask) -> Closed:
        """Close messages whose turn, or background work, the balance does not cover. An open list of packs is put
        again."""
        talk.keep_question()
        user, balance = talk.user, 0
        if user is not None:
            balance = user.credits
            begin_anew_if_credited(talk.address, ledger.newest_gain(talk.session, user.id))
        if ask.background:
            talk.tell(lack(talk.desk.settings, talk.person.mode, talk.person.language, balance))
        elif not put_again(talk) and may_say(talk.address, "no_credits", talk.now):
            settings = talk.desk.settings
            can_buy = settings.payment_provider is not None
            talk.say("no_credits", balance=balance, can_buy=can_buy, contact=settings.human_contact)
        talk.close(Ending.NO_CREDITS)
        return Closed(Ending.NO_CREDITS)

    def not_served(self, talk: Talk, refusal: Refusal) -> Closed:
        """Close messages whose turn would cost too much, or whose model is away. Said once a day, and once an
        outage."""
        talk.keep_question()
        allowance.give_back(talk.session, talk.person, talk.messages, talk.now)
        if refusal.why == "outage":
            is_new = may_say_of_outage(talk.address, refusal.outage)
        else:
            is_new = may_say(talk.address, f"spent_{refusal.why}", talk.now)
        if is_new:
            talk.say(f"not_served_{refusal.why}", contact=talk.desk.settings.human_contact)
        talk.close(Ending.NOT_SERVED)
        return Closed(Ending.NOT_SERVED)

    def finish(self, came: Came) -> None:
        """Remove the bytes of erased files, once their rows' end is committed. Never raises for a store that is away:
        the orphan sweep removes them later."""
        if isinstance(came, Closed) and came.erased:
            try:
                erase.remove_bytes(self.database, self.desk.store, came.erased)
            except StorageError as error:
                log.warning("bytes of erased files are left to the sweep", extra={"error": str(error)})


def _was_in_distress(talk: Talk) -> bool:
    return care.stays(talk.session, talk.person.conversation_id, talk.person.user_id, talk.now)


def _listening(response: Response, talk: Talk) -> Came:
    """Whoever opted out is answered nothing until they opt in."""
    if talk.address.opted_out_at is not None:
        return _opt(talk, out=False, answered=False) if wants_back(talk) else Closed(Ending.OPTED_OUT)
    echo(talk)
    return response(talk)


def _opt(talk: Talk, *, out: bool, answered: bool) -> Came:
    ending = opt(talk, out=out, answered=answered)
    if ending == Ending.OPTED_IN:
        say_kept(talk)
    return Closed(ending)


def _helped(_talk: Talk) -> Came:
    return Closed(Ending.HELPED)


def _spoken_stop(talk: Talk) -> Came:
    """A voice alone stops nothing."""
    talk.say("voice_stop", service=talk.desk.settings.service_name)
    return Closed(Ending.COMMAND)


def _obey(name: str, act: Act, talk: Talk) -> Came:
    written = as_text(talk.messages)
    if name not in LEAVING and texts.names_an_option(talk, written):
        return _read(written, talk)
    match acted := act(talk):
        case Done(erased=erased, payments=payments, begun=begun):
            _say_not_read(talk, written)
            say_kept(talk)
            return Closed(Ending.COMMAND, erased, payments, begun)
        case Ask():
            _say_not_read(talk, written)
            return texts.asked(talk, written, acted)
        case NotMeant():
            return _read(written, talk)
        case _:
            assert_never(acted)


def _read(step: Text, talk: Talk) -> Came:
    step = take_along(talk, step)
    _say_not_read(talk, step)
    return texts.read(talk, step)


def _say_not_read(talk: Talk, step: Text) -> None:
    if _is_over_allowance(step.attached.refused):
        allowance.refuse(talk)
    unread.tell(talk, [one for one in step.attached.refused if one.reason != AttachmentRefusal.OVER_ALLOWANCE])


def _is_over_allowance(refused: Sequence[NotRead]) -> bool:
    return any(one.reason == AttachmentRefusal.OVER_ALLOWANCE for one in refused)


def _refuse(refused: Sequence[NotRead], talk: Talk) -> Came:
    if _is_over_allowance(refused):
        return allowance.refuse(talk)
    if may_say(talk.address, "unreadable", talk.now):
        unread.tell(talk, refused)
    note_refused(talk)
    return Closed(Ending.UNREADABLE)


def _empty(talk: Talk) -> Came:
    if may_say(talk.address, "unreadable", talk.now):
        talk.say("empty_message")
    return Closed(Ending.UNREADABLE)
