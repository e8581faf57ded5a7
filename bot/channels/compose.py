"""Turns an answer in Markdown into the texts a channel can send: three parts at most, or the beginning of more."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import regex

from bot.capabilities import Capabilities, Markup, capabilities_of
from bot.channels.gsm7 import economical, is_gsm7
from bot.channels.markup import to_plain, to_whatsapp
from bot.channels.splitting import FENCE, split, utf16_units
from bot.channels.whatsapp_marks import MARKED
from bot.i18n.detect import detect
from bot.text.french import spaced, with_plain_spaces
from bot.text.safe import safe_text
from bot.types import Language

__all__ = ["Composition", "compose", "safe_text", "set_line"]

EXCERPT: Final = 1_000
READ: Final = 20_000  # characters of an answer; more never fits, and thousands of brackets or backticks take seconds
_NUMBER: Final = "({}/{}) "
# « 250 | 000 FCFA » is another amount, and a title belongs to what stands below it.
_AMOUNT: Final = (
    r"(?<![\d.,])\d{1,3}(?:[ \u00A0\u202F]\d{3}){1,5}(?!\d)(?:[ \u00A0\u202F](?:F ?CFA|FCFA|F|€|\$|%)(?!\w))?"
)
_TITLE: Final = r"(?m:^\*[^*\n]{1,150}\*\n{1,2}(?=[^*\s]))"
_KEPT: Final = {
    Markup.WHATSAPP: regex.compile(f"{_TITLE}|{MARKED.pattern}|{_AMOUNT}"),
    Markup.PLAIN: regex.compile(_AMOUNT),
}


@dataclass(frozen=True, slots=True)
class Composition:
    """Texts ready to send, in order. `overflow`: the answer is longer than that, `parts` holds only its beginning,
    and the caller adds the whole as a document."""

    parts: tuple[str, ...]
    overflow: bool


def compose(
    markdown: str, channel: str, language: Language, settle: Callable[[str], str] = lambda text: text
) -> Composition:
    """The parts of an answer, each as long as the channel takes (1,600 characters with Twilio, error 21617; counted in
    UTF-16 units, the strictest reading of "characters"); none for a blank answer.

    All that is said is set here: in the channel's own marks or as plain text, with French spacing, in GSM-7 where
    segments are paid and little is lost, its parts numbered `(1/3) ` where they may arrive in disorder. `settle` has
    the last word on the text as it is sent; it may be called again on what it returned."""
    facts = capabilities_of(channel)
    markdown = markdown.rstrip().lstrip("\n")
    text = settle(_converted(safe_text(markdown[:READ]), facts, language))
    parts = _split(text, facts.longest, facts)
    numbered = facts.numbered and len(parts) > 1
    if numbered:
        parts = _split(text, facts.longest - len(_NUMBER.format(facts.most_parts, facts.most_parts)), facts)
    if len(parts) > facts.most_parts or (parts and len(markdown) > READ):
        return Composition((settle(_spaced(_beginning(text, facts), facts, language)),), overflow=True)
    if numbered:
        parts = [_NUMBER.format(number, len(parts)) + part for number, part in enumerate(parts, 1)]
    if facts.segmented:  # a part that needs UCS-2 makes no other part dearer
        parts = [shorter if utf16_units(shorter := economical(part)) <= facts.longest else part for part in parts]
    settled = (settle(_spaced(part, facts, language)) for part in parts)
    fitting = (part if utf16_units(part) <= facts.longest else _first(part, facts) for part in settled)
    return Composition(tuple(fitting), overflow=False)


def _first(part: str, facts: Capabilities) -> str:
    return _split(part, facts.longest, facts)[0]


def _split(text: str, limit: int, facts: Capabilities) -> list[str]:
    return split(text, limit, measure=utf16_units, whole=_KEPT[facts.markup])


def set_line(text: str, channel: str, language: Language) -> str:
    """A few plain words that are no part of their own, such as what stands on a button."""
    return _spaced(to_plain(text).strip(), capabilities_of(channel), language)


def _spaced(text: str, facts: Capabilities, language: Language) -> str:
    """Set as French what is French, whatever language the bot speaks with the person: the model answers in theirs."""
    return spaced(text) if facts.no_break_spaces and _is_french(text, language) else text


def _is_french(text: str, language: Language) -> bool:
    return Language.FR in (language, detect(text))


def _converted(markdown: str, facts: Capabilities, language: Language) -> str:
    """Converted, and once more without what formulas and entities (`&#8203;`) may have brought in."""
    is_for_whatsapp = facts.markup is Markup.WHATSAPP
    text = to_whatsapp(markdown, is_french=_is_french(markdown, language)) if is_for_whatsapp else to_plain(markdown)
    text = safe_text(text)
    if not facts.no_break_spaces:
        text = with_plain_spaces(text)
    return economical(text) if facts.segmented else text


def _beginning(text: str, facts: Capabilities) -> str:
    """The first 1,000 characters at most, cut at a good place and ending in an ellipsis."""
    ellipsis = "..." if facts.segmented and is_gsm7(text) else "…"
    head = _split(text, EXCERPT - len(ellipsis) - 1, facts)[0]
    return f"{head}\n{ellipsis}" if head.endswith(FENCE) else head + ellipsis
