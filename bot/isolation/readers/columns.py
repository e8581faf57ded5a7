"""The exact sum of one column of a table: numbers as they were written (bot.isolation.readers.amounts), added as
decimals, without the totals among them."""

import contextlib
import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any, Final

from bot.isolation.readers.amounts import marks_of, number_in
from bot.text.folding import folded

MOST_ROWS, HEADING_ROWS = 20_000, 20
SEPARATORS = ";\t|,"  # a comma last: beside another it belongs to decimals or to words
LOOKED_AT, LOOKED_AT_CHARS = 200, 40_000  # of a text, to find what separates its cells
LETTERS = re.compile(r"[A-Za-z]{1,2}")
TOTAL: Final = re.compile(r"(?:grand |montant |s/|(?:sous|sub)[- ]?)?total(?:s|aux)?\b")

Row = Sequence[Any]
Found = dict[str, Any]


def sum_of(rows: Iterable[Row], wanted: str) -> Found | None:
    """Of the column with this heading or letter: {column, heading, numbers, sum, smallest, largest, other_cells,
    rows_left_out}; None when there is no such column. `is_total_left_out`: some rows were sums of others.
    `counted_total`: one that says so and is none, which was added. `doubtful`: a cell that may mean another number. A
    cell that nobody has calculated is None."""
    table = list(islice(rows, MOST_ROWS + 1))
    place, heading_row = _place(table, wanted)
    if place is None:
        return None
    below = [row for row in table[heading_row + 1 : MOST_ROWS] if place < len(row)]
    cells = [row[place] for row in below]
    if all(cell in (None, "") for cell in cells):
        return None
    heading = " ".join(str(table[heading_row][place] or "").split())[:64] if heading_row >= 0 else ""
    marks = marks_of(heading, cells)
    read = [number_in(cell, marks.thousands) for cell in cells]
    others = sum(1 for cell, number in zip(cells, read, strict=True) if cell not in (None, "") and number is None)
    found: Found = {"column": letter_of(place), "heading": heading, "other_cells": others,
                    "rows_left_out": len(table) > MOST_ROWS}  # fmt: skip
    if marks.doubtful:
        found["doubtful"] = marks.doubtful
    labels = (_total_in(row, place) for row in below)
    return found | _added((number, label) for number, label in zip(read, labels, strict=True) if number is not None)


def _added(numbers: Iterable[tuple[Decimal, str]]) -> Found:
    """The sum of some numbers, each with what its row says of a total. Such a row is left out where it is one: of all
    above it, or of those since any total before; « Total Yopougon » may be a petrol station, and twice the same sum
    paid there is no total."""
    added: list[Decimal] = []
    found: Found = {}
    everything, is_named = Decimal(0), False
    ends = {everything: 0}  # what was added up to each total, and how many numbers that were
    for number, label in numbers:
        since = len(added) - ends.get(everything - number, len(added) + 1)
        if label and added and (since > 1 or (since >= 0 and not is_named)):
            found["is_total_left_out"] = True
            ends.setdefault(everything, len(added))
            continue
        if label:
            found["counted_total"] = label
        added.append(number)
        everything, is_named = everything + number, bool(label)
    if len(added) > 2 and added[-1] == everything - added[-1]:
        everything -= added.pop()
        found["is_total_left_out"] = True
        found.pop("counted_total", None)
    found |= {"numbers": len(added), "sum": _written(everything)}
    return found | ({"smallest": _written(min(added)), "largest": _written(max(added))} if added else {})


def _total_in(row: Row, but: int) -> str:
    """What a row says of being a total."""
    words = (cell for place, cell in enumerate(row) if place != but and isinstance(cell, str))
    return next((" ".join(cell.split())[:64] for cell in words if TOTAL.match(folded(cell[:99]).strip(" *_:"))), "")


def rows_of(text: str) -> list[list[str]]:
    """The cells of a text in which something separates them. Where quotation marks do not pair each line is a row, and
    in one with an odd mark they are letters: all rows behind one that is never closed would be one cell, and missing
    in a sum."""
    mark = _separator(text)
    with contextlib.suppress(csv.Error):
        return list(islice(_split(text, mark, strict=True), MOST_ROWS + 1))
    return [_cells(line.rstrip("\n"), mark) for line in islice(io.StringIO(text, newline=None), MOST_ROWS + 1)]


def _cells(line: str, mark: str) -> list[str]:
    """Of « "Riz" local;"1,5 kg" » two."""
    if line.count('"') % 2 == 0 and len(line) < csv.field_size_limit():
        return next(_split(line, mark), [])
    return [cell.strip(' "') for cell in line.split(mark)]


def letter_of(place: int) -> str:
    """`A` is 0, `AA` 26."""
    return letter_of(place // 26 - 1) + letter_of(place % 26) if place >= 26 else chr(ord("A") + place)


def _split(text: str, mark: str, *, strict: bool = False) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=mark, strict=strict)


def _separator(text: str) -> str:
    """What divides the most of the first rows. A row that is one number has nothing to be divided: `1250,50`."""

    def divided(mark: str) -> int:
        rows = islice(_split(text[:LOOKED_AT_CHARS], mark), LOOKED_AT)
        return sum(len(row) > 1 and number_in(mark.join(row)) is None for row in rows)

    return max(SEPARATORS, key=divided)


def _place(table: Sequence[Row], wanted: str) -> tuple[int | None, int]:
    """Where the column stands, and the row of its heading (-1: none). A heading goes before a letter, and a letter
    before a heading that says more: « Montant » for « Montant (FCFA) »."""
    asked = _plain(wanted)
    headings = [
        (_plain(cell), (place, row))
        for row, cells in enumerate(table[:HEADING_ROWS])
        for place, cell in enumerate(cells)
        if asked and isinstance(cell, str)
    ]
    if same := next((where for said, where in headings if said == asked), None):
        return same
    if LETTERS.fullmatch(wanted.strip()):
        return _lettered(table, wanted.strip().upper())
    alike = [where for said, where in headings if re.match(rf"{re.escape(asked)}\b", said)]
    return alike[0] if len({place for place, _ in alike}) == 1 else (None, -1)


def _lettered(table: Sequence[Row], letter: str) -> tuple[int | None, int]:
    width = max(map(len, table), default=0)
    found = next((index for index in range(width) if letter_of(index) == letter), None)
    if found is None:
        return None, -1
    first = next((row for row, cells in enumerate(table) if any(cell not in (None, "") for cell in cells)), 0)
    has_heading = found < len(table[first]) and number_in(table[first][found]) is None
    return found, first if has_heading else -1


def _plain(said: str) -> str:
    return " ".join(folded(said).split())


def _written(number: Decimal) -> int | float | str:
    """To the digit: as a number where JSON's readers keep it whole."""
    if number == number.to_integral_value() and abs(number) < 2**53:
        return int(number)
    if Decimal(repr(float(number))) == number:
        return float(number)
    return format(number.normalize(), "f")
