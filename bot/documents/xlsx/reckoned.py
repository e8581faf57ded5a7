"""Which columns of a sheet its formulas take for numbers: of text a spreadsheet makes nothing there, and never says so.
« 9 » as a text is above 10, and a sum passes over it. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from bot.documents.xlsx.formulas import with_points
from bot.documents.xlsx.model import Formula, Sheet
from bot.documents.xlsx.names import as_called
from bot.documents.xlsx.operators import COMPARING
from bot.documents.xlsx.spellings import name_of
from bot.documents.xlsx.syntax import Area, Call, Constant, Node, NotAFormula, Operation, Reference, nodes, parse

_ADDING: Final = frozenset("SUM AVERAGE MEDIAN MIN MAX PRODUCT SUMPRODUCT".split())
_COUNTING: Final = frozenset(
    "RANK LARGE SMALL COUNT STDEV STDEVP VAR VARP QUARTILE PERCENTILE MODE CORREL SUBTOTAL ROUND ROUNDUP ROUNDDOWN "
    "TRUNC INT ABS SQRT MOD POWER".split()
)
_CHOOSING: Final = {
    **dict.fromkeys(("SUMIF", "AVERAGEIF"), slice(-1, None)),
    **dict.fromkeys(("SUMIFS", "AVERAGEIFS", "MAXIFS", "MINIFS"), slice(1)),
}
"""What adds some of the cells in one of its areas; the others are conditions, and may be codes."""
_EITHER: Final = frozenset(("IF", "IFERROR"))
_WITH_CONDITIONS: Final = frozenset({*_CHOOSING, "COUNTIF", "COUNTIFS"})
_DIGITS: Final = re.compile(r"\d+")
_ARITHMETIC: Final = frozenset("+-*/^%")
_ABOVE_OR_BELOW: Final = re.compile(r"[<>]=?(?:\s*[-+]?\d.*)?")  # a condition: « >=10 », « < » & seuil


def trees_in(sheet: Sheet) -> Sequence[Node]:
    """The formulas of a sheet, of those that differ in their rows alone one."""
    alike = {_DIGITS.sub("1", source): source for source in _formulas(sheet)}
    return [tree for source in alike.values() if (tree := parsed(source)) is not None]


def reckoned_in(sheet: Sheet, own: Iterable[Node], others: Iterable[Node] = ()) -> set[int]:
    """The places of the columns of a sheet's table in whose cells formulas mean numbers, or days: its `own`, or
    `others` that name it."""
    called, count = as_called(sheet.name), len(sheet.columns)
    return {
        place
        for trees, name in ((own, None), (own, called), (others, called))
        for tree in trees
        for node in nodes(tree)
        for part in _reckoned(node)
        for place in _places(part, name, count)
    }


def parsed(source: str) -> Node | None:
    """The tree of a formula as its author wrote it; None where it is none."""
    try:
        return parse(with_points(source))
    except NotAFormula:  # whoever plans the sheet says so
        return None


def _formulas(sheet: Sheet) -> Iterator[str]:
    values = [line.value for line in (*sheet.facts, *sheet.summary)]
    values += [value for row in sheet.rows for value in row]
    yield from (value.formula for value in values if isinstance(value, Formula))
    yield from (column.formula for column in sheet.columns if column.formula)


def _reckoned(node: Node) -> Iterator[Node]:
    match node:
        case Call(function, arguments):
            yield from _of_call(name_of(function), arguments)
        case Operation(sign, operands) if sign in _ARITHMETIC:
            yield from operands
        case Operation(sign, (left, right)) if sign in COMPARING:
            for one, other in ((left, right), (right, left)):
                if _is_number(other) or (sign not in ("=", "<>") and not isinstance(other, Constant)):
                    yield one


def _of_call(name: str, arguments: Sequence[Node]) -> Iterator[Node]:
    if name in _COUNTING:
        yield from arguments
    if name in _ADDING:
        yield from (part for argument in arguments for part in _added(argument))
    yield from [part for part in arguments if isinstance(part, Area)][_CHOOSING.get(name, slice(0))]
    if name in _WITH_CONDITIONS:
        yield from (area for area, condition in pairwise(arguments) if _is_bound(condition))


def _added(node: Node) -> Iterator[Node]:
    """Cells and areas that are added up, also where they are chosen: what they are chosen by may be codes."""
    match node:
        case Area() | Reference():
            yield node
        case Operation(sign, operands) if sign in _ARITHMETIC:
            yield from (part for operand in operands for part in _added(operand))
        case Call(function, arguments) if name_of(function) in _EITHER:
            yield from (part for argument in arguments for part in _added(argument))


def _is_bound(node: Node) -> bool:
    first = node.operands[0] if isinstance(node, Operation) and node.sign == "&" else node
    return isinstance(first, Constant) and isinstance(first.value, str) and bool(_ABOVE_OR_BELOW.fullmatch(first.value))


def _is_number(node: Node) -> bool:
    return isinstance(node, Constant) and isinstance(node.value, float)


def _places(part: Node, sheet: str | None, count: int) -> range:
    """The places of the columns of a sheet in which a cell or an area stands; None: of the formula's own."""
    first, last = (part.first, part.last) if isinstance(part, Area) else (part, part)
    if not (isinstance(first, Reference) and isinstance(last, Reference)):
        return range(0)
    named = None if first.sheet is None else as_called(first.sheet)
    if named != sheet:
        return range(0)
    return range(min(first.column, last.column) - 1, min(max(first.column, last.column), count))
