"""Excel workbooks opened to be read row by row, and for nothing else: what no row needs is not looked at."""

import contextlib
import io
import re
from collections import defaultdict
from collections.abc import Iterator
from types import SimpleNamespace
from typing import IO, Any, Final

from openpyxl.chartsheet import Chartsheet
from openpyxl.comments.comment_sheet import CommentSheet
from openpyxl.packaging.relationship import get_dependents, get_rels_path
from openpyxl.reader.excel import ExcelReader
from openpyxl.styles.numbers import BUILTIN_FORMATS, BUILTIN_FORMATS_MAX_SIZE, is_date_format, is_timedelta_format
from openpyxl.workbook import Workbook
from openpyxl.worksheet._read_only import ReadOnlyWorksheet
from openpyxl.worksheet._reader import DATA_TAG, ROW_TAG, WorkSheetParser
from openpyxl.xml.constants import ARC_STYLE, COMMENTS_NS, DRAWING_NS, REL_NS, SHEET_DRAWING_NS, SHEET_MAIN_NS
from openpyxl.xml.functions import fromstring, iterparse

from bot.errors import FileUnreadable
from bot.isolation.readers.packages import MOST_OF_ONE
from bot.refusals import Unreadable

BROKEN: Final = (KeyError, TypeError, ValueError, SyntaxError)
ROW, COLUMN = (
    re.compile(rb"<(?:\w+:)?%s\s[^<>]*\bhidden=[\"'](?:1|true)[\"'][^<>]*>" % name) for name in (b"row", b"col")
)
NUMBER: Final = re.compile(rb"\b(r|min|max)=[\"'](\d{1,7})[\"']")
MOST_COLUMNS: Final = 16_384  # of a sheet, in Excel
USUAL: Final = "General"  # format of a number


def opened(body: bytes, *, values: bool) -> Workbook:
    """A workbook with the values of its cells, or with their formulas."""
    reader = _Reader(io.BytesIO(body), read_only=True, data_only=values, keep_links=False)
    reader.read()
    return reader.wb


def beside_cells(sheet: Any) -> Iterator[str]:
    """What people noted beside its cells, and what stands in boxes over them: `[Comment B2] À vérifier`, `[Box] TVA de
    18 %`. Damaged ones keep nobody from the cells."""
    with contextlib.suppress(*BROKEN):
        for root in _related(sheet, COMMENTS_NS):
            for place, comment in CommentSheet.from_tree(root).comments:
                if said := " ".join(comment.text.split()):
                    yield f"[Comment {place}] {said}"
    with contextlib.suppress(*BROKEN):
        for root in _related(sheet, f"{REL_NS}/drawing"):
            yield from dict.fromkeys(_boxes(root))  # some stand there twice, for older programs


def hidden_in(sheet: Any) -> tuple[set[int], list[int]]:
    """The rows that are not shown, by their numbers, and the columns, by their places (0 is A), as far as any row is
    read."""
    with sheet.parent._archive.open(sheet._worksheet_path) as opened_sheet:
        source = opened_sheet.read(MOST_OF_ONE)
    columns: set[int] = set()
    for said in map(_numbers, COLUMN.findall(source)):
        columns |= set(range(said.get(b"min", 1) - 1, min(said.get(b"max", 0), MOST_COLUMNS)))
    return {said[b"r"] for said in map(_numbers, ROW.findall(source)) if b"r" in said}, sorted(columns)


def _numbers(tag: bytes) -> dict[bytes, int]:
    return {name: int(number) for name, number in NUMBER.findall(tag)}


def _related(sheet: Any, kind: str) -> Iterator[Any]:
    archive = sheet.parent._archive
    for relation in get_dependents(archive, get_rels_path(sheet._worksheet_path)).find(kind):
        yield fromstring(archive.read(relation.target))


def _boxes(drawing: Any) -> Iterator[str]:
    for box in drawing.iter(f"{{{SHEET_DRAWING_NS}}}txBody"):
        lines = ("".join(text.text or "" for text in line.iter(f"{{{DRAWING_NS}}}t")) for line in box)
        if said := " ".join(" ".join(lines).split()):
            yield f"[Box] {said}"


class _Rows(WorkSheetParser):  # type: ignore[misc]
    """Of a sheet the rows alone: its filters, its looks and its pages are often such as their library does not know."""

    def parse(self) -> Iterator[tuple[int, Any]]:
        for _, element in iterparse(self.source):
            if element.tag == ROW_TAG:
                yield self.parse_row(element)
                element.clear()
            elif element.tag == DATA_TAG:
                return


class _Part:
    """A part of an archive, unpacked piece by piece. Raises FileUnreadable where that leads too far."""

    def __init__(self, source: IO[bytes]) -> None:
        self._source, self._left = source, MOST_OF_ONE

    def read(self, size: int) -> bytes:
        piece = self._source.read(size)
        self._left -= len(piece)
        if self._left < 0:
            raise FileUnreadable(Unreadable.TOO_LARGE)
        return piece

    def close(self) -> None:
        self._source.close()


class _Sheet(ReadOnlyWorksheet):  # type: ignore[misc]
    """Its size is what its rows are: a file that states one need not be right, and one that does not would be parsed to
    its end for it, which takes longer than reading what is wanted."""

    def _get_size(self) -> None:
        pass

    def _get_source(self) -> contextlib.closing[_Part]:
        return contextlib.closing(_Part(self.parent._archive.open(self._worksheet_path)))

    def _cells_by_row(
        self, min_col: int, min_row: int, max_col: int, max_row: int, values_only: bool = False
    ) -> Iterator[tuple[Any, ...]]:
        book, place = self.parent, min_row
        looks = {"date_formats": book._date_formats, "timedelta_formats": book._timedelta_formats, "epoch": book.epoch}
        with self._get_source() as source:
            for number, row in _Rows(source, self._shared_strings, book.data_only, **looks).parse():
                if number > max_row:
                    return
                yield from [self._get_row((), min_col, max_col, values_only)] * (number - place)  # some are left out
                if number >= place:
                    yield self._get_row(row, min_col, max_col, values_only)
                place = max(place, number + 1)


class _Reader(ExcelReader):  # type: ignore[misc]
    """What a workbook looks like, who wrote it, its links and its charts may be damaged, or such as its library does
    not know: they keep nobody from its cells."""

    def read(self) -> None:
        self.read_manifest()
        self.read_strings()
        self.read_workbook()
        self._read_formats()
        self.read_worksheets()

    def _read_formats(self) -> None:
        """Of how cells look their numbers' formats alone."""
        book = self.wb
        root = fromstring(self.archive.read(ARC_STYLE) if ARC_STYLE in self.valid_files else "<none/>")
        codes = {
            each.get("numFmtId"): each.get("formatCode") or ""
            for each in root.iterfind(f"{{{SHEET_MAIN_NS}}}numFmts/*")
        }
        looks = [each.get("numFmtId") or "0" for each in root.iterfind(f"{{{SHEET_MAIN_NS}}}cellXfs/*")]
        usual = {str(number): code for number, code in BUILTIN_FORMATS.items()}
        book._number_formats = shown = [codes.get(look) or usual.get(look, USUAL) for look in looks]
        places = {place: SimpleNamespace(numFmtId=BUILTIN_FORMATS_MAX_SIZE + place) for place in range(len(shown))}
        book._cell_styles = defaultdict(lambda: SimpleNamespace(numFmtId=0), places)
        book._date_formats = {place for place, code in enumerate(shown) if is_date_format(code)}
        book._timedelta_formats = {place for place, code in enumerate(shown) if is_timedelta_format(code)}

    def read_worksheets(self) -> None:
        for sheet, relation in self.parser.find_sheets():
            if relation.target not in self.valid_files:
                continue
            if "chartsheet" in relation.Type:
                self.wb._sheets.append(Chartsheet())  # the sheets are told by their places
                continue
            opened_sheet = _Sheet(self.wb, sheet.name, relation.target, self.shared_strings)
            opened_sheet.sheet_state = sheet.state
            self.wb._sheets.append(opened_sheet)
