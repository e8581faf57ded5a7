"""Sums among the rows of a column that has a total below it: nothing is counted twice. Pure."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import fsum, isclose
from typing import Final

from bot.documents.xlsx.compute import SUBTOTAL, Computer, Place
from bot.documents.xlsx.formats import LARGE, decimals_of
from bot.documents.xlsx.plan import Placed, Plan
from bot.documents.xlsx.reckoning import Value, is_number
from bot.documents.xlsx.syntax import Area, Call, Constant, Node
from bot.errors import DocumentError
from bot.text.folding import folded

_SUM: Final = Constant(9.0)
_NAMED: Final = re.compile(r"(?:sous[- ]?)?tota(?:l|ux)\b|subtotal|grand total|somme\b|ensemble\b")
FEWEST: Final = 2
"""Numbers that a row has to add up: one alone may well come twice."""


def count_once(plans: Iterable[Plan]) -> None:
    """Sums of their own column's cells become SUBTOTAL, which the total below, then one too, leaves out."""
    for plan in plans:
        for cells in _totalled(plan):
            sums = [cell for cell in cells if cell.look == "body" and _adds_own(cell)]
            if not sums and not any(_is_subtotal(cell) for cell in cells):
                continue
            for cell in [*sums, *(cell for cell in cells if cell.look == "total")]:
                if isinstance(cell.content, Call):
                    cell.content = Call(SUBTOTAL, (_SUM, *cell.content.arguments))


def check_counted_once(plans: Iterable[Plan], values: Mapping[Place, Value]) -> None:
    """Raises DocumentError for a row that is called a total, is the sum of rows above it and is added again, and for
    one that says what the total below it says."""
    for plan in plans:
        labels = _labels(plan)
        for cells in _totalled(plan):
            rows = [cell for cell in cells if cell.look == "body"]
            _check(plan, rows, labels, [values.get((plan.name, c.row, c.column), c.content) for c in rows])


def round_sums(plans: Iterable[Plan], computer: Computer) -> bool:
    """Have amounts below a table, VAT, a discount, be what is shown of them: else « 1 001 063 + 192 705 » comes to one
    more than what stands below. Whether some were not; what is small, or taken many times, may be the price of a unit,
    which three thousand times over would come to another total."""
    broken: dict[Place, tuple[Placed, int]] = {}
    for plan in plans:
        for cell in plan.cells:
            place = (plan.name, cell.row, cell.column)
            value = computer.values.get(place)
            if cell.look not in ("sum", "due") or cell.kind != "money" or not isinstance(cell.content, Node):
                continue
            places = decimals_of("money", cell.unit, ())
            if isinstance(value, float) and abs(value) * 10**places >= LARGE and round(value, places) != value:
                broken[place] = cell, places
    rounded = broken.keys() - (computer.multiplied(broken) if broken else set())
    for cell, places in map(broken.__getitem__, rounded):
        if isinstance(cell.content, Node):
            cell.content = Call("ROUND", (cell.content, Constant(float(places))))
    return bool(rounded)


def _check(plan: Plan, rows: Sequence[Placed], labels: Mapping[int, str], values: Sequence[object]) -> None:
    every: list[float] = []
    since: list[float] = []
    for cell, value in zip(rows, values, strict=True):
        if not isinstance(value, (int, float)) or not is_number(value):
            continue
        if not _NAMED.match(folded(labels.get(cell.row, "")).strip()):
            every, since = ([*every, value], [*since, value]) if not _is_subtotal(cell) else (every, since)
            continue
        again = any(len(part) >= FEWEST and isclose(fsum(part), value) for part in (every, since))
        is_last = cell is rows[-1] and len(every) >= FEWEST and isclose(fsum(every), value)
        if (again and not _is_subtotal(cell)) or is_last:
            raise DocumentError(
                f"{plan.name}: row {cell.row - plan.head} ({labels[cell.row][:40]}) adds up rows above it, and the "
                "column's total says or counts them again: leave that row out"
            )
        since = []


def _totalled(plan: Plan) -> Iterator[list[Placed]]:
    """The cells of each column that has a total, from top to bottom."""
    wanted = {number for number, column in enumerate(plan.sheet.columns, 1) if column.total}
    cells = (cell for cell in plan.cells if cell.column in wanted and cell.look in ("body", "total"))
    ordered = sorted(cells, key=lambda cell: (cell.column, cell.row))
    yield from (list(group) for _, group in groupby(ordered, key=lambda cell: cell.column))


def _labels(plan: Plan) -> dict[int, str]:
    """By row of the table, the first words in it."""
    found: dict[int, str] = {}
    for cell in plan.cells:
        if cell.look == "body" and isinstance(cell.content, str) and cell.content.strip():
            found.setdefault(cell.row, cell.content)
    return found


def _adds_own(cell: Placed) -> bool:
    """Whether a cell is the sum of areas of its own column."""
    content = cell.content
    return (
        isinstance(content, Call)
        and content.function == "SUM"
        and all(
            isinstance(part, Area) and part.first.sheet is None and part.first.column == part.last.column == cell.column
            for part in content.arguments
        )
    )


def _is_subtotal(cell: Placed) -> bool:
    return isinstance(cell.content, Call) and cell.content.function == SUBTOTAL
