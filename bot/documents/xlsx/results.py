"""In which unit a formula's result is, by what it reads: a mean of marks below a column of shares is no share, nor what
is reckoned from francs below a column of euros an amount in euros. Pure."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from bot.documents.xlsx.kinds import ADDED, CHOSEN, Place
from bot.documents.xlsx.model import Formula, Kind, Line
from bot.documents.xlsx.plan import Placed, Plan
from bot.documents.xlsx.reckoning import is_number
from bot.documents.xlsx.syntax import Area, Call, Constant, Name, Node, Operation, Reference, nodes
from bot.documents.xlsx.values import SAID, currency_in, said_in

DEEPEST: Final = 6  # formulas that lean on each other
FEW: Final = 120  # months, people; what an amount is multiplied by beyond may be the rate of a currency
LEAST_RATE, MOST_RATE = 0.005, 2.0  # « 0,18 », « 1,18 »: a tax; 0.0015 is what a franc is in euros
_READING: Final = ADDED | CHOSEN


class Measure(NamedTuple):
    """How a number is shown."""

    kind: Kind
    unit: str = ""


_NUMBER, _SHARE, _MOMENT = Measure("number"), Measure("percent"), Measure("auto")
_WRITTEN: Final = Measure("number", "1")
"""Of a number in a formula, which takes the unit of what it stands beside."""
_RATE: Final = Measure("percent", "1")
"""Likewise; what an amount may be multiplied by and remain one in its currency."""
_MERE: Final = (_WRITTEN, _RATE)
_OF_AMOUNTS: Final = Measure("percent", "/")
"""Of two amounts in one currency: a margin, a part, or how many of what costs so much."""
_OF_NUMBERS: Final = Measure("number", "/")
MOST_SHARE: Final = 2.0


def show_units(plans: Sequence[Plan], named: Mapping[str, Place]) -> None:
    """Lines below a table whose kind nobody has said are shown as what their formulas read, and shares of amounts among
    amounts as shares."""
    cells = {(plan.name, cell.row, cell.column): cell for plan in plans for cell in plan.cells}
    lines = [(plan, *pair) for plan in plans for pair in zip(_sums(plan), plan.sheet.summary, strict=True)]
    unsaid = {(plan.name, cell.row, cell.column) for plan, cell, line in lines if line.type == "auto" and not line.unit}
    units = {plan.name: _Units(plan.name, cells, named, unsaid) for plan in plans}
    for plan in plans:
        for cell in plan.cells:
            if cell.look == "body" and _is_own(plan, cell):
                _show_among(cell, units[plan.name].of(cell.content))
    for plan, cell, line in lines:
        found = units[plan.name].of(cell.content)
        if not (found and found.kind == "money" and _is_converted(plan, cell)):
            _show(cell, line, found, _only_currency(plan))
        if cell.kind == "money" and not line.unit and (said := said_in(line.label)):
            cell.unit = _spelled(plan, said)


def _sums(plan: Plan) -> Iterator[Placed]:
    return (cell for cell in plan.cells if cell.look in ("sum", "due"))


def count_times(plans: Sequence[Plan], values: Mapping[Place, object]) -> None:
    """Quotients of amounts that are no share, 4,800,000 by 190 each, are numbers, or what their column says."""
    for plan in plans:
        for cell in plan.cells:
            value = values.get((plan.name, cell.row, cell.column))
            if (cell.kind, cell.unit) == _OF_AMOUNTS and is_number(value) and abs(value) > MOST_SHARE:
                column = plan.sheet.columns[cell.column - 1]
                is_amount = cell.look == "body" and column.type == "money"
                cell.kind, cell.unit = Measure("money", column.unit) if is_amount else _NUMBER


def _is_own(plan: Plan, cell: Placed) -> bool:
    """Whether a formula among amounts, or among results of all kinds, is its row's own, not its column's."""
    row = plan.sheet.rows[cell.row - plan.head - 1]
    is_formula = cell.column <= len(row) and isinstance(row[cell.column - 1], Formula)
    return is_formula and cell.kind in ("money", "auto") and not (cell.kind == "auto" and cell.unit)


def _show_among(cell: Placed, found: Measure | None) -> None:
    if found in (_OF_AMOUNTS, _SHARE) or (found and found.kind == "money" and cell.kind == "auto"):
        cell.kind, cell.unit = found


def _only_currency(plan: Plan) -> str:
    """The one that all amounts of a table are in, where it is said."""
    units = {column.unit for column in plan.sheet.columns if column.type == "money"}
    return units.pop().strip() if len(units) == 1 else ""


def _is_converted(plan: Plan, cell: Placed) -> bool:
    """Whether a line reckons with the rate by which the column above has its currency: 1.08 is no tax then."""
    above = (each.content for each in plan.cells if each.look == "body" and each.column == cell.column)
    rates = _numbers(next((content for content in above if isinstance(content, Node)), None))
    return not rates.isdisjoint(_numbers(cell.content))


def _numbers(content: object) -> set[object]:
    """Those that a formula multiplies or divides by, beyond a mere one."""
    parts = nodes(content) if isinstance(content, Node) else ()
    factors = (part.operands for part in parts if isinstance(part, Operation) and part.sign in ("*", "/"))
    return {operand.value for pair in factors for operand in pair if isinstance(operand, Constant)}


def _spelled(plan: Plan, said: str) -> str:
    """A currency as the table's columns call it."""
    units = (column.unit for column in plan.sheet.columns if column.type == "money" and column.unit.strip())
    return next((unit for unit in units if currency_in(unit) == currency_in(said)), said)


def _show(cell: Placed, line: Line, found: Measure | None, currency: str) -> None:
    if line.unit:
        return
    if line.type == "money":
        cell.unit = found.unit if found and found.kind == "money" else currency
    elif line.type != "auto" or found in (None, *_MERE):
        return
    elif found in (_OF_AMOUNTS, _OF_NUMBERS):
        if cell.kind == "money":
            cell.kind, cell.unit = found if found == _OF_AMOUNTS else _NUMBER
    elif found == ("money", "FCFA") and cell.unit == SAID:
        return
    elif found != _NUMBER or cell.kind in ("money", "percent"):
        cell.kind, cell.unit = found


class _Units:
    """Of the formulas of one sheet."""

    def __init__(
        self, sheet: str, cells: Mapping[Place, Placed], named: Mapping[str, Place], unsaid: Container[Place]
    ) -> None:
        self._sheet, self._cells, self._named, self._unsaid = sheet, cells, named, unsaid
        self._depth, self._leaning = 0, dict[Place, Measure | None]()

    def of(self, content: object) -> Measure | None:
        """None where it cannot be told."""
        match content:
            case Constant(value):
                is_rate = is_number(value) and LEAST_RATE <= value <= MOST_RATE and not float(value).is_integer()
                return _RATE if is_rate else _WRITTEN
            case Reference() | Name():
                place = self._place(content)
                return self._held(place, self._cells[place]) if place in self._cells else None
            case Area(_, last):
                return self.of(last)
            case Call(function, arguments):
                return self._called(function, arguments)
            case Operation("%", _):
                return _SHARE
            case Operation(_, (operand,)):
                return self.of(operand)
            case Operation(sign, (left, right)):
                return self._operated(sign, left, right)
        return None

    def _place(self, node: Reference | Name) -> Place:
        if isinstance(node, Name):
            return self._named.get(node.name.lower(), ("", 0, 0))
        return node.sheet or self._sheet, node.row, node.column

    def _held(self, place: Place, cell: Placed) -> Measure | None:
        is_beside = cell.look not in ("body", "total") or place[0] != self._sheet  # a number of people, or an amount
        if is_beside and is_number(cell.content) and (cell.kind == "auto" or place in self._unsaid):
            return _WRITTEN
        if cell.kind == "money":
            return Measure("money", cell.unit.strip() or "FCFA")
        if cell.kind in ("date", "time") or isinstance(cell.content, date):
            return _MOMENT
        if cell.kind == "percent":
            return _SHARE
        if cell.kind == "number" or is_number(cell.content):
            return _NUMBER
        return self._leant(place, cell.content) if isinstance(cell.content, Node) else None

    def _leant(self, place: Place, content: Node) -> Measure | None:
        if place not in self._leaning and self._depth < DEEPEST:
            self._depth += 1
            self._leaning[place] = self.of(content)
            self._depth -= 1
        return self._leaning.get(place)

    def _called(self, function: str, arguments: tuple[Node, ...]) -> Measure | None:
        if function.startswith("COUNT"):
            return _NUMBER
        return _alike(map(self.of, arguments[_READING[function]])) if function in _READING else None

    def _operated(self, sign: str, left: Node, right: Node) -> Measure | None:
        first, second = self.of(left), self.of(right)
        if first is None or second is None:
            return None
        if sign in ("+", "-"):
            return _NUMBER if first == second == _MOMENT else _alike((first, second))
        if sign == "*":
            return self._multiplied((left, first), (right, second))
        return self._divided(first, second, right) if sign == "/" else None

    def _multiplied(self, *factors: tuple[Node, Measure]) -> Measure | None:
        for (node, found), (_, other) in (factors, factors[::-1]):
            if found in (_SHARE, _RATE) and other not in _MERE:
                return other
            if found == _OF_AMOUNTS and other == _WRITTEN:  # a hundred times a share, days of a year
                return _NUMBER
            if other.kind == "money" and self._is_few(node, found):
                return other
        return None

    def _divided(self, first: Measure, second: Measure, by: Node) -> Measure | None:
        if second in (_SHARE, _RATE):
            return first if first not in _MERE else None
        if first == second and first.kind in ("money", "number"):
            return _OF_AMOUNTS if first.kind == "money" else _OF_NUMBERS
        return first if first.kind == "money" and self._is_few(by, second) else None

    def _is_few(self, node: Node, found: Measure) -> bool:
        """Whether a number counts something: an amount times so many is one in its own currency."""
        if found not in (_WRITTEN, _NUMBER):
            return False
        value: object = node.value if isinstance(node, Constant) else None
        if isinstance(node, (Reference, Name)) and (cell := self._cells.get(self._place(node))):
            value = cell.content
        return isinstance(value, Node) or value is None or (_is_whole(value) and abs(float(str(value))) <= FEW)


def _is_whole(value: object) -> bool:
    return is_number(value) and float(str(value)).is_integer()


def _alike(found: Iterable[Measure | None]) -> Measure | None:
    """The one of all that are no mere numbers of the formula."""
    different = set(found)
    said = different.difference(_MERE)
    if not said and different:
        return _RATE if _RATE in different else _WRITTEN
    return said.pop() if len(said) == 1 else None
