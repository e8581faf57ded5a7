"""Text for comparing: letters as everybody types them, without case and accents."""

import re
import unicodedata
from typing import Final

_LIGATURES: Final = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"})
_STRUCK: Final = "\u0338"
_DENYING: Final = str.maketrans({"≠": "¬=", "∉": "¬∈", "⊄": "¬⊂", "∄": "¬∃"})  # what is struck out says the opposite
_BEYOND_ASCII: Final = re.compile(r"[^\x00-\x7f]+")


def folded(text: str) -> str:
    """Lower case without accents, ligatures spelt out, letters and digits of other widths and styles as plain ones
    (`ﬁ`, `Ｘ`, `𝐗`, `②`)."""
    if _STRUCK in text:  # « ≠ » may come as two
        text = unicodedata.normalize("NFC", text)
    return without_accents(unicodedata.normalize("NFKD", text.translate(_DENYING)).casefold())


def without_accents(text: str) -> str:
    """The same letters without the marks they carry, œ and æ as two."""
    letters = unicodedata.normalize("NFD", text.translate(_LIGATURES))
    return letters if letters.isascii() else _BEYOND_ASCII.sub(_without_marks, letters)


def ascii_digits(text: str) -> str:
    """Digits of any script as ours."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(letter)) if letter.isdecimal() else letter for letter in text)


def _without_marks(found: re.Match[str]) -> str:
    return "".join(letter for letter in found[0] if not unicodedata.combining(letter))
