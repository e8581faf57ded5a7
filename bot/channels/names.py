"""File names that every phone and carrier accepts: ASCII, short, without spaces, the topic first."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

MAX_CHARACTERS: Final = 20  # with the ending; WhatsApp drops longer names (Twilio, accepted MIME types)
_DEFAULT: Final = "document"
_NO_SINGLE_LETTER: Final = {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ø": "o", "Ø": "O", "ł": "l"}
# Say nothing in a name, wherever they stand.
_SMALL: Final = frozenset(
    "le la les l un une des du de d au aux a et ou en sur pour par dans avec sans ce cette ces son sa ses mon ma mes "
    "votre vos qu que qui s n the an of on for to in and or about with from my your its".split()
)
# Say what kind of thing it is, not what it is about: they come last, and only where there is room.
_KINDS: Final = frozenset(
    "resume summary cours course lecon lesson fiche sheet document note notes exercice exercices exercise exercises "
    "devoir homework rapport report expose introduction guide tableau table theoreme theorem lettre letter corrige "
    "correction revision revisions chapitre chapter demande comprendre apprendre understanding learning".split()
)


def attachment_name(title: str, ending: str) -> str:
    """A name for a file with this title and ending (`pdf` or `.pdf`): at most 20 ASCII characters, never empty, cut
    between words where it can.

    `attachment_name("Résumé sur les fractions", "pdf")` is `fractions-resume.pdf`."""
    suffix = re.sub(r"[^a-z0-9]", "", ending.lower())[:5]
    suffix = f".{suffix}" if suffix else ""
    words = re.findall(r"[a-z0-9]+", _ascii(title).lower())
    telling = [word for word in words if word not in _SMALL] or words
    topic = [word for word in telling if word not in _KINDS]
    kinds = [word for word in telling if word in _KINDS]
    return (_joined([*topic, *kinds], MAX_CHARACTERS - len(suffix)) or _DEFAULT) + suffix


def _joined(words: Sequence[str], room: int) -> str:
    """As many words as fit, in order; a first word that does not fit is cut."""
    stem = ""
    for word in words:
        longer = f"{stem}-{word}" if stem else word
        if len(longer) > room:
            return stem or word[:room]
        stem = longer
    return stem


def _ascii(text: str) -> str:
    text = "".join(_NO_SINGLE_LETTER.get(character, character) for character in text)
    text = re.sub(r"[’']", " ", text)
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
