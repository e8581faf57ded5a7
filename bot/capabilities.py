"""What each channel can do. Whatever differs by channel is asked here; nothing else compares a channel's name.

A channel is known by its name, which stands in rows and in `Recipient.channel`. `introduce` adds one from outside."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.types import EMAIL, Channel

MEGABYTE: Final = 1_000_000  # bytes, as the sizes that people read
_OFFICE: Final = "application/vnd.openxmlformats-officedocument."


class Markup(StrEnum):
    """How formatted text is written."""

    WHATSAPP = "whatsapp"  # *bold*, _italic_, ```code```
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Attachments:
    """Which files a channel carries as such; the others go as links. Sizes in bytes."""

    largest: Mapping[str, int] = field(default_factory=dict)  # by content type, without its parameters
    of_any_kind: int = 0  # for content types not named
    altogether: int = 0  # in one part

    def take(self, content_type: str, size: int) -> bool:
        """Whether one file can be attached."""
        kind = content_type.partition(";")[0].strip().lower()
        return size <= self.largest.get(kind, self.of_any_kind) and size <= self.altogether


@dataclass(frozen=True, slots=True)
class Capabilities:
    """One channel, as everything that writes for it needs to know it."""

    name: str  # as people call it
    scheme: str  # what its addresses begin with, up to the colon; empty for bare numbers
    people: re.Pattern[str] | None = None  # which of its addresses may be a person's; None: all
    markup: Markup = Markup.PLAIN
    longest: int = 1_600  # UTF-16 units of one part
    most_parts: int = 3  # of one answer; a longer one is cut and goes as a document
    numbered: bool = False  # several parts begin with (1/3)
    segmented: bool = False  # paid by the segment: GSM-7 where little is lost, no ornaments, few words
    no_break_spaces: bool = True  # French marks keep to their words
    attachments: Attachments = Attachments()
    window: timedelta | None = None  # how long after a person's message they may be written to freely
    stands_in: str | None = None  # the channel that is tried when this one cannot reach a person
    taps: bool = False  # buttons and lists, by Twilio's content templates
    shows_typing: bool = False
    reserved_words: bool = False  # carriers act on STOP, CANCEL, HELP … by themselves: menus are left by 0
    forgeable: bool = False  # anybody can send in somebody else's name


WHATSAPP: Final = Capabilities(
    name="WhatsApp",
    scheme="whatsapp",
    people=re.compile(r"whatsapp:(?:\+[0-9]{8,15}|[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]+)"),
    markup=Markup.WHATSAPP,
    attachments=Attachments(
        {
            "application/pdf": 16 * MEGABYTE,
            f"{_OFFICE}wordprocessingml.document": 16 * MEGABYTE,
            f"{_OFFICE}presentationml.presentation": 16 * MEGABYTE,
            f"{_OFFICE}spreadsheetml.sheet": 16 * MEGABYTE,
            "image/png": 5 * MEGABYTE,
            "image/jpeg": 5 * MEGABYTE,
            "audio/ogg": 16 * MEGABYTE,  # Opus in it is shown as a voice note
        },
        altogether=16 * MEGABYTE,
    ),
    window=timedelta(hours=24),
    stands_in=Channel.SMS,
    taps=True,
    shows_typing=True,
)
SMS: Final = Capabilities(
    name="SMS",
    scheme="",
    people=re.compile(r"\+[0-9]{8,15}"),  # no short code (3 to 8 digits), no name (ORANGE)
    numbered=True,
    segmented=True,
    no_break_spaces=False,
    reserved_words=True,
    forgeable=True,
)
MAIL: Final = Capabilities(
    name="e-mail",
    scheme="mailto",
    longest=100_000,
    most_parts=1,
    # Servers commonly take 25 MB; base64 makes a third more of every byte.
    attachments=Attachments(of_any_kind=10 * MEGABYTE, altogether=15 * MEGABYTE),
)
_KNOWN: Final[dict[str, Capabilities]] = {Channel.WHATSAPP: WHATSAPP, Channel.SMS: SMS, EMAIL: MAIL}


def introduce(channel: str, capabilities: Capabilities) -> None:
    """Make one more channel known to this process, while it is composed. Raises ValueError for a name or a scheme that
    belongs to another one."""
    others = [known for name, known in _KNOWN.items() if name != channel]
    if _KNOWN.get(channel, capabilities) != capabilities or any(o.scheme == capabilities.scheme for o in others):
        raise ValueError(f"there is another channel like {channel}")
    _KNOWN[channel] = capabilities


def capabilities_of(channel: str) -> Capabilities:
    """What a channel can do. Raises KeyError for one that was never introduced."""
    return _KNOWN[channel]


def is_open(capabilities: Capabilities, written_at: datetime | None, now: datetime) -> bool:
    """Whether somebody who last wrote at a moment may be written to freely."""
    window = capabilities.window
    return window is None or (written_at is not None and now - written_at < window)


def channel_of(address: str) -> str:
    """The channel of an address: `whatsapp:+225…`, `whatsapp:CI.…`, or bare, such as `+225…`. Raises ValueError when no
    channel has such addresses."""
    scheme, separator, _ = address.partition(":")
    for name, known in _KNOWN.items():
        if known.scheme == (scheme if separator else ""):
            return name
    raise ValueError("no channel has such addresses")
