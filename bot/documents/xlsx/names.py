"""Names that Excel accepts: of sheets, and of values that formulas use. Pure."""

import re
import unicodedata
from collections.abc import Sequence

from bot.text.safe import safe_text
from bot.types import Language

MAX_UNITS = 31  # UTF-16 units in a sheet's name
_FORBIDDEN = re.compile(r"[\[\]:*?/\\\s]+")
_NAME = re.compile(r"[^\W\d]\w{1,29}")
_LIKE_A_CELL = re.compile(r"[A-Za-z]{1,3}\d+|[rR]\d*[cC]\d*")
_TRUTHS = ("true", "false", "vrai", "faux")
_DEFAULT = {Language.FR: "Feuille", Language.EN: "Sheet"}


def sheet_names(wished: Sequence[str], language: Language) -> list[str]:
    """Names for sheets in order: at most 31 UTF-16 units, without []:*?/\\ and apostrophes at the ends, never empty,
    « History » (Excel keeps it) or twice the same whatever the case."""
    names: list[str] = []
    for number, wish in enumerate(wished, 1):
        plain = _clean(wish)
        if not plain or plain.lower() in ("history", "historique"):
            plain = f"{_DEFAULT[language]} {number}"
        name, copy = plain, 1
        while name.lower() in {taken.lower() for taken in names}:
            copy += 1
            name = f"{_cut(plain, MAX_UNITS - len(f' ({copy})'))} ({copy})"
        names.append(name)
    return names


def is_value_name(name: str) -> bool:
    """Whether Excel takes this as the name of a value: 2 to 30 letters, digits and _, not like a cell's address, and no
    truth."""
    return _NAME.fullmatch(name) is not None and _LIKE_A_CELL.fullmatch(name) is None and name.lower() not in _TRUTHS


def as_called(name: str) -> str:
    """A sheet's name as one is known from another, however its case, spaces, apostrophes and accents are typed."""
    return " ".join(unicodedata.normalize("NFC", name).replace("’", "'").lower().split())


def _clean(text: str) -> str:
    return _cut(_FORBIDDEN.sub(" ", safe_text(text)).strip(" '"), MAX_UNITS)


def _cut(text: str, units: int) -> str:
    """No character is cut in two: those beyond the basic plane count twice."""
    while len(text.encode("utf-16-le")) // 2 > units:
        text = text[:-1]
    return text.strip(" '")
