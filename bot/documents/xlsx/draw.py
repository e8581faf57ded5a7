"""Plans and results onto openpyxl's sheets: values, looks, widths, what is frozen and filtered, how it prints."""

from collections import defaultdict
from datetime import datetime
from math import ceil
from typing import Any, Final

import regex
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from bot.documents.xlsx.compute import Place
from bot.documents.xlsx.formats import MOMENT, decimals_of, hushed, is_short, number_format, plain_code, shown
from bot.documents.xlsx.heights import LINE, PORTRAIT, columns_for, height, line_count, room_of
from bot.documents.xlsx.idle import idle_in
from bot.documents.xlsx.looks import Looks, alignment
from bot.documents.xlsx.plan import LABEL_WIDTH, Content, Look, Placed, Plan, fact_column, numbers_of
from bot.documents.xlsx.reckoning import Value, is_number
from bot.documents.xlsx.syntax import Call, Node
from bot.documents.xlsx.writing import written
from bot.types import Language

NARROWEST, WIDEST = 7.0, 46.0  # characters
MARK, MANY = 4.5, 15  # columns of a register, « P » for each day of a month, beyond so many
FROZEN_HEAD = 6  # lines; a header further down would leave no room for rows on a phone
TITLE_LINE = 21.0  # points
WIDEST_PAGE = 320.0  # characters of columns that A4 on its side shows so that they can be read
# What stands over several columns: the room that one of its characters takes, over that of the table's.
SPREAD: Final[dict[Look, float]] = {"title": 1.6, "label": LABEL_WIDTH, "fact": 1.1, "note": 1.0}
FORMULA_LIKE = ("=", "+", "-", "@", "\t", "\r", "\n", "|", "%")
_LEFTWARD = regex.compile(r"[\p{Arabic}\p{Hebrew}\p{Nko}\p{Adlam}\p{Syriac}]")
_LETTER = regex.compile(r"\p{L}")


class Drawer:
    """Fills one sheet."""

    def __init__(
        self, page: Worksheet, plan: Plan, results: dict[Place, Value], looks: Looks, language: Language
    ) -> None:
        self._page, self._plan, self._results, self._looks = page, plan, results, looks
        self._language = language
        self._leftward, self._idle = _runs_leftward(plan), idle_in(plan)
        self._written: defaultdict[int, list[float]] = defaultdict(list)  # by column, numbers that no formula gives
        for cell in plan.cells:
            if cell.look == "body" and is_number(cell.content) and not plan.is_share(cell):
                self._written[cell.column].append(float(cell.content))
        self._decimals = [self._column_places(index) for index in range(1, len(plan.sheet.columns) + 1)]
        self._codes = [self._column_code(index) for index in range(1, len(plan.sheet.columns) + 1)]
        self._lines_said = {cell.row: str(cell.content) for cell in plan.cells if cell.look in ("label", "sum_label")}

    def draw(self, *, charted: bool = False) -> None:
        """`charted`: charts will stand below the table."""
        widths = self._widths()
        for index, width in enumerate(widths, 1):
            self._page.column_dimensions[get_column_letter(index)].width = width
        for cell in self._plan.cells:
            self._put(cell)
        self._view(self._set_heights(widths))
        self._print(sum(widths), charted=charted)

    def _put(self, cell: Placed) -> None:
        value = self._value(cell)
        number = isinstance(value, (int, float)) or (cell.kind == "date" and not isinstance(value, str))
        if cell.look == "head":
            number = self._numeric(cell.column)
        target = self._page.cell(cell.row, cell.column)
        code = "General"
        if _has_format(cell, value):
            code = (
                MOMENT
                if isinstance(value, datetime)
                else self._plain(cell) or number_format(cell.kind, cell.unit, self._places(cell), self._language)
            )
        if (cell.row, cell.column) in self._idle:  # nothing is shown where it comes to nothing
            code = hushed(code)
        quoted = False
        if isinstance(cell.content, Node):
            target.value = "=" + written(cell.content)
        elif isinstance(cell.content, str):
            quoted = write_text(target, cell.content)
        else:
            target.value = cell.content
        align = "right" if self._leftward and cell.look in SPREAD else alignment(cell.look, number=number)
        self._looks.dress(target, cell.look, code, align, quoted=quoted)

    def _column_places(self, index: int) -> int:
        column, plan = self._plan.sheet.columns[index - 1], self._plan
        places = decimals_of(column.type, column.unit, numbers_of(plan, index, self._results))
        short = filter(is_short, self._written[index])
        return max(places, decimals_of(column.type, column.unit, short, written=True))

    def _column_code(self, index: int) -> str:
        column = self._plan.sheet.columns[index - 1]
        if column.type not in ("auto", "number") or column.unit:
            return ""
        return plain_code(column.title, self._written[index], self._language)

    def _plain(self, cell: Placed) -> str:
        """The code of a cell whose number is a name, a year, or finer than decimals show; else nothing."""
        if cell.kind not in ("auto", "number") or cell.unit:
            return ""
        if isinstance(cell.content, Call) and cell.content.function == "YEAR":
            return "0"
        if cell.look == "body":
            return self._codes[cell.column - 1]
        number = cell.content
        return (
            plain_code(self._lines_said.get(cell.row, ""), [float(number)], self._language) if is_number(number) else ""
        )

    def _value(self, cell: Placed) -> Content | Value:
        return self._results.get((self._plan.name, cell.row, cell.column), cell.content)

    def _places(self, cell: Placed) -> int:
        """A table's numbers are alike; what stands above and below has the decimals it needs."""
        column = self._plan.sheet.columns[cell.column - 1] if cell.column <= len(self._decimals) else None
        value = self._value(cell)
        numbers = [float(value)] if isinstance(value, (int, float)) else []
        is_written = value is cell.content and all(map(is_short, numbers))
        own = decimals_of(cell.kind, cell.unit, numbers, written=is_written)
        is_alike = column is not None and (column.type, column.unit) == (cell.kind, cell.unit)
        if is_alike and cell.look not in ("fact", "label"):
            return max(own if cell.look in ("sum", "due") else 0, self._decimals[cell.column - 1])
        return own

    def _numeric(self, column: int) -> bool:
        """Whether a column holds numbers or days: its header then stands on the right, above them."""
        if self._plan.sheet.columns[column - 1].type in ("number", "money", "percent", "date", "time"):
            return True
        return next(numbers_of(self._plan, column, self._results), None) is not None

    def _text(self, cell: Placed) -> str:
        value = self._value(cell)
        if is_number(value) and self._plain(cell):
            return f"{value:.10g}"
        return shown(value, cell.kind, cell.unit, self._places(cell))

    def _widths(self) -> list[float]:
        """As wide as what stands in a column, within bounds; long text is set in several lines."""
        longest = [0.0] * len(self._plan.sheet.columns)
        for cell in self._plan.cells:
            first = cell.look == "sum_label" and cell.column == 1  # nothing stands before it
            if (first or cell.look in ("body", "total", "sum", "due", "total_label")) and cell.column <= len(longest):
                wider = 1.12 if cell.look in ("total", "due") else 1.0
                longest[cell.column - 1] = max(longest[cell.column - 1], _longest_line(self._text(cell)) * wider)
            elif cell.look == "head":
                words = max((len(word) for word in str(cell.content).split()), default=0)
                length = len(str(cell.content))
                longest[cell.column - 1] = max(longest[cell.column - 1], (words if length > 20 else length) * 1.1)
        least = MARK if len(longest) > MANY and not self._plan.sheet.filter else NARROWEST
        fitted = [min(WIDEST, max(least, length + (2.0 if length <= MARK / 2 else 3.0))) for length in longest]
        widths = [column.width or width for column, width in zip(self._plan.sheet.columns, fitted, strict=True)]
        labels = [room_of(str(cell.content)) * LABEL_WIDTH + 2 for cell in self._plan.cells if cell.look == "label"]
        needed = min(WIDEST, max(labels, default=0.0))
        return [widths[0] + max(0.0, needed - sum(widths[: fact_column(self._plan.sheet) - 1])), *widths[1:]]

    def _set_heights(self, widths: list[float]) -> int:
        """Each row as high as its fullest cell: readers do not look for themselves when they print. How many lines
        there are down to the table's header."""
        lines: dict[int, int] = {}
        for cell in self._plan.cells:
            lines[cell.row] = max(lines.get(cell.row, 1), self._lines(cell, widths))
        for row, count in lines.items():
            if high := height(count):
                self._page.row_dimensions[row].height = high
        self._page.row_dimensions[self._plan.head].height = self._head_height(widths)
        if self._plan.sheet.title:
            self._page.row_dimensions[1].height = TITLE_LINE * lines[1] + 3
        return sum(lines.get(row, 1) for row in range(1, self._plan.head + 1))

    def _lines(self, cell: Placed, widths: list[float]) -> int:
        """Of a cell; what stands above and below the table is laid over as many columns as it needs."""
        value = self._value(cell)
        if cell.look == "body":
            return line_count(value, widths[cell.column - 1] - 2) if isinstance(value, str) else 1
        if cell.look not in SPREAD:
            return 1
        text, wider = self._text(cell), SPREAD[cell.look]
        wished = _longest_line(text) * wider + 2
        last, room = columns_for(wished, widths, cell.column)
        if cell.look == "label":
            last = fact_column(self._plan.sheet) - 1
            room = sum(widths[:last])
        self._merge(cell.row, cell.column, last)
        return line_count(text, (room - 1.5) / wider)

    def _merge(self, row: int, first: int, last: int) -> None:
        if last > first:
            self._page.merge_cells(start_row=row, end_row=row, start_column=first, end_column=last)

    def _head_height(self, widths: list[float]) -> float:
        titles = zip(self._plan.sheet.columns, widths, strict=True)
        lines = max(-(-len(column.title) * 1.1 // max(1.0, width - 1)) for column, width in titles)
        return LINE * min(6, max(1, int(lines))) + 7

    def _view(self, top: int) -> None:
        page, plan = self._page, self._plan
        page.sheet_view.showGridLines = False
        page.sheet_view.rightToLeft = self._leftward
        row = plan.head + 1 if top <= FROZEN_HEAD else 1
        column = plan.sheet.freeze + 1 if plan.sheet.freeze < len(plan.sheet.columns) else 1
        if (row, column) != (1, 1):
            page.freeze_panes = f"{get_column_letter(column)}{row}"
        if plan.sheet.filter and plan.sheet.rows:
            last = get_column_letter(len(plan.sheet.columns))
            page.auto_filter.ref = f"A{plan.head}:{last}{plan.last}"

    def _print(self, width: float, *, charted: bool) -> None:
        page = self._page
        page.page_setup.paperSize = page.PAPERSIZE_A4
        page.page_setup.orientation = "landscape" if width > PORTRAIT else "portrait"
        page.sheet_properties.pageSetUpPr.fitToPage = True
        # Beyond what can be read a table goes on beside its page; charts are never cut by a page's end.
        across = ceil(width / WIDEST_PAGE)
        page.page_setup.fitToWidth, page.page_setup.fitToHeight = across, int(charted)
        if across > 1:
            page.print_title_cols = f"A:{get_column_letter(max(1, self._plan.sheet.freeze))}"
        page.print_title_rows = f"{self._plan.head}:{self._plan.head}"
        page.print_options.horizontalCentered = True
        margins = page.page_margins
        margins.left = margins.right = 0.5
        margins.top, margins.bottom = 0.6, 0.7
        page.oddFooter.left.text = self._plan.name.replace("&", "&&")
        page.oddFooter.right.text = "Page &P / &N"
        for part in (page.oddFooter.left, page.oddFooter.right):
            part.size = 9


def write_text(target: Any, text: str) -> bool:
    """Put a text into a cell as text, whatever it begins with; whether it could be taken for a formula."""
    target.value = text
    target.data_type = "s"
    return text.lstrip(" ").startswith(FORMULA_LIKE)


def _has_format(cell: Placed, value: object) -> bool:
    if cell.look in ("head", "title", "label", "sum_label", "total_label", "note"):
        return False
    return cell.kind == "text" or (not isinstance(value, (str, bool)) and value is not None)


def _longest_line(text: str) -> float:
    return max(map(room_of, text.split("\n")))


def _runs_leftward(plan: Plan) -> bool:
    words = " ".join(str(cell.content) for cell in plan.cells if cell.look in ("title", "head", "body"))[:20_000]
    return 2 * len(_LEFTWARD.findall(words)) > len(_LETTER.findall(words))
