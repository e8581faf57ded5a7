"""Formulas that have nothing to reckon with: of a line that is a heading among the rows, « LOT 1 », or is still to be
filled in. Pure."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from bot.documents.xlsx.plan import Plan
from bot.documents.xlsx.syntax import Area, Node, Reference, nodes

ELSEWHERE: Final = 0  # column of what stands in other rows, which is taken to be filled


def idle_in(plan: Plan) -> frozenset[tuple[int, int]]:
    """The places, as row and column, of formulas of a table that read nothing but empty cells of their own row, or
    others that do so."""
    idle: set[tuple[int, int]] = set()
    filled: defaultdict[int, set[int]] = defaultdict(lambda: {ELSEWHERE})
    for cell in plan.cells:
        if cell.look != "body" or cell.content is None:
            continue
        if isinstance(cell.content, Node) and _reads_none_of(filled[cell.row], cell.content, cell.row):
            idle.add((cell.row, cell.column))
        else:
            filled[cell.row].add(cell.column)
    return frozenset(idle)


def _reads_none_of(filled: set[int], node: Node, row: int) -> bool:
    parts = [part for part in nodes(node) if isinstance(part, (Area, Reference))]
    places = [place for part in parts for place in _columns(part, row)]
    return bool(places) and filled.isdisjoint(places)


def _columns(part: Area | Reference, row: int) -> Iterator[int]:
    """Those that it reads in a row, and ELSEWHERE."""
    first, last = (part.first, part.last) if isinstance(part, Area) else (part, part)
    if first.sheet is None and first.row == last.row == row:
        yield from range(min(first.column, last.column), max(first.column, last.column) + 1)
    else:
        yield ELSEWHERE
