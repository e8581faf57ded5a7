"""A formula's tree as the file has it. Pure."""

from typing import Final

from openpyxl.utils import get_column_letter

from bot.documents.xlsx.syntax import BINDING, UNARY, Area, Call, Constant, Name, Node, Operation, Reference

SINCE_2019: Final = frozenset({"MAXIFS", "MINIFS", "TEXTJOIN"})
"""Functions that have no like among older ones: older spreadsheets show the value that the file holds."""
LATER: Final = "_xlfn."
"""How files mark them (ECMA-376 names none of them)."""


def written(node: Node) -> str:
    """The formula as the file has it, without its =. Every operation of operations stands in parentheses where order
    could matter."""
    match node:
        case Constant(value):
            return _constant(value)
        case Reference():
            return _sheet(node) + _address(node)
        case Area(first, last):
            return f"{_sheet(first)}{_address(first)}:{_address(last)}"
        case Name(name):
            return name
        case Call(function, arguments):
            prefix = LATER if function in SINCE_2019 else ""
            return f"{prefix}{function}({','.join(written(argument) for argument in arguments)})"
        case Operation(sign, (operand,)):
            return f"{_operand(operand, UNARY)}%" if sign == "%" else f"{sign}{_operand(operand, UNARY)}"
        case Operation(sign, (left, right)):
            binding = BINDING[sign]
            return f"{_operand(left, binding - 1)}{sign}{_operand(right, binding)}"
    raise AssertionError(node)


def _constant(value: float | str | bool) -> str:
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return '"' + value.replace('"', '""') + '"' if isinstance(value, str) else f"{value:.15g}"


def _operand(node: Node, binding: int) -> str:
    """In parentheses unless it binds more tightly than `binding`."""
    loose = (
        isinstance(node, Operation) and node.sign != "%" and (len(node.operands) == 1 or BINDING[node.sign] <= binding)
    )
    return f"({written(node)})" if loose else written(node)


def _sheet(reference: Reference) -> str:
    return "" if reference.sheet is None else "'" + reference.sheet.replace("'", "''") + "'!"


def _address(reference: Reference) -> str:
    column, row = "$" * reference.column_fixed, "$" * reference.row_fixed
    return f"{column}{get_column_letter(reference.column)}{row}{reference.row}"
