"""Excel workbooks opened to be read row by row, and for nothing else: what no row needs is not looked at."""

import contextlib
import io
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
