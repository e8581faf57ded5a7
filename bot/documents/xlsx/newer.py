"""Functions that only newer spreadsheets know, written with those that every one knows: an old one shows the
file's values too. Pure."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.documents.xlsx.syntax import Call, Constant, Node, NotAFormula, Operation

NEWER: Final = {"XLOOKUP": (3, 4), "IFS": (2, 30), "DAYS": (2, 2)}
"""Name: fewest and most arguments."""


def in_older(function: str, arguments: tuple[Node, ...]) -> Node:
    """The call of a function, with functions that every spreadsheet has. Raises NotAFormula."""
    write = _WAYS.get(function)
    return Call(function, arguments) if write is None else write(arguments)


def _looked_up(arguments: Sequence[Node]) -> Node:
    wanted, where, what, *missing = arguments
    found = Call("INDEX", (what, Call("MATCH", (wanted, where, Constant(0.0)))))
    return Call("IFERROR", (found, missing[0])) if missing else found


def _first_true(arguments: Sequence[Node]) -> Node:
    if len(arguments) % 2:
        raise NotAFormula("IFS takes a value behind each condition")
    condition, value, *others = arguments
    if not others:
        return Call("IF", (condition, value))
    return Call("IF", (condition, value, _first_true(others)))


_WAYS: Final[dict[str, Callable[[Sequence[Node]], Node]]] = {
    "XLOOKUP": _looked_up,
    "IFS": _first_true,
    "DAYS": lambda arguments: Operation("-", tuple(arguments)),
}
