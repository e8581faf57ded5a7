"""What makes a message more than one of many: read once, when it comes in, so that it is found in a long queue and is
honoured when its sender has written too much. Pure, and cheap: it runs inside the webhook."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.reading.commands.keywords import opt_keyword
from bot.reading.commands.urgent_words import urgent_in
from bot.reading.distress.danger import read_distress
from bot.reading.replies.sign_in_answers import SHORT, Code, read_code
from bot.reading.wishes.human_wish import wants_a_person
from bot.reading.wishes.letting_go import lets_go


class Priority(StrEnum):
    """Why a message is not like others. The name stands in its row."""

    DISTRESS = "distress"  # somebody is in danger
    STOP = "stop"
    START = "start"
    CANCEL = "cancel"
    STATUS = "status"
    BACKGROUND = "background"  # what runs now is to go on there
    HUMAN = "human"  # wants a person
    LOGIN = "login"  # wants to sign in
    CODE = "code"  # may be a one-time code


ACTS_AT_ONCE: Final = (
    Priority.STOP,
    Priority.CANCEL,
    Priority.STATUS,
    Priority.BACKGROUND,
)  # even while a turn is running
WRITTEN: Final = ("text", "media")  # kinds of messages whose word opts out or in: below a photo it means the same
_COMMANDS: Final = {
    "cancel": Priority.CANCEL,
    "status": Priority.STATUS,
    "human": Priority.HUMAN,
    "background": Priority.BACKGROUND,
    "login": Priority.LOGIN,
}


@dataclass(frozen=True, slots=True)
class Words:
    """What a message says, as far as its priority depends on it. `kind` is the message's, or voice for what was spoken,
    which opts nobody out: it may have been heard wrong. `service` is what the service is called. `told` is what Twilio
    itself has read in it: STOP, START, HELP or nothing."""

    body: str
    kind: str
    channel: str
    told: str = ""
    service: str = ""


Reader = Callable[[Words], Priority | None]


def _distress(words: Words) -> Priority | None:
    """What a button says is ours or an advertiser's, not the person's own words."""
    written = words.kind in ("text", "media", "voice")
    return Priority.DISTRESS if written and read_distress(words.body) is not None else None


def _opt(words: Words) -> Priority | None:
    if words.told.upper() in ("STOP", "START"):
        return Priority(words.told.lower())
    keyword = opt_keyword(words.body, words.channel, words.service) if words.kind in WRITTEN else None
    return Priority(keyword) if keyword else None


def _command(words: Words) -> Priority | None:
    if len(words.body) > SHORT:
        return None
    if words.kind == "text" and lets_go(words.body, words.service):
        return Priority.CANCEL  # while a turn runs it is one; else it only asks, or is for the agent
    return _COMMANDS.get(urgent_in(words.body) or "")


def _wish(words: Words) -> Priority | None:
    return Priority.HUMAN if words.kind in ("text", "voice") and wants_a_person(words.body) else None


def _code(words: Words) -> Priority | None:
    is_code = len(words.body) <= SHORT and isinstance(read_code(words.body), Code)
    return Priority.CODE if is_code else None


# Asked in this order; the first that knows a message decides.
READERS: Final[tuple[Reader, ...]] = (_distress, _opt, _command, _wish, _code)


def priority_of(words: Words, readers: Sequence[Reader] = READERS) -> Priority | None:
    """The priority of a message; None for one of many."""
    return next((found for reader in readers if (found := reader(words)) is not None), None)
