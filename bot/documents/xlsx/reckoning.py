"""Values of cells, and how Excel reckons with them: what counts as a number, rounding, criteria, days. Pure."""

import calendar
import re
from collections.abc import Callable, Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import TypeGuard

from openpyxl.utils.datetime import from_excel, to_excel

from bot.documents.xlsx.values import date_in

Value = float | str | bool | None
Range = list[list[Value]]
Argument = Value | Range


_PLAIN_NUMBER = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,15})?")


class Failure(Exception):
    """What a cell shows when its formula cannot be computed, such as #DIV/0!"""


def number(value: Argument) -> float:
    """A single value as arithmetic takes it. Raises Failure."""
    if isinstance(value, list):
        raise Failure("#VALUE!")
    if value is None:
        return 0.0
    if isinstance(value, str):
        raise Failure("#VALUE!")
    return float(value)


def text(value: Argument) -> str:
    if isinstance(value, list):
        raise Failure("#VALUE!")
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return value if isinstance(value, str) else f"{value:.15g}"


def cells(arguments: Sequence[Argument]) -> list[Value]:
    """All values, areas row by row."""
    return [
        value
        for argument in arguments
        for value in ([cell for row in argument for cell in row] if isinstance(argument, list) else [argument])
    ]


def each(function: Callable[[Sequence[Value]], Value], arguments: Sequence[Argument]) -> Argument:
    """What a function gives for each cell of areas of one shape; single values stand beside every cell. Raises
    Failure."""
    areas = [argument for argument in arguments if isinstance(argument, list)]
    if not areas:
        return function([argument for argument in arguments if not isinstance(argument, list)])
    if len({(len(area), len(area[0])) for area in areas}) > 1:
        raise Failure("#VALUE!")
    return [
        [function([part[row][at] if isinstance(part, list) else part for part in arguments]) for at in range(len(line))]
        for row, line in enumerate(areas[0])
    ]


def numbers(arguments: Sequence[Argument]) -> list[float]:
    """What statistics count: in areas the numbers alone, and arguments that are numbers."""
    found: list[float] = []
    for argument in arguments:
        if isinstance(argument, list):
            found += [cell for row in argument for cell in row if is_number(cell)]
        else:
            found.append(number(argument))
    return found


def is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def matches(value: Value, criterion: Value) -> bool:
    """As in SUMIF: `>=10`, `>=2026-06-01`, `<>x`, `Tr*`, or what it must equal; a code that stands as text equals its
    number."""
    if isinstance(criterion, bool) or criterion is None:
        return value is criterion
    if not isinstance(criterion, str):
        return _as_number(value) == criterion
    sign = next((sign for sign in ("<=", ">=", "<>", "<", ">", "=") if criterion.startswith(sign)), "=")
    rest = criterion.removeprefix(sign)
    limit = _as_number(rest.replace(",", "."))
    if limit is None:
        return resembles(value, rest) == (sign == "=") if sign in ("=", "<>") else False
    if sign in ("=", "<>"):
        return (_as_number(value) == limit) == (sign == "=")
    if not is_number(value):
        return False
    return {"<=": value <= limit, ">=": value >= limit, "<": value < limit, ">": value > limit}[sign]


def resembles(value: Value, wanted: str) -> bool:
    """Whether a text is the wanted one, whatever the case: `*` is any text in it, `?` any letter, `~` before them takes
    them as they are."""
    parts = re.split(r"(~[*?~]|[*?])", wanted)
    if "*" not in parts and "?" not in parts and not isinstance(value, str):
        return text(value).lower() == wanted.lower()
    return isinstance(value, str) and re.fullmatch(_pattern(parts), value, re.IGNORECASE | re.DOTALL) is not None


def _pattern(parts: Sequence[str]) -> str:
    """What stands between two `*` is looked for once, where it comes first: else `*a*a*a*a` takes for ever."""
    signs = {"?": ".", "~*": r"\*", "~?": r"\?", "~~": "~"}
    pieces = [""]
    for part in parts:
        if part == "*":
            pieces.append("")
        else:
            pieces[-1] += signs.get(part) or re.escape(part)
    first, *others = pieces
    if not others:
        return first
    return first + "".join(f"(?>.*?{piece})" for piece in others[:-1]) + f".*{others[-1]}"


def _as_number(value: Value) -> float | None:
    """Also of a text that is nothing but a number, or a day as a spreadsheet counts it."""
    if isinstance(value, str):
        if _PLAIN_NUMBER.fullmatch(value.strip()):
            return float(value)
        return serial_of(day) if (day := date_in(value)) else None
    return float(value) if is_number(value) else None


def rounded(value: float, digits: float, way: str = ROUND_HALF_UP) -> float:
    """In decimal, as people round: 2.675 to 2.68."""
    return float(Decimal(f"{value:.15g}").quantize(Decimal(1).scaleb(-int(digits)), rounding=way))


def day_of(serial: Argument) -> date:
    moment = from_excel(number(serial))
    return date(moment.year, moment.month, moment.day)


def second_of(serial: Argument) -> int:
    """The second of its day, as clocks show it."""
    return round(number(serial) % 1 * 86_400) % 86_400


def serial_of(day: date) -> float:
    return float(to_excel(day))


def months_later(day: date, months: int) -> date:
    """EDATE: the same day, or the month's last."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))
