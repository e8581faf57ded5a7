"""Formulas that look a value up in a table. As Excel does, where it finds one; what it would find by chance is not
found. Pure."""

from collections.abc import Sequence

from bot.documents.xlsx.reckoning import Argument, Failure, Value, cells, number, resembles


def look_up(arguments: Sequence[Argument]) -> Value:
    """VLOOKUP for the very value, or in a sorted table for the last that is not above it. A number is no text of the
    same digits, as in Excel."""
    wanted, table, column = arguments[0], arguments[1], int(number(arguments[2]))
    if not isinstance(table, list) or isinstance(wanted, list):
        raise Failure("#VALUE!")
    found = _row_of(table, wanted, sorted_rows=len(arguments) < 4 or number(arguments[3]) != 0)
    if not 1 <= column <= len(found):
        raise Failure("#REF!")
    return found[column - 1]


def look_across(arguments: Sequence[Argument]) -> Value:
    """HLOOKUP: the same in a table that lies."""
    table = arguments[1]
    turned: Argument = [list(column) for column in zip(*table, strict=True)] if isinstance(table, list) else table
    return look_up([arguments[0], turned, *arguments[2:]])


def position(arguments: Sequence[Argument]) -> Value:
    """MATCH for the very value (0), or in sorted cells for the last that is not above it (1)."""
    wanted, kind = arguments[0], number(arguments[2]) if len(arguments) > 2 else 1.0
    if isinstance(wanted, list):
        raise Failure("#VALUE!")
    if kind not in (0, 1):
        raise Failure("#N/A")
    rows: list[list[Value]] = [[value, float(place)] for place, value in enumerate(cells(arguments[1:2]), 1)]
    return _row_of(rows, wanted, sorted_rows=kind == 1)[1]


def at_place(arguments: Sequence[Argument]) -> Value:
    """INDEX of one cell, by its row and column in an area; in a single row or column one number is enough."""
    area = arguments[0] if isinstance(arguments[0], list) else [[arguments[0]]]
    row, column = int(number(arguments[1])), int(number(arguments[2])) if len(arguments) > 2 else 1
    if len(arguments) == 2 and len(area) == 1:
        row, column = 1, row
    if not (1 <= row <= len(area) and 1 <= column <= len(area[0])):
        raise Failure("#REF!")
    return area[row - 1][column - 1]


def _row_of(rows: Sequence[Sequence[Value]], wanted: Value, *, sorted_rows: bool) -> Sequence[Value]:
    """The row that begins with a value. Raises Failure."""
    alike = [row for row in rows if isinstance(row[0], str) == isinstance(wanted, str) and row[0] is not None]
    found = _last_below(alike, wanted) if sorted_rows else _first_same(alike, wanted)
    if found is None:
        raise Failure("#N/A")
    return found


def _first_same(rows: Sequence[Sequence[Value]], wanted: Value) -> Sequence[Value] | None:
    if isinstance(wanted, str):
        return next((row for row in rows if resembles(row[0], wanted)), None)
    return next((row for row in rows if row[0] == (wanted or 0)), None)


def _last_below(rows: Sequence[Sequence[Value]], wanted: Value) -> Sequence[Value] | None:
    """None also where the rows are not sorted, in which Excel finds anything."""
    keys = [_key(row[0]) for row in rows]
    if keys != sorted(keys):
        return None
    return next((row for row, key in zip(reversed(rows), reversed(keys), strict=True) if key <= _key(wanted)), None)


def _key(value: Value) -> tuple[float, str]:
    return (0.0, value.lower()) if isinstance(value, str) else (float(value or 0), "")
