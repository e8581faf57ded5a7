"""Small vocabulary that every layer shares: channels, modes, languages, outcomes. No behaviour with I/O."""

from collections.abc import Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, TypeVar, overload

JSON = Any  # a value that json.dumps accepts
Message = dict[str, Any]  # one chat message in the OpenAI wire form


class Channel(StrEnum):
    """The channels that Twilio carries. A channel is a name; what it can do is asked of bot.capabilities."""

    WHATSAPP = "whatsapp"
    SMS = "sms"


EMAIL = "email"  # the channel of e-mails: nobody writes to us there


class Mode(StrEnum):
    """What kind of help a person signed up for; a guest has not chosen yet."""

    GUEST = "guest"
    STUDENT = "student"
    PRO = "pro"


class Level(StrEnum):
    """Where a student is at school."""

    PRIMARY = "primary"
    MIDDLE = "middle"  # collège
    HIGH = "high"  # lycée
    UNIVERSITY = "university"


class Language(StrEnum):
    """Languages the bot itself speaks."""

    FR = "fr"
    EN = "en"


class StopReason(StrEnum):
    """Why a run of the agent ended. Always recorded."""

    DONE_SIGNAL = "done_signal"
    CONFIDENCE_THRESHOLD = "confidence_threshold"
    MAX_ITERATIONS = "max_iterations"
    BUDGET_EXHAUSTED = "budget_exhausted"
    DEADLINE = "deadline"
    CANCELLED = "cancelled"
    AWAITING_USER = "awaiting_user"
    ERROR = "error"


class Background(StrEnum):
    """How a run stands to working in the background; none: nobody has thought of it."""

    NONE = ""
    OFFERED = "offered"  # the person was asked
    WAITING = "waiting"  # for one of theirs to end
    WORKING = "working"
    WISHED = "wished"  # the person asked for it while it was at work in the lane
    DECLINED = "declined"  # it is answered in the lane


class EntryKind(StrEnum):
    """What a change of a balance is for."""

    WELCOME = "welcome"
    GRANT = "grant"  # an operator's or administrator's gift
    PURCHASE = "purchase"
    TURN = "turn"
    TOOL = "tool"
    SEGMENTS = "segments"  # of an SMS, beyond the first of an answer; megabytes of files
    BONUS = "bonus"
    REFUND = "refund"
    ADJUSTMENT = "adjustment"  # what an administrator takes
    MERGE = "merge"  # two users became one


Word = TypeVar("Word", bound=StrEnum)


@overload
def known(words: type[Word], stored: str | None) -> Word | None: ...


@overload
def known(words: type[Word], stored: str | None, otherwise: Word) -> Word: ...


def known(words: type[Word], stored: str | None, otherwise: Word | None = None) -> Word | None:
    """One of our words as a row has it; `otherwise` where there is none, or one that only a newer release knows: when
    that was taken back its rows are still there, and whose they are is answered all the same."""
    try:
        return words(stored) if stored else otherwise
    except ValueError:
        return otherwise


def known_fields(kind: type[Any], stored: Mapping[str, Any]) -> dict[str, Any]:
    """What a dataclass has fields for, of a value that this release, or the one before or after it, has stored: what it
    does not know it leaves alone."""
    names = {field.name for field in fields(kind)}
    return {name: value for name, value in stored.items() if name in names}


def mask(address: str) -> str:
    """An address for logs: everything but the last four characters hidden."""
    prefix, _, value = address.rpartition(":")
    shown = value[-4:] if len(value) > 4 else ""
    return f"{prefix}{':' if prefix else ''}…{shown}"
