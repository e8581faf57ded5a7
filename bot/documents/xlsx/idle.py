"""Formulas that have nothing to reckon with: of a line that is a heading among the rows, « LOT 1 », or is still to be
filled in. Pure."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from bot.documents.xlsx.plan import Plan
from bot.documents.xlsx.syntax import Area, Node, Reference, nodes

ELSEWHERE: Final = 0  # column of what stands in other rows, which is taken to be filled …
SHARED: Final = -1  # … and of what is the same for all rows


def idle_in(plan: Plan) -> frozenset[tuple[int, int]]:
    """The places, as row and column, of formulas of a table that read of their own row nothing but empty cells, or
    others that do so."""
    filled: defaultdict[int, set[int]] = defaultdict(lambda: {ELSEWHERE})
    formulas: defaultdict[int, dict[int, Node]] = defaultdict(dict)
    for cell in plan.cells:
        if cell.look == "body" and isinstance(cell.content, Node):
            formulas[cell.row][cell.column] = cell.content
        elif cell.look == "body" and cell.content is not None:
            filled[cell.row].add(cell.column)
    return frozenset((row, column) for row in formulas for column in _idle(formulas[row], filled[row], row))


def _idle(formulas: dict[int, Node], filled: set[int], row: int) -> set[int]:
    """Of a row's formulas, by column: one may read what stands behind it."""
    idle = set(formulas)
    while busy := {column for column in idle if not _reads_none_of(filled, formulas[column], row)}:
        filled |= busy
        idle -= busy
    return idle


def _reads_none_of(filled: set[int], node: Node, row: int) -> bool:
    """What all rows share, the total that each is a part of, is not asked about."""
    parts = [part for part in nodes(node) if isinstance(part, (Area, Reference))]
    own = {place for part in parts for place in _columns(part, row)} - {SHARED}
    return bool(own) and filled.isdisjoint(own)


def _columns(part: Area | Reference, row: int) -> Iterator[int]:
    """Those that it reads in a row, and ELSEWHERE or SHARED."""
    first, last = (part.first, part.last) if isinstance(part, Area) else (part, part)
    if first.sheet is None and first.row == last.row == row:
        yield from range(min(first.column, last.column), max(first.column, last.column) + 1)
    else:
        yield SHARED if first.row_fixed and last.row_fixed else ELSEWHERE
