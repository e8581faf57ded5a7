"""Which formulas give a day or a time: shown as a number, « 46 083 » tells nobody when a bill is due, nor « 0,40 » how
long somebody worked. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Final, Literal

from bot.documents.xlsx.operators import COMPARING
from bot.documents.xlsx.plan import Placed, Plan
from bot.documents.xlsx.syntax import Area, Call, Constant, Name, Node, Operation, Reference
from bot.errors import DocumentError

Place = tuple[str, int, int]
Given = Literal["", "date", "moment", "time", "unclear"]
"""What a formula gives: a number or a text, a day, a day with a time, a time, or a time that was multiplied by
something that may be a rate: a part of a day times the pay of an hour is no pay."""

ROUNDS: Final = 5  # a formula may lean on one that stands below it, or on a later sheet
_MADE: Final[dict[str, Given]] = {
    "DATE": "date", "EDATE": "date", "EOMONTH": "date", "TODAY": "date", "TIME": "time"
}  # fmt: skip
_ALL, _FIRST = slice(None), slice(1)
CHOSEN: Final = {
    "MIN": _ALL, "MAX": _ALL, "IFERROR": _ALL, "IF": slice(1, None), "INDEX": _FIRST, "LARGE": _FIRST, "SMALL": _FIRST,
    "MAXIFS": _FIRST, "MINIFS": _FIRST, "MEDIAN": _ALL,
}  # fmt: skip
"""What gives one of some of its arguments, or of their cells."""
ADDED: Final = {
    "SUM": _ALL, "AVERAGE": _ALL, "SUBTOTAL": slice(1, None), "SUMIFS": _FIRST, "AVERAGEIFS": _FIRST,
    "SUMIF": slice(-1, None), "AVERAGEIF": slice(-1, None), "MOD": _FIRST, "ABS": _FIRST, "ROUND": _FIRST,
    "ROUNDUP": _FIRST, "ROUNDDOWN": _FIRST, "STDEV": _ALL, "STDEVP": _ALL,
}  # fmt: skip
"""What of times makes a time; of days it makes nothing."""
_IN_A_DAY: Final = (24.0, 1440.0, 86_400.0)  # hours, minutes, seconds: what makes a number of a time
_FEW: Final = 100  # up to which a number is one of days, or of times that somebody comes; a rate is above


def show_kinds(plans: Sequence[Plan], named: Mapping[str, Place]) -> None:
    """Cells whose kind nobody has said are of the kind date or time where their formula gives one, as in spreadsheets.
    Raises DocumentError for an amount that is reckoned from parts of a day."""
    cells = {(plan.name, cell.row, cell.column): cell for plan in plans for cell in plan.cells}
    given = {place: kind for place, cell in cells.items() if (kind := _written(cell))}
    formulas = {place: cell.content for place, cell in cells.items() if isinstance(cell.content, Node)}
    for _ in range(ROUNDS):
        found = 0
        for place, content in formulas.items():
            if place not in given and (kind := _Kinds(place[0], given, named).of(content)):
                given[place] = kind
                _show(cells[place], kind)
                found += 1
        if not found:
            break
    _check(plans, given)


def _written(cell: Placed) -> Given:
    if isinstance(cell.content, date):
        return "moment" if isinstance(cell.content, datetime) else "date"
    if cell.kind == "time" and isinstance(cell.content, (float, Node)):
        return "time"
    return "date" if cell.kind == "date" and isinstance(cell.content, Node) else ""


def _show(cell: Placed, kind: Given) -> None:
    """A time is one whatever its column was called: as a number of hours it would be 24 times too small."""
    if kind == "time":
        cell.kind, cell.unit = "time", ""
    elif cell.kind == "auto" and kind in ("date", "moment"):
        cell.kind = "date"


def _check(plans: Iterable[Plan], given: Mapping[Place, Given]) -> None:
    for plan in plans:
        for cell in plan.cells:
            if given.get((plan.name, cell.row, cell.column)) == "unclear":
                raise DocumentError(
                    f"{plan.name}: the formula in column {cell.column}, row {cell.row - plan.head + 1} multiplies a "
                    "time, which is a part of a day: for an amount write (C2-B2)*24*rate; for a time say type time"
                )


class _Kinds:
    """Of the formulas of one sheet."""

    def __init__(self, sheet: str, given: Mapping[Place, Given], named: Mapping[str, Place]) -> None:
        self._sheet, self._given, self._named = sheet, given, named

    def of(self, node: Node) -> Given:
        match node:
            case Reference():
                return self._given.get((node.sheet or self._sheet, node.row, node.column), "")
            case Area(first, last):
                return self.of(first) or self.of(last)  # a whole column begins with its head
            case Name(name):
                return self._given.get(self._named.get(name.lower(), ("", 0, 0)), "")
            case Call(function, arguments):
                return self._called(function, arguments)
            case Operation(sign, (operand,)):
                return _hours(self.of(operand)) if sign != "%" else ""
            case Operation(sign, (left, right)):
                return self._operated(sign, left, right)
        return ""

    def _called(self, function: str, arguments: tuple[Node, ...]) -> Given:
        if function in _MADE:
            return _MADE[function]
        if function in CHOSEN:
            return next(filter(None, map(self.of, arguments[CHOSEN[function]])), "")
        if function == "SUMPRODUCT" and any(_hours(self.of(part)) for part in arguments):
            return "unclear" if len(arguments) > 1 else "time"
        return next(filter(None, (_hours(self.of(part)) for part in arguments[ADDED.get(function, slice(0))])), "")

    def _operated(self, sign: str, left: Node, right: Node) -> Given:
        first, second = self.of(left), self.of(right)
        days = [kind for kind in (first, second) if kind in ("date", "moment")]
        if sign in ("+", "-") and days:
            if len(days) == 2:  # a day less another is a number of days
                return "time" if sign == "-" and "moment" in days else ""
            return days[0] if sign == "+" or first in days else ""
        if sign in ("+", "-"):
            return "unclear" if "unclear" in (first, second) else first or second
        if sign == "/":
            return _hours(first) if not second else ""
        return self._multiplied(left, right) if sign == "*" and bool(first) != bool(second) else ""

    def _multiplied(self, left: Node, right: Node) -> Given:
        kind, other = (self.of(left), right) if self.of(left) else (self.of(right), left)
        if not _hours(kind) or _counts(other):
            return ""
        is_few = isinstance(other, Constant) and isinstance(other.value, float) and other.value <= _FEW
        is_condition = isinstance(other, Operation) and other.sign in COMPARING
        return kind if is_few or is_condition else "unclear"


def _hours(kind: Given) -> Given:
    return kind if kind in ("time", "unclear") else ""


def _counts(factor: Node) -> bool:
    """Whether hours, minutes or seconds of a day are among the factors."""
    match factor:
        case Constant(value):
            return value in _IN_A_DAY
        case Operation("*" | "/", (left, right)):
            return _counts(left) or _counts(right)
    return False
