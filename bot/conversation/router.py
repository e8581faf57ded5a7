"""What a turn's messages call for: opt-out › command › what we cannot read › the agent. Pure."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from bot.channels.keywords import opt_keyword
from bot.channels.safe import safe_text
from bot.models import InboundMessage
from bot.types import Channel

COMMANDS = {
    "aide": "help",
    "help": "help",
    "nouveau": "new",
    "new": "new",
}  # the words after the slash; the rest of the list comes with sign-in


@dataclass(frozen=True, slots=True)
class OptOut:
    """The person wants nothing more. Silent when the provider has answered already."""

    answered: bool


@dataclass(frozen=True, slots=True)
class OptIn:
    """The person wants messages again."""

    answered: bool


@dataclass(frozen=True, slots=True)
class Command:
    """One of the bot's own commands, by its English name."""

    name: str


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Nothing we can read: `what` is image, audio, video, document, location, contact, other or empty."""

    what: str


@dataclass(frozen=True, slots=True)
class AgentTurn:
    """A question for the agent. `ignored` says that an attachment beside the text was not read."""

    text: str
    ignored: bool


Step = OptOut | OptIn | Command | Unreadable | AgentTurn


def is_fragment(message: InboundMessage) -> bool:
    """Plain text that may be a piece of something longer."""
    return message.kind == "text" and not isinstance(route([message]), OptOut | OptIn | Command)


def route(messages: Sequence[InboundMessage]) -> Step:
    """The step for the messages of one turn."""
    first = messages[0]
    keyword = _keyword(first)
    if keyword:
        answered = bool(first.details.get("opt_out_type"))
        return OptOut(answered) if keyword == "stop" else OptIn(answered)
    command = command_in(first.body)
    if command:
        return Command(command)
    text = safe_text("\n".join(message.body.strip() for message in messages)).strip()
    if text and has_words(text):
        return AgentTurn(text, ignored=any(message.kind not in ("text", "button") for message in messages))
    return Unreadable(_what(first))


def command_in(body: str) -> str | None:
    """The command a message is, with or without its slash, whatever its case and accents."""
    word = unicodedata.normalize("NFKD", body.strip().lower())
    word = "".join(letter for letter in word if not unicodedata.combining(letter))
    return COMMANDS.get(word.removeprefix("/"))


def has_words(text: str) -> bool:
    """Whether there is anything to read: a letter or digit of any script, or a picture character."""
    return re.search(r"\w", text) is not None or any(unicodedata.category(c) in ("So", "Sm") for c in text)


def _keyword(message: InboundMessage) -> str | None:
    told = str(message.details.get("opt_out_type") or "").upper()
    if told in ("STOP", "START"):
        return told.lower()
    return opt_keyword(message.body, Channel(message.channel)) if message.kind == "text" else None


def _what(message: InboundMessage) -> str:
    if message.kind in ("location", "contact"):
        return message.kind
    if message.kind != "media":
        return "empty"
    family = str(message.details.get("content_type", "")).partition("/")[0]
    return {"image": "image", "audio": "audio", "video": "video", "application": "document", "text": "document"}.get(
        family, "other"
    )
