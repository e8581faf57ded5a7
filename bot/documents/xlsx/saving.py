"""Writing the file: formulas with their results, nothing on disk (the child may write none), the same bytes again."""

import io
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.cell._writer import write_cell
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter

from bot.documents.package import stable
from bot.documents.xlsx.compute import Place
from bot.documents.xlsx.reckoning import Value


def saved(book: Workbook, results: dict[Place, Value]) -> bytes:
    """The workbook as bytes. `results` are the values of its formulas."""
    body = io.BytesIO()
    with ZipFile(body, "w", ZIP_DEFLATED) as archive:
        _BookWriter(book, archive, results).write_data()
    return stable(body.getvalue())


class _BookWriter(ExcelWriter):  # type: ignore[misc]
    def __init__(self, book: Workbook, archive: ZipFile, results: dict[Place, Value]) -> None:
        super().__init__(book, archive)
        self._results = results

    def write_worksheet(self, ws: Any) -> None:
        """As in openpyxl, but by way of memory."""
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts = ws._charts
        ws._drawing.images = ws._images
        out = io.BytesIO()
        writer = _SheetWriter(ws, out, self._results)
        writer.write()
        ws._rels = writer._rels
        self._archive.writestr(ws.path[1:], out.getvalue())
        self.manifest.append(ws)


class _SheetWriter(WorksheetWriter):  # type: ignore[misc]
    def __init__(self, ws: Any, out: io.BytesIO, results: dict[Place, Value]) -> None:
        self._results = results
        super().__init__(ws, out)

    def write_row(self, xf: Any, row: list[Cell], row_idx: int) -> None:
        """As in openpyxl, but formulas have their results beside them."""
        attributes = {"r": str(row_idx)} | dict(self.ws.row_dimensions.get(row_idx, {}))
        with xf.element("row", attributes):
            for cell in row:
                if cell.data_type == "f":
                    self._formula(xf, cell)
                elif cell._value is not None or cell.has_style:
                    write_cell(xf, self.ws, cell, cell.has_style)

    def _formula(self, xf: Any, cell: Cell) -> None:
        result = self._results[self.ws.title, cell.row, cell.column]
        attributes = {"r": cell.coordinate, "s": str(cell.style_id)}
        if isinstance(result, (bool, str)):
            attributes["t"] = "b" if isinstance(result, bool) else "str"
        with xf.element("c", attributes):
            with xf.element("f"):
                xf.write(cell.value[1:])
            with xf.element("v"):
                xf.write(str(int(result)) if isinstance(result, bool) else str(result))
