"""Which formulas give a day: shown as a number, « 46 083 » tells nobody when a bill is due. Pure."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Final

from bot.documents.xlsx.plan import Placed, Plan
from bot.documents.xlsx.syntax import Area, Call, Name, Node, Operation, Reference

Place = tuple[str, int, int]

ROUNDS: Final = 5  # a formula may lean on one that stands below it, or on a later sheet
_MADE: Final = ("DATE", "EDATE", "EOMONTH", "TODAY")
_ALL, _FIRST = slice(None), slice(1)
_CHOSEN: Final = {
    "MIN": _ALL, "MAX": _ALL, "IFERROR": _ALL, "IF": slice(1, None), "INDEX": _FIRST, "LARGE": _FIRST, "SMALL": _FIRST,
    "MAXIFS": _FIRST, "MINIFS": _FIRST,
}  # fmt: skip
"""What gives one of some of its arguments, or of their cells."""


def show_days(plans: Iterable[Plan], named: Mapping[str, Place]) -> None:
    """Cells whose kind nobody has said are of the kind date where their formula gives a day, as in spreadsheets."""
    cells = {(plan.name, cell.row, cell.column): cell for plan in plans for cell in plan.cells}
    days = {place for place, cell in cells.items() if _is_written(cell)}
    open_cells = {
        place: cell for place, cell in cells.items() if cell.kind == "auto" and isinstance(cell.content, Node)
    }
    for _ in range(ROUNDS):
        found = 0
        for place, cell in open_cells.items():
            if place not in days and isinstance(cell.content, Node) and _is_day(cell.content, place[0], days, named):
                days.add(place)
                cell.kind = "date"
                found += 1
        if not found:
            return


def _is_written(cell: Placed) -> bool:
    return isinstance(cell.content, date) or (cell.kind == "date" and isinstance(cell.content, Node))


def _is_day(node: Node, sheet: str, days: set[Place], named: Mapping[str, Place]) -> bool:
    def is_day(part: Node) -> bool:
        return _is_day(part, sheet, days, named)

    match node:
        case Reference():
            return (node.sheet or sheet, node.row, node.column) in days
        case Area(first, last):
            return is_day(first) or is_day(last)  # a whole column begins with its head
        case Name(name):
            return named.get(name.lower()) in days
        case Call(function, arguments):
            return function in _MADE or (function in _CHOSEN and any(map(is_day, arguments[_CHOSEN[function]])))
        case Operation("+", operands):
            return sum(map(is_day, operands)) == 1
        case Operation("-", (left, right)):
            return is_day(left) and not is_day(right)  # a day less another is a number of days
    return False
