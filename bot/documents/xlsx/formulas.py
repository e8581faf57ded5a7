"""From what the model wrote to a formula of the file: known functions only, real rows, real sheet names. Pure."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.documents.xlsx.functions import FRENCH, FUNCTIONS
from bot.documents.xlsx.syntax import MAX_ROW, Call, Node, NotAFormula, Operation, Reference, moved, nodes, parse

Sheets = Mapping[str, tuple[str, int]]
"""A sheet's name as the model wrote it, in lower case: its real name, and how many rows its table stands lower than
the model thinks, whose header is in row 1."""

_PART: Final = re.compile(
    r"""(?P<text>"(?:[^"]|"")*"|'(?:[^']|'')+')|(?P<number>(?<![\w.,$])\d+,\d+(?![\w.,]))"""
    r"""|(?P<opens>[A-Za-z.]*\s*\()|(?P<closes>\))|;"""
)
_THOUSANDS: Final = re.compile(r"[1-9]\d{0,2},\d{3}")


def formula(source: str, sheets: Sheets, shift: int, *, down: int = 0) -> Node:
    """The tree of a formula, `down` rows further where it is filled down. Raises NotAFormula."""
    node = parse(with_points(source))
    for part in nodes(node):
        if isinstance(part, Call):
            _check(part)
    return moved(_english(node), lambda reference: _placed(reference, sheets, shift, down))


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


def _placed(reference: Reference, sheets: Sheets, shift: int, down: int) -> Reference:
    row = reference.row if reference.row_fixed else reference.row + down
    name = None
    if reference.sheet is not None:
        if reference.sheet.lower() not in sheets:
            raise NotAFormula(f"there is no sheet {reference.sheet}")
        name, shift = sheets[reference.sheet.lower()]
    if row + shift > MAX_ROW:
        raise NotAFormula(f"row {row} lies outside the sheet")
    return replace(reference, sheet=name, row=row + shift)


def _check(call: Call) -> None:
    name = FRENCH.get(call.function, call.function)
    if name not in FUNCTIONS:
        raise NotAFormula(f"no function {call.function}; there are {', '.join(FUNCTIONS)}")
    fewest, most, _ = FUNCTIONS[name]
    if not fewest <= len(call.arguments) <= most:
        raise NotAFormula(f"{call.function} takes {fewest} to {most} arguments")


def _english(node: Node) -> Node:
    """Functions under the names that files use, in whatever language."""
    match node:
        case Call(function, arguments):
            return Call(FRENCH.get(function, function), tuple(map(_english, arguments)))
        case Operation(sign, operands):
            return Operation(sign, tuple(map(_english, operands)))
    return node
