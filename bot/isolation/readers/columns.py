"""The exact sum of one column of a table: numbers as they were written, added as decimals."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal, InvalidOperation
from itertools import islice
from typing import Any

MOST_ROWS, HEADING_ROWS = 20_000, 20
SHOWN_DIGITS = 15  # of a number that a workbook stores: those behind them come from its own arithmetic
SEPARATORS = ";\t|,"  # a comma last: beside another it belongs to decimals or to words
LOOKED_AT, LOOKED_AT_CHARS = 200, 40_000  # of a text, to find what separates its cells
NUMBER = re.compile(r"[+-]?\d{1,3}(?:[ \u00a0\u202f.,']\d{3})+(?:[.,]\d+)?|[+-]?\d+(?:[.,]\d+)?")
UNITS = re.compile(r"(?:f\s?cfa|fcfa|xof|xaf|eur|usd|€|\$|f|%)$", re.IGNORECASE)
DOUBTFUL = re.compile(r"[+-]?\d{1,3}[.,]\d{3}")  # of thousands, or with three decimals: read as the latter
LETTERS = re.compile(r"[A-Za-z]{1,2}")

Found = dict[str, Any]


def sum_of(rows: Iterable[Sequence[Any]], wanted: str) -> Found | None:
    """Of the column with this heading or letter: {column, heading, numbers, sum, smallest, largest, other_cells,
    rows_left_out}; None when there is no such column. `is_total_left_out`: the last number was the sum of the others.
    `doubtful`: a cell that may mean another number. A cell that nobody has calculated is None."""
    table = list(islice(rows, MOST_ROWS + 1))
    place, heading_row = _place(table, wanted)
    if place is None:
        return None
    cells = [row[place] for row in table[heading_row + 1 : MOST_ROWS] if place < len(row)]
    if all(cell in (None, "") for cell in cells):
        return None
    numbers = [number for cell in cells if (number := number_in(cell)) is not None]
    others = sum(1 for cell in cells if cell not in (None, "") and number_in(cell) is None)
    found: Found = {"column": letter_of(place), "heading": "", "other_cells": others,
                    "rows_left_out": len(table) > MOST_ROWS}  # fmt: skip
    if doubtful := next((cell for cell in cells if isinstance(cell, str) and DOUBTFUL.fullmatch(cell.strip())), None):
        found["doubtful"] = doubtful.strip()
    if heading_row >= 0:
        found["heading"] = " ".join(str(table[heading_row][place] or "").split())[:64]
    if len(numbers) > 2 and numbers[-1] == sum(numbers[:-1]):
        numbers.pop()
        found["is_total_left_out"] = True
    found |= {"numbers": len(numbers), "sum": _written(sum(numbers, Decimal(0)))}
    return found | ({"smallest": _written(min(numbers)), "largest": _written(max(numbers))} if numbers else {})


def rows_of(text: str) -> list[list[str]]:
    """The cells of a text in which something separates them."""
    return list(islice(_split(text, _separator(text)), MOST_ROWS + 1))


def number_in(cell: Any) -> Decimal | None:
    """The number a cell is: as the file stores it, or as people write it, `1 234,50 F`."""
    if isinstance(cell, bool) or cell is None:
        return None
    if isinstance(cell, int | float):
        number = Decimal(cell) if isinstance(cell, int) else Decimal(f"{cell:.{SHOWN_DIGITS}g}")
        return number if number.is_finite() else None
    text = UNITS.sub("", " ".join(str(cell).split())).strip() if isinstance(cell, str) else ""
    if not NUMBER.fullmatch(text) or len(text) > 40:
        return None
    try:
        return Decimal(_plain(text))
    except InvalidOperation:
        return None


def letter_of(place: int) -> str:
    """`A` is 0, `AA` 26."""
    return letter_of(place // 26 - 1) + letter_of(place % 26) if place >= 26 else chr(ord("A") + place)


def _split(text: str, mark: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=mark)


def _separator(text: str) -> str:
    """What divides the most of the first rows. A row that is one number has nothing to be divided: `1250,50`."""

    def divided(mark: str) -> int:
        rows = islice(_split(text[:LOOKED_AT_CHARS], mark), LOOKED_AT)
        return sum(len(row) > 1 and number_in(mark.join(row)) is None for row in rows)

    return max(SEPARATORS, key=divided)


def _plain(text: str) -> str:
    """`1 234,50` and `1.234,50` and `1,234.50` as `1234.50`, `1.234.567` as `1234567`."""
    text = re.sub(r"[ \u00a0\u202f']", "", text)
    last = max(text.rfind(","), text.rfind("."))
    if last < 0:
        return text
    if text.count(text[last]) > 1:
        return text.replace(",", "").replace(".", "")
    whole = text[:last].replace(",", "").replace(".", "")
    return f"{whole}.{text[last + 1 :]}"


def _place(table: Sequence[Sequence[Any]], wanted: str) -> tuple[int | None, int]:
    """Where the column stands, and the row of its heading (-1: none). A heading goes before a letter."""
    asked = " ".join(wanted.split()).casefold()
    for row, cells in enumerate(table[:HEADING_ROWS]):
        for place, cell in enumerate(cells):
            if asked and isinstance(cell, str) and " ".join(cell.split()).casefold() == asked:
                return place, row
    width = max(map(len, table), default=0)
    if not LETTERS.fullmatch(wanted.strip()):
        return None, -1
    found = next((index for index in range(width) if letter_of(index) == wanted.strip().upper()), None)
    if found is None:
        return None, -1
    first = next((row for row, cells in enumerate(table) if any(cell not in (None, "") for cell in cells)), 0)
    has_heading = found < len(table[first]) and number_in(table[first][found]) is None
    return found, first if has_heading else -1


def _written(number: Decimal) -> int | float | str:
    """To the digit: as a number where JSON's readers keep it whole."""
    if number == number.to_integral_value() and abs(number) < 2**53:
        return int(number)
    if Decimal(repr(float(number))) == number:
        return float(number)
    return format(number.normalize(), "f")
