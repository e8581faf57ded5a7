"""How much room text takes in cells and how many lines it is set in, by counting: readers have not the same fonts.
A column's width is counted in digits, and in every font the letters of a text are on average a little narrower."""

from math import ceil
from typing import Final

LINE: Final = 15.0  # points
HIGHEST: Final = 409.0  # points; no row is higher
PORTRAIT: Final = 92.0  # characters of columns that A4 upright shows at a legible size
READABLE: Final = 70.0  # characters a line may have beside a table that is narrower
BEYOND: Final = 8.43  # characters, of a column behind the table's
_CAPITAL: Final = 0.2  # by how much a capital is wider than other characters


def room_of(text: str) -> float:
    """Characters of room that a line takes."""
    return len(text) + _CAPITAL * sum(map(str.isupper, text))


def line_count(text: str, room: float) -> int:
    """Lines in a cell that has room for so many characters, broken between words, in longer words where need be."""
    if len(text) * (1 + _CAPITAL) <= room and "\n" not in text:
        return 1
    return sum(_lines(line, max(1.0, room)) for line in text.split("\n"))


def _lines(line: str, room: float) -> int:
    if room_of(line) <= room:
        return 1
    lines, filled = 1, 0.0
    for word in line.split(" "):
        wide = room_of(word)
        if filled and filled + wide > room:
            lines, filled = lines + 1, 0.0
        more = max(0, ceil(wide / room) - 1)
        lines, filled = lines + more, filled + wide - more * room + 1
    return lines


def height(lines: int) -> float | None:
    """Of a row whose fullest cell has so many lines; one alone is left to the reader."""
    return min(HIGHEST, LINE * lines) if lines > 1 else None


def columns_for(wished: float, widths: list[float], first: int) -> tuple[int, float]:
    """The last column that a text beginning in column `first` is laid over, and the room it has there: as far as it
    goes, but no further than the table, or than what a page shows at a legible size."""
    before = sum(widths[: first - 1])
    room, last = 0.0, first - 1
    while last < first or (room < min(wished, PORTRAIT) and (last < len(widths) or before + room < READABLE)):
        room += widths[last] if last < len(widths) else BEYOND
        last += 1
    return last, room
