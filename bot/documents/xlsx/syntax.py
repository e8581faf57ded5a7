"""Formulas as trees: what the grammar does not know is no formula, and what is written into a file is written from the
tree. So there is no way to another workbook, the web, DDE or a macro. Pure."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from openpyxl.utils import column_index_from_string

MAX_DEPTH: Final = 40
MAX_ROW: Final = 20_000
LAST: Final = 0
"""The row of a reference that means the table's last, as in D:D and D2:D: neither the totals nor what lies below."""
# « 'Chiffre d'affaires'!B2 »: who forgets to double an apostrophe means one all the same.
QUOTED: Final = r"(?:[^']|'')+|(?:[^'!]|'(?!!))+"
"""A sheet's name between the apostrophes in front of its !"""
_SHEET: Final = rf"(?:'(?P<quoted{{0}}>{QUOTED})'|(?P<sheet{{0}}>[^\W\d]\w*))!"
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)"
    r'|(?P<text>"(?:[^"]|"")*")'
    rf"|(?P<cell>(?:{_SHEET.format('')})?\$?[A-Za-z]{{1,3}}\$?\d+(?![\w(]))"
    rf"|(?P<columns>(?:{_SHEET.format('_of')})?\$?[A-Za-z]{{1,3}}:\$?[A-Za-z]{{1,3}}(?![\w$(]))"
    r"|(?:_xlfn\.)?(?P<call>[^\W\d_][\w.]*)\s*\("
    r"|(?P<name>[^\W\d]\w*)"
    r"|(?P<sign><=|>=|<>|[-+−*×/÷^&=<>%(),;:]))"
)
BINDING: Final = {"=": 1, "<>": 1, "<": 1, ">": 1, "<=": 1, ">=": 1, "&": 2, "+": 3, "-": 3, "*": 4, "/": 4, "^": 6}
UNARY: Final = 7  # in Excel -2^2 is 4
_RANGE: Final = "a range goes from one cell to another, such as B2:B9"
_COLUMN: Final = re.compile(r"[A-Za-z]{1,3}")
_SAME: Final = {"−": "-", "×": "*", "÷": "/"}


class NotAFormula(Exception):
    """The text is none; the words say where."""


@dataclass(frozen=True, slots=True)
class Constant:
    value: float | str | bool


@dataclass(frozen=True, slots=True)
class Reference:
    """A cell. `sheet` is a name as it was written, None for the sheet the formula stands on."""

    sheet: str | None
    row: int
    column: int
    row_fixed: bool
    column_fixed: bool


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of cells; its sheet is its first corner's."""

    first: Reference
    last: Reference


@dataclass(frozen=True, slots=True)
class Name:
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    function: str
    arguments: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Operation:
    """Two operands, or one: `%` stands behind it, `-` and `+` before."""

    sign: str
    operands: tuple["Node", ...]


Node = Constant | Reference | Area | Name | Call | Operation


def parse(text: str) -> Node:
    """A formula, with or without its =. Raises NotAFormula."""
    parser = _Parser(unicodedata.normalize("NFC", text).strip().removeprefix("="))
    node = parser.expression(0, MAX_DEPTH)
    if parser.peek():
        raise NotAFormula(f"“{parser.peek()}” is not expected there")
    return node


def nodes(node: Node) -> Iterator[Node]:
    """A tree's nodes, itself first; an area's corners are not given apart."""
    yield node
    match node:
        case Call(_, children) | Operation(_, children):
            for child in children:
                yield from nodes(child)


def moved(node: Node, move: Callable[[Reference], Reference]) -> Node:
    """The same formula with each reference replaced."""
    match node:
        case Reference():
            return move(node)
        case Area(first, last):
            there = replace(last, sheet=first.sheet)
            return Area(move(first), move(there))
        case Call(_, arguments):
            return replace(node, arguments=tuple(moved(child, move) for child in arguments))
        case Operation(_, operands):
            return replace(node, operands=tuple(moved(child, move) for child in operands))
    return node


class _Parser:
    def __init__(self, text: str) -> None:
        self._tokens: list[re.Match[str]] = []
        position = 0
        text = text.rstrip()
        while position < len(text):
            token = _TOKEN.match(text, position)
            if token is None:
                raise NotAFormula(f"“{text[position : position + 12]}” is not understood")
            self._tokens.append(token)
            position = token.end()
        self._tokens.reverse()

    def peek(self) -> str:
        """The next sign or word, empty at the end."""
        return self._tokens[-1].group().strip() if self._tokens else ""

    def expression(self, binding: int, depth: int) -> Node:
        if not depth:
            raise NotAFormula("it is nested too deeply")
        node = self._operand(depth)
        while True:
            sign = _SAME.get(self.peek(), self.peek())
            if sign == "%":
                self._tokens.pop()
                node = Operation("%", (node,))
            elif sign in BINDING and self._tokens[-1]["sign"] and BINDING[sign] > binding:
                self._tokens.pop()
                node = Operation(sign, (node, self.expression(BINDING[sign], depth - 1)))
            else:
                return node

    def _operand(self, depth: int) -> Node:
        if not self._tokens:
            raise NotAFormula("it breaks off")
        token = self._tokens.pop()
        if token["number"]:
            return Constant(float(token["number"]))
        if token["text"]:
            return Constant(token["text"][1:-1].replace('""', '"'))
        if token["cell"]:
            return self._reference(token)
        if token["columns"]:
            return _columns(token)
        if token["call"]:
            return Call(token["call"].upper(), self._arguments(depth))
        if token["name"]:
            word = token["name"]
            constants = {"TRUE": True, "FALSE": False, "VRAI": True, "FAUX": False}
            return Constant(constants[word.upper()]) if word.upper() in constants else Name(word)
        sign = _SAME.get(token["sign"], token["sign"])
        if sign in ("-", "+"):
            return Operation(sign, (self.expression(UNARY, depth - 1),))
        if sign == "(":
            node = self.expression(0, depth - 1)
            self._take(")")
            return node
        raise NotAFormula(f"“{sign}” is not expected there")

    def _arguments(self, depth: int) -> tuple[Node, ...]:
        if self.peek() == ")":
            self._tokens.pop()
            return ()
        arguments = [self.expression(0, depth - 1)]
        while self.peek() in (",", ";"):
            self._tokens.pop()
            arguments.append(self.expression(0, depth - 1))
        self._take(")")
        return tuple(arguments)

    def _reference(self, token: re.Match[str]) -> Node:
        first = _cell(token)
        if self.peek() != ":":
            return first
        self._tokens.pop()
        if not self._tokens:
            raise NotAFormula(_RANGE)
        end = self._tokens.pop()
        if end["name"] and _COLUMN.fullmatch(end["name"]):
            return Area(first, replace(_corner(end["name"], LAST), sheet=first.sheet))
        if not end["cell"]:
            raise NotAFormula(_RANGE)
        last = _cell(end)
        if last.sheet not in (None, first.sheet):
            raise NotAFormula("a range stays on one sheet")
        return Area(first, replace(last, sheet=first.sheet))

    def _take(self, sign: str) -> None:
        if self.peek() != sign:
            raise NotAFormula(f"“{sign}” is missing")
        self._tokens.pop()


def _columns(token: re.Match[str]) -> Area:
    """Whole columns: from the table's header to its last row, wherever the formula is filled down to."""
    sheet = (token["quoted_of"] or "").replace("''", "'") or token["sheet_of"]
    first, last = token["columns"].rpartition("!")[2].split(":")
    return Area(replace(_corner(first, 1), sheet=sheet), replace(_corner(last, LAST), sheet=sheet))


def _corner(column: str, row: int) -> Reference:
    letters = column.lstrip("$").upper()
    if column_index_from_string(letters) > 702:
        raise NotAFormula(f"{letters} lies outside the sheet")
    return Reference(None, row, column_index_from_string(letters), True, column.startswith("$"))


def _cell(token: re.Match[str]) -> Reference:
    sheet = (token["quoted"] or "").replace("''", "'") or token["sheet"]
    found = re.fullmatch(r"(\$?)([A-Za-z]{1,3})(\$?)(\d+)", token["cell"].rpartition("!")[2])
    assert found is not None  # noqa: S101 - the token's own pattern
    column_fixed, letters, row_fixed, digits = found.groups()
    row, column = int(digits[:9]), column_index_from_string(letters.upper())
    if not 1 <= row <= MAX_ROW or column > 702:
        raise NotAFormula(f"{letters}{digits} lies outside the sheet")
    return Reference(sheet, row, column, bool(row_fixed), bool(column_fixed))
