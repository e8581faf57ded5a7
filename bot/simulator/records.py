"""What the stand-in remembers: messages both ways, their media, statuses and typing calls. No behaviour with I/O."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from bot.simulator.segments import count_segments
from bot.types import Channel


def channel_of(address: str) -> Channel:
    """The channel of an address in Twilio's own form: `whatsapp:+225…`, `whatsapp:CI.…` or `+225…`."""
    return Channel.WHATSAPP if address.startswith("whatsapp:") else Channel.SMS


@dataclass(frozen=True, slots=True)
class Account:
    """Whose Twilio account this is, and the numbers it owns."""

    sid: str
    auth_token: str
    whatsapp_number: str  # whatsapp:+…
    sms_number: str  # +…

    def number_for(self, address: str) -> str:
        """Ours on the channel of an address."""
        return self.whatsapp_number if channel_of(address) is Channel.WHATSAPP else self.sms_number


@dataclass(frozen=True, slots=True)
class Media:
    """A file that travels with a message; `url` is where the application's own file lies."""

    content: bytes
    content_type: str
    filename: str = ""
    url: str = ""
    sid: str = ""


@dataclass(frozen=True, slots=True)
class Location:
    """A place a person shares on WhatsApp; degrees."""

    latitude: float
    longitude: float
    label: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A button or an entry of a list: what it shows, and what comes back when it is chosen."""

    title: str
    id: str


@dataclass(frozen=True, slots=True)
class Choices:
    """What can be tapped below a message: buttons, or with an `opener` the entries of the list that it opens."""

    items: tuple[Choice, ...]
    opener: str = ""


@dataclass(frozen=True, slots=True)
class StatusChange:
    """One step in the life of a sent message."""

    status: str
    at: datetime
    error_code: int | None = None


@dataclass(frozen=True, slots=True)
class CallbackAttempt:
    """One status callback the stand-in posted; `http_status` is 0 when nobody answered."""

    status: str
    url: str
    http_status: int
    form: Mapping[str, str] = field(default_factory=dict)
    at: datetime | None = None


@dataclass(slots=True)
class Sent:
    """A message the application created. Changed only by the stand-in, under its lock."""

    sid: str
    to: str
    from_: str
    body: str
    created_at: datetime
    media_urls: tuple[str, ...] = ()
    status_callback: str = ""
    messaging_service_sid: str = ""
    content_sid: str = ""
    choices: Choices | None = None
    in_reply: bool = False  # by a webhook's answer, not by a call
    history: list[StatusChange] = field(default_factory=list)
    media: list[Media] = field(default_factory=list)
    callbacks: list[CallbackAttempt] = field(default_factory=list)

    @property
    def channel(self) -> Channel:
        return channel_of(self.to)

    @property
    def status(self) -> str:
        return self.history[-1].status

    @property
    def error_code(self) -> int | None:
        return self.history[-1].error_code

    @property
    def arrived(self) -> bool:
        """Whether the person's phone has it."""
        return self.status in ("sent", "delivered", "read")

    @property
    def segments(self) -> int:
        """Billed segments; anything but SMS counts as one."""
        return count_segments(self.body) if self.channel is Channel.SMS else 1


@dataclass(slots=True)
class Inbound:
    """A message a person sent. `http_status` is what the webhook answered, 0 when nobody did, None while under way."""

    sid: str
    from_: str
    to: str
    body: str
    created_at: datetime
    media: tuple[Media, ...] = ()
    location: Location | None = None
    profile_name: str = ""
    extra: Mapping[str, str] = field(default_factory=dict)
    http_status: int | None = None
    problem: str = ""
    read: bool = False

    @property
    def channel(self) -> Channel:
        return channel_of(self.from_)


@dataclass(frozen=True, slots=True)
class TypingCall:
    """The application asked for « is typing… » after this inbound message."""

    message_sid: str
    to: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error answer of the REST API: HTTP status, Twilio's code and sentence."""

    http_status: int
    code: int
    message: str


def new_sid(prefix: str) -> str:
    """A random Twilio identifier: two letters and 32 hexadecimal digits."""
    return prefix + secrets.token_hex(16)
