"""Decides what a turn's messages get: an answer at once, or the agent. One fenced transaction, whatever it is."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, assert_never

from bot.channels.markup import to_plain
from bot.conversation import care
from bot.conversation.commands import urgent
from bot.conversation.dialogues.menus import open_menu
from bot.conversation.dialogues.opting import opt
from bot.conversation.router import Command, OptIn, OptOut, Step, Text, Unreadable
from bot.conversation.talk import Talk
from bot.conversation.turn.reply import welcome
from bot.dao import contexts, conversations, interactions, runs
from bot.i18n.catalogue import say, scope
from bot.models import PendingInteraction
from bot.reading.puzzled import is_puzzled
from bot.services.approval.questions import Decision
from bot.services.limits.refusals import may_say
from bot.types import Mode

NOTE_MARK_TYPED = re.compile(r"\[\s*(quiz|permission)\s*\]", re.IGNORECASE)
POLITE = ("command", "unreadable")  # outcomes after which a newcomer is told whom they talk to


@dataclass(frozen=True, slots=True)
class Ask:
    """The agent is to answer this. `free`: it continues something that was paid for. `decision`: it begins with what
    the person has allowed."""

    text: str
    free: bool = False
    decision: Decision | None = None


class Handler(Protocol):
    """Reads the answers to one kind of interaction."""

    def answer(self, talk: Talk, interaction: PendingInteraction, reply: str) -> bool:
        """True: dealt with. False: not an answer; the question stays open and the agent gets the text."""

    def labels(self, talk: Talk, interaction: PendingInteraction) -> Sequence[str]:
        """The options as they were offered to be tapped; none where an answer must be typed."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """`acts` are the commands by name, `handlers` the kinds of interaction, `is_old_code` recognises a code that was
    sent in this conversation and must never reach the model."""

    acts: Mapping[str, Callable[[Talk], None]]
    handlers: Mapping[str, Handler]
    is_old_code: Callable[[Talk, str], bool]

    def handle(self, talk: Talk, step: Step) -> Ask | None:
        """Answer, or say what the agent is asked. None: everything is said and the messages are closed."""
        outcome = self._outcome(talk, step)
        if isinstance(outcome, Ask):
            return outcome
        if outcome in POLITE:
            welcome(talk.session, talk.person, talk.outbox, talk.desk.settings)
        conversations.close_inbound(talk.session, talk.messages, outcome, talk.now)
        return None

    def _outcome(self, talk: Talk, step: Step) -> Ask | str:
        """What became of the messages, in one word, or what the agent is asked."""
        if talk.person.address.opted_out_at is not None and not isinstance(step, OptIn):
            return "opted_out"
        if isinstance(step, Text) and care.is_marked(talk.messages):
            return self._in_distress(talk, step.text)
        match step:
            case OptOut(answered=answered) | OptIn(answered=answered):
                return opt(talk, out=isinstance(step, OptOut), answered=answered)
            case Command(name=name):
                self.acts[name](talk)
                return "command"
            case Unreadable(what=what):
                self._unreadable(talk, what)
                return "unreadable"
            case Text():
                return self._text(talk, step)
            case _:
                assert_never(step)

    def no_credits(self, talk: Talk) -> None:
        """The balance does not cover a turn."""
        balance = talk.person.user.credits if talk.person.user else 0
        if may_say(talk.person.address, "no_credits", talk.now):
            talk.say("no_credits", balance=balance, contact=talk.desk.settings.human_contact)
        conversations.close_inbound(talk.session, talk.messages, "no_credits", talk.now)

    def _text(self, talk: Talk, step: Text) -> Ask | str:
        text = step.text
        opened = interactions.current(talk.session, talk.person.conversation.id, talk.now)
        labels = self.handlers[opened.kind].labels(talk, opened) if opened is not None and step.is_press else ()
        reply = _reply(step, opened, labels)
        if reply is None:
            talk.say("menu_stale_press")
            return "stale_press"
        if opened is not None and self.handlers[opened.kind].answer(talk, opened, reply):
            return "interaction" if talk.continue_with is None else Ask(talk.continue_with, True, talk.decision)
        if self.is_old_code(talk, text):
            talk.say("old_code")
            return "old_code"
        if is_puzzled(text):
            if not _has_been_answered(talk):
                talk.say("what_is_unclear")
                return "unclear"
            text = say(talk.person.language, "not_understood")  # by itself, a « ? » says too little to a small model
        if care.is_free(talk):
            return Ask(_typed(text), free=True)
        return Ask(_typed(text)) if self._allowed(talk) else "allowance_used"

    def _in_distress(self, talk: Talk, text: str) -> Ask | str:
        """They were answered at once. The agent may answer too, whatever is open here and whatever is left to pay."""
        if self.is_old_code(talk, text) or not care.is_free(talk):
            return "cared"
        return Ask(_typed(text), free=True)

    def _allowed(self, talk: Talk) -> bool:
        """Count a guest's message against today's allowance; when it is used up, invite to sign in."""
        if talk.person.mode != Mode.GUEST:
            return True
        address, limit = talk.person.address, talk.desk.settings.guest_daily_messages
        today = talk.now.astimezone().date().isoformat()
        if address.guest_day != today:
            address.guest_day, address.guest_messages = today, 0
        address.guest_messages += len(talk.messages)
        if address.guest_messages <= limit:
            return True
        if may_say(address, "allowance", talk.now):
            talk.say("guest_allowance_used", limit=limit, contact=talk.desk.settings.human_contact)
        return False

    def _unreadable(self, talk: Talk, what: str) -> None:
        if not may_say(talk.person.address, "unreadable", talk.now):
            return
        if what == "empty":
            talk.say("empty_message")
        else:
            talk.say("media_unsupported", what=say(talk.person.language, f"what_{what}"))


def _has_been_answered(talk: Talk) -> bool:
    """Whether the agent has said anything in this conversation, since its last beginning, to whoever is talking."""
    key, user_id = talk.person.conversation.id, talk.person.user_id
    return bool(runs.transcript(talk.session, key, user_id, contexts.of(talk.session, key, user_id).context_from))


def _typed(text: str) -> str:
    """What a person wrote, unable to pass for a note of the service's own."""
    return NOTE_MARK_TYPED.sub(lambda mark: f"({mark[1].capitalize()})", text)


def _reply(step: Text, opened: PendingInteraction | None, labels: Sequence[str]) -> str | None:
    """What was answered: the text, without a line said twice; or the option a button stands for, as its number.

    A button carries `i<interaction>:<index>`. One that carries something else is known by its text, the label to the
    letter: « 3 » may be the second option. None: the press belongs to a question that is no longer open.
    """
    if not step.pressed:
        shown = [" ".join(to_plain(label).split()) for label in labels]
        if shown.count(said := " ".join(step.text.split())) == 1:
            return str(shown.index(said) + 1)
        return "\n".join(dict.fromkeys(line.strip() for line in step.text.splitlines()))
    name, _, index = step.pressed.partition(":")
    return str(int(index) + 1) if opened is not None and name == f"i{opened.id}" else None


def standard_acts(others: Mapping[str, Callable[[Talk], None]]) -> dict[str, Callable[[Talk], None]]:
    """The commands that need nothing of their own, and the others."""
    return {
        "help": _help,
        "new": _new,
        "mode": lambda talk: _signed_in_menu(talk, "mode"),
        "language": lambda talk: open_menu(talk, "language"),
        "logout": _logout,
        "status": urgent.status,
        "cancel": urgent.cancel,
        "stop": urgent.stop,
        **others,
    }


def _help(talk: Talk) -> None:
    settings = talk.desk.settings
    key = "help_guest" if talk.person.mode == Mode.GUEST else "help"
    purpose = scope(settings.service_scope, talk.person.language)
    talk.say(key, service=settings.service_name, scope=purpose, contact=settings.human_contact)


def _new(talk: Talk) -> None:
    key = talk.person.conversation.id
    contexts.forget(talk.session, key, talk.person.user_id, runs.last_transcript_id(talk.session, key))
    opened = interactions.current(talk.session, key, talk.now)
    if opened is not None:
        interactions.claim(talk.session, opened.id, "cancelled", talk.now)
    talk.say("new_conversation")


def _signed_in_menu(talk: Talk, name: str) -> None:
    if talk.person.mode == Mode.GUEST:
        talk.say("mode_needs_sign_in")
    else:
        open_menu(talk, name)


def _logout(talk: Talk) -> None:
    if talk.person.mode == Mode.GUEST:
        talk.say("not_logged_in")
    else:
        open_menu(talk, "logout")
