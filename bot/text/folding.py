"""Text for comparing: letters as everybody types them, without case and accents."""

import re
import unicodedata
from collections.abc import Collection, Sequence
from typing import Final

_LIGATURES: Final = (("œ", "oe"), ("Œ", "OE"), ("æ", "ae"), ("Æ", "AE"))
_STRUCK: Final = "\u0338"
_DENYING: Final = (("≠", "¬="), ("∉", "¬∈"), ("⊄", "¬⊂"), ("∄", "¬∃"))  # what is struck out says the opposite
_MARKS: Final = re.compile(r"[\u0300-\u034E]+")  # those of our languages and most others: looked at all at once
_BEYOND_ASCII: Final = re.compile(r"[^\x00-\x7f]+")
_FOREIGN_DIGIT: Final = re.compile(r"(?![0-9])\d")


def folded(text: str) -> str:
    """Lower case without accents, ligatures spelt out, letters and digits of other widths and styles as plain ones
    (`ﬁ`, `Ｘ`, `𝐗`, `②`)."""
    if text.isascii():
        return text.lower()
    if _STRUCK in text:  # « ≠ » may come as two
        text = unicodedata.normalize("NFC", text)
    return without_accents(unicodedata.normalize("NFKD", _spelt(text, _DENYING)).casefold())


def without_accents(text: str) -> str:
    """The same letters without the marks they carry, œ and æ as two."""
    letters = _MARKS.sub("", unicodedata.normalize("NFD", _spelt(text, _LIGATURES)))
    return letters if letters.isascii() else _BEYOND_ASCII.sub(_without_marks, letters)


def ascii_digits(text: str) -> str:
    """Digits of any script as ours."""
    return text if text.isascii() else _FOREIGN_DIGIT.sub(lambda found: str(unicodedata.decimal(found[0])), text)


def without_unseen(text: str, categories: Collection[str]) -> str:
    """The text without the characters of some of Unicode's categories, none of which ASCII has."""
    if text.isascii():
        return text
    return _BEYOND_ASCII.sub(
        lambda found: "".join([letter for letter in found[0] if unicodedata.category(letter) not in categories]), text
    )


def _spelt(text: str, signs: Sequence[tuple[str, str]]) -> str:
    for sign, meant in signs:
        text = text.replace(sign, meant)
    return text


def _without_marks(found: re.Match[str]) -> str:
    return "".join([letter for letter in found[0] if not unicodedata.combining(letter)])
