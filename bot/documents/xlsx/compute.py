"""The values of formulas, computed before the file is made: it then shows them on phones that do not
calculate, and what would show an error is told to the model instead. Pure."""

import math
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from typing import Final

from openpyxl.utils import get_column_letter
from openpyxl.utils.datetime import to_excel

from bot.documents.xlsx.functions import FUNCTIONS
from bot.documents.xlsx.model import MAX_CELL_CHARS
from bot.documents.xlsx.operators import COMPARING, operate, operate_alone
from bot.documents.xlsx.reckoning import Argument, Failure, Value, each, number, text
from bot.documents.xlsx.syntax import Area, Call, Constant, Name, Node, Operation, Reference, nodes

Place = tuple[str, int, int]
"""Sheet, row, column; rows and columns from 1."""
MAX_READ: Final = 2_000_000
"""Cells that all formulas together may read."""
SUBTOTAL: Final = "SUBTOTAL"
PRODUCTS: Final = "SUMPRODUCT"
SPELT: Final = ("CONCATENATE", "TEXTJOIN", "LEN")
COUNTED_APART: Final = frozenset(
    {"SUM", "PRODUCT", "AVERAGE", "MEDIAN", "STDEV", "STDEVP", "VAR", "VARP", "MIN", "MAX", "COUNT"}
)
"""What passes over a cell that is empty or holds a text, as it does in an area: AVERAGE(B2,D2) of an absence."""


class Circular(Exception):
    """A formula needs its own result; the place is where."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.place = place


class TooMuch(Exception):
    """The formulas read more cells than MAX_READ."""


def said(place: Place) -> str:
    """A place as people write it."""
    return f"{place[0]}!{get_column_letter(place[2])}{place[1]}"


class Computer:
    """`cells` are the values and trees of all sheets, `names` the places of named values (lower case), `today` the day
    on which the file is made, `mark` the decimal one, which a number has within a text."""

    def __init__(
        self, cells: Mapping[Place, object], names: Mapping[str, Place], today: date = date.min, mark: str = "."
    ) -> None:
        self._today, self._mark = today, mark
        self._cells = cells
        self._names = names
        self._read = 0
        self.values: dict[Place, Value] = {}
        self.failures: dict[Place, str] = {}

    def compute(self) -> None:
        """Fill `values` and `failures` for every formula. Raises Circular, TooMuch."""
        for place, content in self._cells.items():
            if isinstance(content, Node) and place not in self.values and place not in self.failures:
                self._settle(place)

    def multiplied(self, places: Collection[Place]) -> set[Place]:
        """Those of some places that a formula takes more than once: a price of a unit, not what a rate is of."""
        found: set[Place] = set()
        for (sheet, _, _), content in self._cells.items():
            for part in nodes(content) if isinstance(content, Node) else ():
                if isinstance(part, Operation) and part.sign == "*":
                    for one, other in (part.operands, part.operands[::-1]):
                        singles = (read for read in nodes(one) if isinstance(read, (Reference, Name)))
                        here = {place for read in singles for place in self._places(read, sheet)}.intersection(places)
                        found |= here if here and not self._is_share(other, sheet) else set()
        return found

    def _is_share(self, node: Node, sheet: str) -> bool:
        try:
            value = self._value(node, sheet)
        except (Failure, ArithmeticError, ValueError):
            return False
        return isinstance(value, (int, float)) and abs(value) <= 1

    def _settle(self, place: Place) -> None:
        """One formula after those it needs; a stack of our own, since a balance may be thousands of rows long."""
        path: list[tuple[Place, Iterator[Place]]] = [(place, self._needed(place))]
        open_places = {place}
        while path:
            here, needed = path[-1]
            following = next(needed, None)
            if following is None:
                path.pop()
                open_places.discard(here)
                self._evaluate_cell(here)
            elif following in open_places:
                raise Circular(following)
            elif following not in self.values and following not in self.failures:
                open_places.add(following)
                path.append((following, self._needed(following)))

    def _needed(self, place: Place) -> Iterator[Place]:
        """The places of the formulas that a formula reads."""
        node = self._cells[place]
        assert isinstance(node, Node)  # noqa: S101
        for part in nodes(node):
            for read in self._places(part, place[0]):
                self._read += 1
                if self._read > MAX_READ:
                    raise TooMuch
                if isinstance(self._cells.get(read), Node):
                    yield read

    def _places(self, part: Node, sheet: str) -> Iterator[Place]:
        match part:
            case Reference():
                yield _place(part, sheet)
            case Area():
                for row in _rows(part, sheet):
                    yield from row
            case Name(name):
                yield self._names[name.lower()]

    def _evaluate_cell(self, place: Place) -> None:
        node = self._cells[place]
        assert isinstance(node, Node)  # noqa: S101
        try:
            value = self._value(node, place[0])
            if isinstance(value, list):
                raise Failure("#VALUE!")
            if isinstance(value, float) and not math.isfinite(value):
                raise Failure("#NUM!")
            if isinstance(value, str) and len(value) > MAX_CELL_CHARS:  # Excel; and texts that double fill the memory
                raise Failure("#VALUE!")
            self.values[place] = 0.0 if value is None else value
        except Failure as failure:
            self.failures[place] = str(failure)
        except ZeroDivisionError:
            self.failures[place] = "#DIV/0!"
        except (ArithmeticError, ValueError):  # out of range: a root, a year, a power
            self.failures[place] = "#NUM!"

    def _value(self, node: Node, sheet: str) -> Argument:
        match node:
            case Constant(value):
                return value
            case Reference():
                return self._at(_place(node, sheet))
            case Area():
                return [[self._at(place) for place in row] for row in _rows(node, sheet)]
            case Name(name):
                return self._at(self._names[name.lower()])
            case Call(function, arguments):
                return self._call(function, arguments, sheet)
            case Operation(sign, (operand,)):
                return operate_alone(sign, self._value(operand, sheet))
            case Operation("&", (left, right)):
                return "".join(text(self._in_words(part, sheet)) for part in (left, right))
            case Operation(sign, (left, right)):
                return operate(sign, self._value(left, sheet), self._value(right, sheet))
        raise AssertionError(node)

    def _call(self, function: str, arguments: tuple[Node, ...], sheet: str) -> Argument:
        if function == "IF":
            chosen = 1 if number(self._value(arguments[0], sheet)) else 2
            return self._value(arguments[chosen], sheet) if chosen < len(arguments) else False
        if function == "IFERROR":
            try:
                return self._value(arguments[0], sheet)
            except (Failure, ArithmeticError, ValueError):
                return self._value(arguments[1], sheet)
        if function == "TODAY":
            return float(to_excel(self._today))
        read = self._but_subtotals if function == SUBTOTAL else self._value
        read = self._cell_as_area if function in COUNTED_APART else read
        read = self._each if function == PRODUCTS else read
        read = self._in_words if function in SPELT else read
        return FUNCTIONS[function][2]([read(argument, sheet) for argument in arguments])

    def _in_words(self, node: Node, sheet: str) -> Argument:
        value = self._value(node, sheet)
        return [[self._spelt(cell) for cell in row] for row in value] if isinstance(value, list) else self._spelt(value)

    def _spelt(self, value: Value) -> Value:
        """A number with decimals as the text that a spreadsheet of its language makes of it; else as it is."""
        is_broken = isinstance(value, float) and not value.is_integer()
        return text(value).replace(".", self._mark) if is_broken else value

    def _each(self, node: Node, sheet: str) -> Argument:
        """What is multiplied, whose signs work cell by cell: (A2:A9="x")*(B2:B9)."""
        if isinstance(node, Operation) and node.sign in COMPARING:  # Excel counts truths as nothing, others as one
            raise Failure(f'#VALUE! (in {PRODUCTS} write --(A2:A9="x") for a condition of its own)')
        return self._across(node, sheet)

    def _across(self, node: Node, sheet: str) -> Argument:
        if not isinstance(node, Operation):
            return self._value(node, sheet)
        parts = [self._across(part, sheet) for part in node.operands]
        if len(parts) == 1:
            return each(lambda values: operate_alone(node.sign, *values), parts)
        return each(lambda values: operate(node.sign, *values), parts)

    def _cell_as_area(self, node: Node, sheet: str) -> Argument:
        value = self._value(node, sheet)
        return [[value]] if isinstance(node, (Reference, Name)) and not isinstance(value, list) else value

    def _but_subtotals(self, node: Node, sheet: str) -> Argument:
        """The cells of an area, empty where one is a subtotal: a total at the end adds none of them again."""
        if not isinstance(node, (Area, Reference)):
            return self._value(node, sheet)
        rows = _rows(node if isinstance(node, Area) else Area(node, node), sheet)
        return [[None if self._is_subtotal(place) else self._at(place) for place in row] for row in rows]

    def _is_subtotal(self, place: Place) -> bool:
        content = self._cells.get(place)
        return isinstance(content, Node) and any(
            isinstance(part, Call) and part.function == SUBTOTAL for part in nodes(content)
        )

    def _at(self, place: Place) -> Value:
        if place in self.failures:
            raise Failure(self.failures[place])
        if place in self.values:
            return self.values[place]
        content = self._cells.get(place)
        if isinstance(content, date):
            return float(to_excel(content))
        return content if isinstance(content, (int, float, str)) else None


def _place(reference: Reference, sheet: str) -> Place:
    return reference.sheet or sheet, reference.row, reference.column


def _rows(area: Area, sheet: str) -> Iterator[list[Place]]:
    first, last = area.first, area.last
    columns = range(min(first.column, last.column), max(first.column, last.column) + 1)
    for row in range(min(first.row, last.row), max(first.row, last.row) + 1):
        yield [(first.sheet or sheet, row, column) for column in columns]
