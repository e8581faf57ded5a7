"""Functions that only newer spreadsheets know, or of which each has its own idea (CEILING of what is negative), written
with those that every one knows: an old one shows the file's values too. Pure."""

from collections.abc import Callable, Sequence
from typing import Final

from bot.documents.xlsx.syntax import Call, Constant, Node, NotAFormula, Operation, nodes

NEWER: Final = {
    "XLOOKUP": (3, 4), "ISOWEEKNUM": (1, 1), "IFS": (2, 30), "DAYS": (2, 2),
    "CHOOSE": (2, 15), "SWITCH": (3, 30), "CEILING": (2, 2), "FLOOR": (2, 2), "MROUND": (2, 2),
}  # fmt: skip
"""Name: fewest and most arguments."""
MOST_REPEATED: Final = 12  # parts of an argument that is written several times


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


def _chosen(arguments: Sequence[Node]) -> Node:
    wanted, *values = arguments
    return _switched(
        [wanted, *(part for place, value in enumerate(values, 1) for part in (Constant(float(place)), value))]
    )


def _switched(arguments: Sequence[Node]) -> Node:
    wanted, case, value, *others = arguments
    condition = Operation("=", (_repeated(wanted), case))
    if not others:
        return Call("IF", (condition, value))
    return Call("IF", (condition, value, others[0] if len(others) == 1 else _switched([wanted, *others])))


def _multiple(count: Callable[[Node], Node]) -> Callable[[Sequence[Node]], Node]:
    """So many times the second argument."""

    def write(arguments: Sequence[Node]) -> Node:
        value, step = arguments
        return Operation("*", (count(Operation("/", (value, _repeated(step)))), step))

    return write


def _repeated(node: Node) -> Node:
    """What is written several times over. Raises NotAFormula for what would grow without end."""
    if sum(1 for _ in nodes(node)) > MOST_REPEATED:
        raise NotAFormula("CHOOSE, SWITCH, CEILING, FLOOR and MROUND take a plain cell: give that value a column")
    return node


def _negative(node: Node) -> Node:
    return Operation("-", (node,))


_WAYS: Final[dict[str, Callable[[Sequence[Node]], Node]]] = {
    "XLOOKUP": _looked_up,
    "IFS": _first_true,
    "CHOOSE": _chosen,
    "SWITCH": _switched,
    "CEILING": _multiple(lambda count: _negative(Call("INT", (_negative(count),)))),
    "FLOOR": _multiple(lambda count: Call("INT", (count,))),
    "MROUND": _multiple(lambda count: Call("ROUND", (count, Constant(0.0)))),
    "ISOWEEKNUM": lambda arguments: Call("WEEKNUM", (*arguments, Constant(21.0))),
    "DAYS": lambda arguments: Operation("-", tuple(arguments)),
}
