"""The small interface behind which every way out stands: send a part, find what became of it, read a refusal.

What a channel can carry is no matter of its transport (bot.capabilities). How to add one: docs/extending.md."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Protocol

from sqlmodel import Session

from bot.errors import PermanentError, ProviderError
from bot.models import OutboundPart, StoredFile


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A part in the moment it leaves. `body` is its text, also where the row has none because it is secret; `files` are
    what hangs on it."""

    part: OutboundPart
    body: str
    files: Sequence[StoredFile] = ()


@dataclass(frozen=True, slots=True)
class Accepted:
    """The provider has taken a part. `sid` is its own name of the message; where there is none nothing more will ever
    be heard of it, and that it was taken is the last word."""

    sid: str | None = None


@dataclass(frozen=True, slots=True)
class Sought:
    """A part nobody told us about. Without a Sid it is known by its address, its time and what it said. `taken` answers
    which of some Sids belong to other parts."""

    part: OutboundPart
    said: Callable[[str], bool]
    taken: Callable[[Sequence[str]], set[str]]
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class Found:
    """The provider has the message; `state` is one of bot.services.delivery.states."""

    sid: str
    state: str
    code: int | None = None


@dataclass(frozen=True, slots=True)
class NotSent:
    """The provider surely never took it: it may be sent again."""


@dataclass(frozen=True, slots=True)
class NobodyKnows:
    """There is no log to ask. It is not repeated, and the person is told."""


Fate = Found | NotSent | NobodyKnows


class Why(StrEnum):
    """What a refusal means for what happens next."""

    OPTED_OUT = "opted_out"  # the person wants no messages
    WINDOW_CLOSED = "window_closed"  # they must write first
    NOT_THERE = "not_there"  # the person is not on this channel
    NOT_FROM_US = "not_from_us"  # whatever it is and whomever it is for: our number or account
    BLOCKED = "blocked"  # the person has blocked us
    FILE = "file"  # what hangs on the part could not be fetched or is not taken
    UNREACHABLE = "unreachable"  # the address is no good
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A provider's refusal, read. `again_after_s`: it may pass on a second try, once, so many seconds later.
    `surely_lost`: it has not arrived, and may pass once its person is there again. `reminds`: a reminder
    (bot.services.delivery.reminders) may be sent where the part itself may not."""

    why: Why = Why.OTHER
    code: int | None = None
    again_after_s: int | None = None
    for_operators: bool = False
    reminds: bool = False
    surely_lost: bool = False


class Transport(Protocol):
    """One way out. Instances are shared between threads; no database session is open while one works, except in
    `claiming`."""

    @property
    def lost_after_s(self) -> float:
        """A worker that has said nothing for so many seconds about a part it was sending is dead."""

    @property
    def settles_s(self) -> float:
        """How many seconds after a send without an answer `find` may be trusted."""

    def claiming(self, session: Session, part: OutboundPart, now: datetime) -> Mapping[str, Any]:
        """Columns that are decided in the transaction that takes the part."""

    def send(self, outgoing: Outgoing) -> Accepted:
        """Hand a part in, once. Raises ProviderTimeout when nobody can know whether it was taken, TransientError when
        it surely was not, PermanentError or AuthError when it was refused."""

    def pause_after(self, error: ProviderError, attempts: int) -> float | None:
        """Seconds until a part that surely was not sent is tried again; None: it has failed."""

    def find(self, sought: Sought) -> Fate:
        """What became of a part. Raises ProviderError when that cannot be asked now."""

    def refusal(self, code: int | None) -> Refusal:
        """What a code of this provider means."""


@dataclass(frozen=True, slots=True)
class NoWay:
    """Stands for a channel this process has no transport for: everything fails at once, nothing is asked."""

    lost_after_s: float = 0.0
    settles_s: float = 0.0

    def claiming(self, _session: Session, _part: OutboundPart, _now: datetime) -> Mapping[str, Any]:
        return {}

    def send(self, _outgoing: Outgoing) -> Accepted:
        raise PermanentError("nothing is configured that could send this")

    def pause_after(self, _error: ProviderError, _attempts: int) -> float | None:
        return None

    def find(self, _sought: Sought) -> Fate:
        return NobodyKnows()

    def refusal(self, code: int | None) -> Refusal:
        return Refusal(code=code, for_operators=True)


@dataclass(frozen=True, slots=True)
class Transports:
    """The ways out of a process, by channel."""

    by_channel: Mapping[str, Transport] = field(default_factory=dict)

    def of(self, channel: str) -> Transport:
        """The way out of a channel."""
        return self.by_channel.get(channel, NoWay())
