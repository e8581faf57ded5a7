"""What a turn's messages call for by themselves: opt-out › command › text and what came along. Pure.

Whether a text answers an open question or is for the agent is decided by bot.conversation.texts."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from bot.models import InboundMessage
from bot.reading.commands.arguments import AnyText
from bot.reading.commands.keywords import opt_keyword, wants_to_stop
from bot.reading.commands.paid_words import complains_of_payment
from bot.reading.commands.paying_words import asks_to_pay_by
from bot.reading.commands.vocabulary import Invocation, Vocabulary
from bot.reading.incoming.priority import WRITTEN, Priority
from bot.reading.wishes.human_wish import wants_a_person
from bot.reading.wishes.letting_go import lets_go
from bot.services.attachments import entries
from bot.services.attachments.entries import NotRead, comes_along
from bot.text.safe import safe_text

OUR_PRESS = re.compile(r"i[0-9]{1,18}:[0-9]{1,3}")  # i<interaction>:<index>


@dataclass(frozen=True, slots=True)
class OptOut:
    """The person wants nothing more. Silent when the provider has answered already."""

    answered: bool


@dataclass(frozen=True, slots=True)
class OptIn:
    """The person wants messages again."""

    answered: bool


@dataclass(frozen=True, slots=True)
class Helped:
    """The provider has answered a word for help already, in the words of whoever runs the service."""


@dataclass(frozen=True, slots=True)
class SpokenStop:
    """Somebody has said that they want nothing more, or to stop here: they may have been heard wrong."""


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing to read at all."""


@dataclass(frozen=True, slots=True)
class Attached:
    """What came along: a line each for the model; and what was not read."""

    notes: tuple[str, ...] = ()
    refused: tuple[NotRead, ...] = ()
    is_read: bool = False  # something of it was


NOTHING = Attached()


@dataclass(frozen=True, slots=True)
class Text:
    """Something to read; no words at all where something else was sent. `pressed` is the id of our button or list entry
    that was chosen, if one was; a press of anything else (a template's button, an advertisement's) counts as its text.
    `is_press`: it was not typed; `is_spoken`: nor that."""

    text: str
    pressed: str = ""
    is_press: bool = False
    attached: Attached = NOTHING
    is_spoken: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """Only things that are not read."""

    refused: tuple[NotRead, ...]


Step = OptOut | OptIn | Helped | SpokenStop | Invocation | Empty | Refused | Text


def is_fragment(message: InboundMessage, vocabulary: Vocabulary, service: str) -> bool:
    """What may be a piece of something longer: plain text, or what is sent with it."""
    may_be = message.kind == "text" or comes_along(message)
    called = _called_for([message], vocabulary, service) if may_be else None
    return may_be and not isinstance(called, OptOut | OptIn | Helped | Invocation)


def route(messages: Sequence[InboundMessage], vocabulary: Vocabulary, service: str) -> Step:
    """The step for the messages of one turn, to a service of this name."""
    called = _called_for(messages, vocabulary, service)
    if called is not None:
        return called
    pressed = _pressed(messages[0])
    written = as_text(messages, pressed)
    if pressed or written.text or written.attached.is_read:
        return written
    return Refused(written.attached.refused) if written.attached.refused else Empty()


def _called_for(
    messages: Sequence[InboundMessage], vocabulary: Vocabulary, service: str
) -> OptOut | OptIn | Helped | SpokenStop | Invocation | None:
    """What messages call for whatever else they say; None for nothing."""
    first = messages[0]
    keyword = _keyword(first, service)
    if keyword:
        answered = bool(first.details.get("opt_out_type"))
        return OptOut(answered) if keyword == "stop" else OptIn(answered)
    if _told(first) == "HELP" and first.priority != Priority.DISTRESS:
        return Helped()
    if _is_spoken_stop(first, service):
        return SpokenStop()
    if _pressed(first):  # « Aide » may be an option too
        return None
    typed = "" if entries.is_only_named(first) else first.body
    return vocabulary.read(typed) or _in_plain_words(messages, typed, service)


def _pressed(message: InboundMessage) -> str:
    """Which button or list entry of ours was chosen; empty for none."""
    pressed = str(message.details.get("button_payload") or message.details.get("list_id") or "")
    return pressed if OUR_PRESS.fullmatch(pressed) else ""


def as_text(messages: Sequence[InboundMessage], pressed: str = "") -> Text:
    """The words of a turn and what came along, whatever they call for."""
    text = safe_text("\n".join(map(entries.written, messages))).strip()
    attached, is_press = attached_to(messages), messages[0].kind == "button"
    return Text(text if has_words(text) else "", pressed, is_press, attached, entries.is_spoken(messages))


def attached_to(messages: Sequence[InboundMessage]) -> Attached:
    """What came along with the messages of a turn."""
    refused, notes = entries.refusals(messages), entries.notes(messages)
    return Attached(notes, refused, entries.is_anything_read(messages))


def has_words(text: str) -> bool:
    """Whether there is anything to read: a letter or digit of any script, a picture character, or a question mark."""
    return re.search(r"[\w?？؟]", text) is not None or any(unicodedata.category(c) in ("So", "Sm") for c in text)


def _told(message: InboundMessage) -> str:
    """What Twilio has read in it, and answered: STOP, START, HELP or nothing."""
    return str(message.details.get("opt_out_type") or "").upper()


def _keyword(message: InboundMessage, service: str) -> str | None:
    told = _told(message)
    if told in ("STOP", "START"):
        return told.lower()
    is_written = message.kind in WRITTEN and not entries.is_spoken([message])
    return opt_keyword(message.body, message.channel, service) if is_written else None


def _is_spoken_stop(message: InboundMessage, service: str) -> bool:
    if not entries.is_spoken([message]):
        return False
    return opt_keyword(message.body, message.channel, service) == "stop" or wants_to_stop(message.body, service)


def _in_plain_words(messages: Sequence[InboundMessage], typed: str, service: str) -> Invocation | None:
    """A command nobody calls by its name: somebody wants to stop, wants a person, misses what they paid for, or
    asks to pay. Below a photo, such as one of a receipt, nothing is stopped by it: that may be said of what is on
    it."""
    first = messages[0]
    is_said = first.kind == "text" or entries.is_spoken([first])
    if not (is_said or comes_along(first)):
        return None
    if is_said and wants_to_stop(typed, service):
        return Invocation("stop")
    if first.kind == "text" and lets_go(typed, service):
        return Invocation("let_go")
    if len(messages) == 1 and wants_a_person(typed):
        return Invocation("human")
    if complains_of_payment(typed):
        return Invocation("payment", AnyText(typed))
    return Invocation("buy", AnyText(typed)) if asks_to_pay_by(typed) else None
