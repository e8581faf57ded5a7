"""Excel workbooks opened to be read row by row, and for nothing else: what no row needs is not looked at."""

import contextlib
import io
import re
from collections.abc import Iterator
from typing import Any, Final

from openpyxl.chartsheet import Chartsheet
from openpyxl.comments.comment_sheet import CommentSheet
from openpyxl.packaging.relationship import get_dependents, get_rels_path
from openpyxl.reader.excel import ExcelReader
from openpyxl.workbook import Workbook
from openpyxl.worksheet._read_only import ReadOnlyWorksheet
from openpyxl.xml.constants import COMMENTS_NS, DRAWING_NS, REL_NS, SHEET_DRAWING_NS
from openpyxl.xml.functions import fromstring

BROKEN: Final = (KeyError, TypeError, ValueError, SyntaxError)
ROW, COLUMN = (
    re.compile(rb"<(?:\w+:)?%s\s[^<>]*\bhidden=[\"'](?:1|true)[\"'][^<>]*>" % name) for name in (b"row", b"col")
)
NUMBER: Final = re.compile(rb"\b(r|min|max)=[\"'](\d{1,7})[\"']")
MOST_COLUMNS: Final = 16_384  # of a sheet, in Excel


def opened(body: bytes, *, values: bool) -> Workbook:
    """A workbook with the values of its cells, or with their formulas."""
    reader = _Reader(io.BytesIO(body), read_only=True, data_only=values)
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
    """The rows that are not shown, by their numbers, and the columns, by their places (0 is A)."""
    source = sheet.parent._archive.read(sheet._worksheet_path)
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


class _Sheet(ReadOnlyWorksheet):  # type: ignore[misc]
    """Its size is what its rows are: a file that states one need not be right, and one that does not would be parsed to
    its end for it, which takes longer than reading what is wanted."""

    def _get_size(self) -> None:
        pass


class _Reader(ExcelReader):  # type: ignore[misc]
    """A workbook's charts, which stand on sheets of their own and may be damaged, keep nobody from its cells."""

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
