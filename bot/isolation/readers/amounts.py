"""Numbers as people write them in a table: « 1 234,50 F », « (1 500) », « 15.000 FCFA ». Whether a mark stands before
thousands or decimals is told by the column as a whole. Pure."""

import re
from collections.abc import Collection, Iterable
from decimal import Decimal, InvalidOperation
from typing import Any, Final, NamedTuple

SHOWN_DIGITS: Final = 15  # of a number that a workbook stores: those behind them come from its own arithmetic
MOST_CHARS: Final = 40
_MONEY: Final = (  # no Tunisian dinars: 12,500 of them has three decimals
    r"f\.?\s?c\.?f\.?a\.?|cfa|fr?s|francs?(?:\scfa)?|fg|fc|gnf|cdf|xof|xaf|ghs|ngn|eur(?:os?)?|usd|€|\$|£|f"
    r"|ar(?:iary)?|mga|dhs?|mad|da|dzd|f\s?bu|bif|frw|rwf|fdj|djf|kmf|mru"
)
_BEFORE: Final = re.compile(rf"^(?:{_MONEY})\s?(?=[-\d(])", re.IGNORECASE)
_BEHIND: Final = re.compile(rf"(?:{_MONEY})$", re.IGNORECASE)
_OF_MONEY: Final = re.compile(rf"(?<!\w)(?:{_MONEY})(?!\w)", re.IGNORECASE)
_NUMBER: Final = re.compile(r"[+-]?\d{1,3}(?:[ .,']\d{3})+(?:[.,]\d+)?|[+-]?\d+(?:[.,]\d+)?")
_EITHER: Final = re.compile(r"[+-]?[1-9]\d{0,2}([.,])\d{3}")  # of thousands, or with three decimals
_GROUPED: Final = re.compile(r"[+-]?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+|[+-]?\d{1,3}(?:([.,])\d{3})+(?!\2)[.,]\d+")
_DECIMAL: Final = re.compile(r"[+-]?[\d ']*([.,])\d+")
_OTHER: Final = {".": ",", ",": "."}


class Marks(NamedTuple):
    """Of a column: `thousands`, the marks that stand before thousands there, and a cell that may mean two numbers,
    which is read as one with decimals."""

    thousands: str = ""
    doubtful: str = ""


def number_in(cell: Any, thousands: str = "") -> Decimal | None:
    """The number a cell is: as the file stores it, or as people write it, `1 234,50 F`."""
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, int | float):
        number = Decimal(cell) if isinstance(cell, int) else Decimal(f"{cell:.{SHOWN_DIGITS}g}")
        return number if number.is_finite() else None
    text = _bare(cell)[0] if isinstance(cell, str) else ""
    if not _NUMBER.fullmatch(text) or len(text) > MOST_CHARS:
        return None
    try:
        return Decimal(_plain(text, thousands))
    except InvalidOperation:
        return None


def marks_of(heading: str, cells: Iterable[Any]) -> Marks:
    """What a column's marks mean. « 15.000 » is fifteen thousand where it is money, and where another cell shows it:
    « 1.500.000 », « 12,50 »."""
    grouping: set[str] = set()
    decimal: set[str] = set()
    money: set[str] = set()
    either: list[tuple[str, str]] = []
    is_money = bool(_OF_MONEY.search(heading))
    for cell in cells:
        text, has_unit = _bare(cell) if isinstance(cell, str) else ("", False)
        if found := _EITHER.fullmatch(text):
            either.append((found[1], " ".join(cell.split())))
            money |= {found[1]} if is_money or has_unit else set()
        elif found := _GROUPED.fullmatch(text):
            grouping.add(found[1] or found[2])
        elif found := _DECIMAL.fullmatch(text):
            decimal.add(found[1])
    shown = grouping | money | {_OTHER[mark] for mark in decimal}
    thousands = shown - decimal
    return Marks("".join(sorted(thousands)), _doubtful(either, thousands | decimal))


def _doubtful(either: Iterable[tuple[str, str]], known: Collection[str]) -> str:
    return next((cell for mark, cell in either if mark not in known), "")


def _bare(cell: str) -> tuple[str, bool]:
    """A cell without its unit, its minus before it; whether the unit is money."""
    text = " ".join(cell[: MOST_CHARS * 2].split()).replace("−", "-").replace("’", "'")
    is_owed = text.startswith("(") and text.endswith(")")  # as accountants write it
    text = (text[1:-1] if is_owed else text).strip().removesuffix("%").rstrip()
    bare = _BEHIND.sub("", _BEFORE.sub("", text)).strip()
    has_unit = bare != text
    if is_owed:
        return f"-{bare}", has_unit
    if bare.endswith("-") and bare[:1].isdigit():
        return f"-{bare[:-1].rstrip()}", has_unit
    return re.sub(r"^([+-]) ", r"\1", bare), has_unit


def _plain(text: str, thousands: str) -> str:
    """`1 234,50` and `1.234,50` and `1,234.50` as `1234.50`, `1.234.567` as `1234567`."""
    text = re.sub(r"[ ']", "", text)
    last = max(text.rfind(","), text.rfind("."))
    if last < 0:
        return text
    if text.count(text[last]) > 1 or (text[last] in thousands and _EITHER.fullmatch(text)):
        return text.replace(",", "").replace(".", "")
    whole = text[:last].replace(",", "").replace(".", "")
    return f"{whole}.{text[last + 1 :]}"
