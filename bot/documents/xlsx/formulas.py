"""From what the model wrote to a formula of the file: known functions only, real rows, real sheet names. Pure."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from bot.documents.xlsx.functions import FUNCTIONS
from bot.documents.xlsx.names import as_called
from bot.documents.xlsx.newer import in_older
from bot.documents.xlsx.spellings import name_of
from bot.documents.xlsx.syntax import (
    LAST,
    MAX_ROW,
    QUOTED,
    Area,
    Call,
    Name,
    Node,
    NotAFormula,
    Operation,
    Reference,
    moved,
    nodes,
    parse,
)


class Table(NamedTuple):
    """Where a sheet's table stands: `shift` is how many rows lower than the model thinks, whose header is in row 1, and
    `last` the row in which the model thinks that its data ends."""

    sheet: str
    shift: int
    last: int


Sheets = Mapping[str, Table]
"""By the sheets' names (bot.documents.xlsx.names.as_called), as the model wrote them and as they are."""

_PART: Final = re.compile(
    rf"""(?P<text>"(?:[^"]|"")*"|'(?:{QUOTED})'!)|(?P<number>(?<![\w.,$])\d+,\d+(?![\w.,]))"""
    r"""|(?P<opens>[\w.]*\s*\()|(?P<closes>\))|;"""
)
# Where a spreadsheet takes cells alone: with anything else it says that the whole file is damaged.
_AREAS: Final[dict[str, tuple[slice, ...]]] = {
    "SUBTOTAL": (slice(1, None),),
    **dict.fromkeys(("MAXIFS", "MINIFS"), (slice(1), slice(1, None, 2))),
}
# In a French program « yyyy » is no year, nor a point a decimal one: the same file would say something else there.
_INSTEAD: Final = {
    "TEXT": "its codes mean other things in another language's spreadsheet. Give the cell its kind and unit, or join "
    "parts with & from DAY, MONTH, YEAR, ROUND"
}
_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2},\d{3}")


def formula(source: str, sheets: Sheets, own: Table, *, down: int = 0) -> Node:
    """The tree of a formula of the sheet that is `own`, `down` rows further where it is filled down. Raises
    NotAFormula."""
    node = parse(with_points(source))
    for part in nodes(node):
        if isinstance(part, Call):
            _check(part)
    return moved(_english(node), lambda reference: _placed(reference, sheets, own, down))


def with_points(source: str) -> str:
    """The formula with points where it has decimal commas: where semicolons part arguments, no comma does, and outside
    a function's brackets nothing is parted. There « 1,250 » is either number, and stays as it is."""
    parted_by_semicolons = any(found[0] == ";" for found in _PART.finditer(source))
    calls: list[bool] = []  # the brackets that are open: whether each is a function's

    def spelt(found: re.Match[str]) -> str:
        if found["opens"]:
            calls.append(found["opens"].strip() != "(")
        elif found["closes"] and calls:
            calls.pop()
        is_decimal = parted_by_semicolons or (not (calls and calls[-1]) and not _THOUSANDS.fullmatch(found[0]))
        return found[0].replace(",", ".") if found["number"] and is_decimal else found[0]

    return _PART.sub(spelt, source)


def _placed(reference: Reference, sheets: Sheets, own: Table, down: int) -> Reference:
    table, name = own, None
    if reference.sheet is not None:
        if as_called(reference.sheet) not in sheets:
            raise NotAFormula(f"there is no sheet {reference.sheet}")
        table = sheets[as_called(reference.sheet)]
        name = table.sheet
    row = reference.row if reference.row_fixed else reference.row + down
    row = table.last if reference.row == LAST else row
    if row + table.shift > MAX_ROW:
        raise NotAFormula(f"row {row} lies outside the sheet")
    return replace(reference, sheet=name, row=row + table.shift)


def _check(call: Call) -> None:
    name = name_of(call.function)
    if name in _INSTEAD:
        raise NotAFormula(f"no function {call.function}: {_INSTEAD[name]}")
    if name not in FUNCTIONS:
        raise NotAFormula(f"no function {call.function}; there are {' '.join(FUNCTIONS)}")
    fewest, most, _ = FUNCTIONS[name]
    if not fewest <= len(call.arguments) <= most:
        raise NotAFormula(f"{call.function} takes {fewest} to {most} arguments")
    areas = [area for places in _AREAS.get(name, ()) for area in call.arguments[places]]
    if not all(isinstance(area, (Area, Reference, Name)) for area in areas):
        raise NotAFormula(f"{call.function} takes cells, such as B2:B9, where it reads them, nothing reckoned")


def _english(node: Node) -> Node:
    """Functions as every spreadsheet has them, in whatever language and version they were written."""
    match node:
        case Call(function, arguments):
            return in_older(name_of(function), tuple(map(_english, arguments)))
        case Operation(sign, operands):
            return Operation(sign, tuple(map(_english, operands)))
    return node
