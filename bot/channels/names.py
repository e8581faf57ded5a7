"""File names that every phone and carrier accepts: ASCII, short, without spaces."""

import re
import unicodedata
from typing import Final

MAX_CHARACTERS: Final = 20  # with the ending; WhatsApp drops longer names (Twilio, accepted MIME types)
_DEFAULT: Final = "document"
_NO_SINGLE_LETTER: Final = {"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE", "ß": "ss", "ø": "o", "Ø": "O", "ł": "l"}


def attachment_name(title: str, ending: str) -> str:
    """A name for a file with this title and ending (`pdf` or `.pdf`): at most 20 ASCII characters, never empty.

    `attachment_name("Résumé du cours", "pdf")` is `resume-du-cours.pdf`."""
    suffix = re.sub(r"[^a-z0-9]", "", ending.lower())[:5]
    suffix = f".{suffix}" if suffix else ""
    room = MAX_CHARACTERS - len(suffix)
    stem = "-".join(re.findall(r"[a-z0-9]+", _ascii(title).lower()))
    if len(stem) > room:
        whole_words = stem[: room + 1].rpartition("-")[0]
        stem = whole_words if len(whole_words) >= room // 2 else stem[:room]
    return (stem.strip("-") or _DEFAULT) + suffix


def _ascii(text: str) -> str:
    text = "".join(_NO_SINGLE_LETTER.get(character, character) for character in text)
    text = re.sub(r"[’']", " ", text)
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
