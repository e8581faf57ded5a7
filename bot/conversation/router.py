"""What a turn's messages call for by themselves: opt-out › command › text › what we cannot read. Pure.

Whether a text answers an open question or is for the agent is decided by bot.conversation.texts."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from bot.models import InboundMessage
from bot.reading.commands import Invocation, Vocabulary
from bot.reading.human_wish import wants_a_person
from bot.reading.keywords import opt_keyword, wants_to_stop
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
class Unreadable:
    """Nothing we can read: `what` is image, audio, video, document, location, contact, other or empty."""

    what: str


@dataclass(frozen=True, slots=True)
class Text:
    """Something to read. `pressed` is the id of our button or list entry that was chosen, if one was; a press of
    anything else (a template's button, an advertisement's) counts as its text. `is_press`: it was not typed."""

    text: str
    pressed: str = ""
    is_press: bool = False


Step = OptOut | OptIn | Invocation | Unreadable | Text


def is_fragment(message: InboundMessage, vocabulary: Vocabulary) -> bool:
    """Plain text that may be a piece of something longer."""
    return message.kind == "text" and not isinstance(route([message], vocabulary), OptOut | OptIn | Invocation)


def route(messages: Sequence[InboundMessage], vocabulary: Vocabulary) -> Step:
    """The step for the messages of one turn."""
    first = messages[0]
    keyword = _keyword(first)
    if keyword:
        answered = bool(first.details.get("opt_out_type"))
        return OptOut(answered) if keyword == "stop" else OptIn(answered)
    pressed = str(first.details.get("button_payload") or first.details.get("list_id") or "")
    if not OUR_PRESS.fullmatch(pressed):
        pressed = ""
    invocation = vocabulary.read(first.body) or _in_plain_words(messages)
    if invocation and not pressed:  # « Aide » may be an option too
        return invocation
    text = safe_text("\n".join(message.body.strip() for message in messages)).strip()
    if pressed or (text and has_words(text)):
        return Text(text, pressed, first.kind == "button")
    return Unreadable(_what(first))


def has_words(text: str) -> bool:
    """Whether there is anything to read: a letter or digit of any script, a picture character, or a question mark."""
    return re.search(r"[\w?？؟]", text) is not None or any(unicodedata.category(c) in ("So", "Sm") for c in text)


def _keyword(message: InboundMessage) -> str | None:
    told = str(message.details.get("opt_out_type") or "").upper()
    if told in ("STOP", "START"):
        return told.lower()
    return opt_keyword(message.body, message.channel) if message.kind == "text" else None


def _in_plain_words(messages: Sequence[InboundMessage]) -> Invocation | None:
    """A command nobody calls by its name: somebody wants to stop, or wants a person."""
    first = messages[0]
    if first.kind != "text":
        return None
    if wants_to_stop(first.body, first.channel):
        return Invocation("stop")
    return Invocation("human") if len(messages) == 1 and wants_a_person(first.body) else None


def _what(message: InboundMessage) -> str:
    if message.kind in ("location", "contact"):
        return message.kind
    if message.kind != "media":
        return "empty"
    family = str(message.details.get("content_type", "")).partition("/")[0]
    return {"image": "image", "audio": "audio", "video": "video", "application": "document", "text": "document"}.get(
        family, "other"
    )
