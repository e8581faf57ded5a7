"""From what the model wrote to a formula of the file: known functions only, real rows, real sheet names. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from bot.documents.xlsx.functions import FRENCH, FUNCTIONS
from bot.documents.xlsx.syntax import MAX_ROW, Call, Node, NotAFormula, Operation, Reference, moved, nodes, parse

Sheets = Mapping[str, tuple[str, int]]
"""A sheet's name as the model wrote it, in lower case: its real name, and how many rows its table stands lower than
the model thinks, whose header is in row 1."""


def formula(source: str, sheets: Sheets, shift: int, *, down: int = 0) -> Node:
    """The tree of a formula, `down` rows further where it is filled down. Raises NotAFormula."""
    node = parse(source)
    for part in nodes(node):
        if isinstance(part, Call):
            _check(part)
    return moved(_english(node), lambda reference: _placed(reference, sheets, shift, down))


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
