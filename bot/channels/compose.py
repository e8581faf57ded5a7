"""Turns an answer in Markdown into the texts a channel can send: three parts at most, or the beginning of more."""

from dataclasses import dataclass
from typing import Final

from bot.channels.gsm7 import economical, is_gsm7
from bot.channels.markup import to_plain, to_whatsapp
from bot.channels.splitting import FENCE, split, utf16_units
from bot.channels.typography import with_plain_spaces
from bot.text.safe import safe_text
from bot.types import Channel

__all__ = ["Composition", "compose", "safe_text"]

PART_LIMIT: Final = 1_600  # Twilio, error 21617; counted in UTF-16 units, the strictest reading of "characters"
MAX_PARTS: Final = 3
EXCERPT: Final = 1_000
_NUMBER: Final = "({}/{}) "
_NUMBER_SIZE: Final = len(_NUMBER.format(MAX_PARTS, MAX_PARTS))


@dataclass(frozen=True, slots=True)
class Composition:
    """Texts ready to send, in order. `overflow`: the answer is longer than that, `parts` holds only its beginning,
    and the caller adds the whole as a PDF (WhatsApp) or a link (SMS)."""

    parts: tuple[str, ...]
    overflow: bool


def compose(markdown: str, channel: Channel) -> Composition:
    """The parts of an answer, each at most 1,600 characters; none for a blank answer.

    WhatsApp gets its own marks, SMS plain text, in GSM-7 when that saves a segment
    and little is lost, its parts numbered `(1/3) `."""
    text = _converted(safe_text(markdown), channel)
    parts = split(text, PART_LIMIT, measure=utf16_units)
    numbered = channel is Channel.SMS and len(parts) > 1
    if numbered:
        parts = split(text, PART_LIMIT - _NUMBER_SIZE, measure=utf16_units)
    if len(parts) > MAX_PARTS:
        return Composition((_beginning(text, channel),), overflow=True)
    if numbered:
        parts = [_NUMBER.format(number, len(parts)) + part for number, part in enumerate(parts, 1)]
    if channel is Channel.SMS:  # a part that needs UCS-2 makes no other part dearer
        parts = [shorter if utf16_units(shorter := economical(part)) <= PART_LIMIT else part for part in parts]
    return Composition(tuple(parts), overflow=False)


def _converted(markdown: str, channel: Channel) -> str:
    """Converted, and once more without what formulas and entities (`&#8203;`) may have brought in."""
    if channel is Channel.WHATSAPP:
        return safe_text(to_whatsapp(markdown))
    return economical(with_plain_spaces(safe_text(to_plain(markdown))))


def _beginning(text: str, channel: Channel) -> str:
    """The first 1,000 characters at most, cut at a good place and ending in an ellipsis."""
    ellipsis = "..." if channel is Channel.SMS and is_gsm7(text) else "…"
    head = split(text, EXCERPT - len(ellipsis) - 1, measure=utf16_units)[0]
    return f"{head}\n{ellipsis}" if head.endswith(FENCE) else head + ellipsis
