"""Tables: widths of columns, rows that may be cut by the end of a page, the head repeated on the next."""

from collections.abc import Sequence
from itertools import accumulate, zip_longest

from bot.documents.blocks import Alignment, Spans, Table, restyled
from bot.documents.columns import alignments_of, share
from bot.documents.direction import table_runs_leftward
from bot.documents.pdf.layout import Typesetter
from bot.documents.pdf.pieces import Line, measure, swell
from bot.documents.pdf.sheets import ROUNDING, Box, Sheets
from bot.documents.theme import ACCENT, CELL_PADDING, DEEP, HAIRLINE, HEADING_TINT, INK, LEFT, RIGHT, TABLE

SMALLEST_UPRIGHT = 7.25
SIZES = (TABLE, 8.25, SMALLEST_UPRIGHT, 6.25)  # the first at which no word has to be cut
LINE = 1.38
BASELINE = 0.76
WIDEST_WORD = 0.3  # of the table: longer words, web addresses mostly, are cut rather than starve the other columns
KEPT = 96.0  # points: the head and the first rows of a table, the first lines of code
WHOLE_ROW_LINES = 12  # a row up to this long goes to the next page rather than being cut
WHOLE_TABLE = 180.0  # points; a table up to this high does likewise: one of variations, or of marks
FEW_ROWS = 12

Cells = Sequence[Sequence[Line]]


class TableSetter:
    """Puts tables onto sheets."""

    def __init__(self, setter: Typesetter, sheets: Sheets) -> None:
        self._setter = setter
        self._sheets = sheets

    def put(self, table: Table, x: float) -> None:
        """The whole table, as wide as the text, or as a page on its side; on one page where it is small."""
        placed, head, rows = self._placed(table, x, wide=self.lay(table, x))
        self._sheets.need(_together(placed, head, rows))
        placed.head(head)
        for row in rows:
            placed.row(row, head)
        self._sheets.box(Box(x, self._sheets.y - 0.5, placed.room, 1.0, ACCENT))
        self._sheets.y += 3
        self._sheets.wide = False

    def announced(self, table: Table, x: float) -> float:
        """The page turned for a table whose heading comes now; points of it that stay with the heading."""
        wide = self.lay(table, x)
        return max(KEPT, _together(*self._placed(table, x, wide=wide))) if len(table.rows) <= FEW_ROWS else KEPT

    def _placed(self, table: Table, x: float, *, wide: bool) -> tuple["_Placed", Cells, Sequence[Cells]]:
        room = (self._sheets.pages[-1].right if wide else RIGHT) - x
        table, alignments = _as_read(table)
        head = tuple(restyled(cell, bold=True) for cell in table.head)
        size, padding, widths = self._widths([head, *table.rows], room)
        head_lines, *rows = (
            [self._setter.lines(cell, size, width) for cell, width in zip(row, widths, strict=True)]
            for row in (head, *table.rows)
        )
        placed = _Placed(self._sheets, x, room, padding, size, widths, alignments)
        return placed, head_lines if table.has_head else [], rows

    def lay(self, table: Table, x: float = LEFT) -> bool:
        """Go to a page on its side for a table that needs one; whether it does."""
        if wide := x == LEFT and self.is_wide(table):
            self._sheets.lay_wide()
        return wide

    def is_wide(self, table: Table) -> bool:
        """Whether words or numbers would be cut upright, in letters that are easily read."""
        columns, room = len(table.head), RIGHT - LEFT
        room -= 2 * min(CELL_PADDING, room / columns / 6) * columns
        rows = [tuple(restyled(cell, bold=True) for cell in table.head), *table.rows]
        return sum(least for _wish, least in self._needed(rows, SMALLEST_UPRIGHT, room)) > room

    def _needed(self, rows: Sequence[Sequence[Spans]], size: float, room: float) -> list[tuple[float, float]]:
        """What each column would like to have, and what its widest word needs."""
        wished = [[self._setter.width(cell, size) for cell in column] for column in zip(*rows, strict=True)]
        return [
            (max(line for line, _word in column) + 1, min(max(word for _line, word in column) + 1, room * WIDEST_WORD))
            for column in wished
        ]

    def _widths(self, rows: Sequence[Sequence[Spans]], room: float) -> tuple[float, float, list[float]]:
        """The size of the letters, the padding, and the width of each column's text, in all `room`."""
        columns = len(rows[0])
        for size in SIZES:
            padding = min(CELL_PADDING, room / columns / (6 if size >= SMALLEST_UPRIGHT else 12))
            free = room - 2 * padding * columns
            needed = self._needed(rows, size, free)
            longest, words = [wish for wish, _ in needed], [least for _, least in needed]
            if sum(words) <= free:
                break
        return size, padding, share(longest, words, free)


def _as_read(table: Table) -> tuple[Table, list[Alignment]]:
    """A table with its columns from left to right, and how they stand: the first of one in Arabic is the last."""
    alignments = alignments_of(table)
    if not table_runs_leftward(table):
        return table, alignments
    rows = tuple(row[::-1] for row in table.rows)
    turned = Table(table.head[::-1], rows, table.alignments[::-1])
    return turned, ["center" if side == "center" else "right" for side in reversed(alignments)]


def _together(placed: "_Placed", head: Cells, rows: Sequence[Cells]) -> float:
    """Points that no page's end may part: all of a small table, the head and the first row of others."""
    first = [cell[:WHOLE_ROW_LINES] for cell in rows[0]] if rows else []
    whole = placed.height(head) + sum(map(placed.height, rows)) if len(rows) <= FEW_ROWS else WHOLE_TABLE + 1
    return whole if whole <= WHOLE_TABLE else placed.height(head) + placed.height(first)


class _Placed:
    """A table whose place and columns are settled."""

    def __init__(
        self,
        sheets: Sheets,
        x: float,
        room: float,
        padding: float,
        size: float,
        widths: Sequence[float],
        alignments: Sequence[Alignment],
    ) -> None:
        self._sheets = sheets
        self._x = x
        self.room = room
        self._padding = padding
        self._size = size
        self._widths = widths
        self._alignments = alignments

    def height(self, cells: Cells) -> float:
        return bool(cells) * 2 * min(self._padding, 4.0) + sum(sum(extent) for extent in self._extents(cells))

    def _extents(self, cells: Cells) -> list[tuple[float, float]]:
        """Room above and below each baseline; beside each other the cells' lines share theirs."""
        above, below = self._size * LINE * BASELINE, self._size * LINE * (1 - BASELINE)
        extents = []
        for beside in zip_longest(*cells, fillvalue=()):
            swollen = [swell(line, above, below) for line in beside]
            extents.append((above + max(high for high, _ in swollen), below + max(deep for _, deep in swollen)))
        return extents

    def _fitting(self, cells: Cells) -> int:
        """How many lines of a row fit on what is left of the page."""
        room = self._sheets.room - 2 * min(self._padding, 4.0)
        ends = accumulate(sum(extent) for extent in self._extents(cells))
        return sum(end <= room + ROUNDING for end in ends)

    def head(self, cells: Cells) -> None:
        height = self.height(cells)
        if cells:
            self._sheets.box(Box(self._x, self._sheets.y, self.room, height, HEADING_TINT))
            self._draw(cells, height, bold=True)

    def row(self, cells: Cells, head: Cells) -> None:
        """A row whole where it fits on this page or the next, else cut between lines."""
        while cells:
            lines = max(len(cell) for cell in cells)
            fitting = self._fitting(cells)
            if lines > fitting and (lines <= WHOLE_ROW_LINES or fitting < 3) and not self._fresh(head):
                self._sheets.turn()
                self.head(head)
                continue
            taken = min(lines, max(1, fitting))
            part = [cell[:taken] for cell in cells]
            self._draw(part, self.height(part), bold=False)
            cells = [cell[taken:] for cell in cells] if taken < lines else []
        self._sheets.box(Box(self._x, self._sheets.y - 0.35, self.room, 0.7, HAIRLINE))

    def _fresh(self, head: Cells) -> bool:
        """Whether nothing but the table's head is on this page: a further turn would not help."""
        top = Sheets().y
        return self._sheets.y <= top + self.height(head) + 1

    def _draw(self, cells: Cells, height: float, *, bold: bool) -> None:
        x = self._x
        extents = self._extents(cells)
        for cell, width, alignment in zip(cells, self._widths, self._alignments, strict=True):
            y = self._sheets.y + min(self._padding, 4.0)
            for line, (above, below) in zip(cell, extents, strict=False):
                spare = width - measure(line)
                indent = {"left": 0.0, "center": spare / 2, "right": spare}[alignment]
                self._sheets.text(x + self._padding + indent, y + above, line, DEEP if bold else INK)
                y += above + below
            x += width + 2 * self._padding
        self._sheets.y += height
