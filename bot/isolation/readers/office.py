"""The text of Excel and PowerPoint files since 2007, and of which kind an archive of XML is: they are looked at before
they are unpacked. Word: bot.isolation.readers.word.

Each kind's library is loaded for its own files only: loading takes longer than reading."""

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, time, timedelta
from importlib import import_module
from typing import Any

from bot.errors import FileUnreadable, Unreadable
from bot.isolation.readers.columns import MOST_ROWS, SHOWN_DIGITS, sum_of
from bot.isolation.readers.outline import CELLS, MOST_CHARS, Outline, Section, Wanted, bounded, in_parts, up_to
from bot.isolation.readers.scripts import Piece, written

MIB = 1024 * 1024
MOST_ENTRIES, MOST_BYTES, MOST_OF_ONE = 5_000, 128 * MIB, 48 * MIB  # unpacked
MOST_COLUMNS, MOST_SHEETS, MOST_POINTS = 200, 100, 1_000
SLIDES_TOO = (  # shows and templates without macros are known already
    "application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml",
    "application/vnd.ms-powerpoint.template.macroEnabled.main+xml",
)
BINARY = "xl/workbook.bin"  # of an .xlsb, whose sheets are no XML: nobody here reads them either
CODE = re.compile("0{2,20}")  # a format of so many digits, whatever the number
FOLDERS = {"word/": "docx", "xl/": "xlsx", "ppt/": "pptx"}


def kind_of(body: bytes) -> str | None:
    """docx, xlsx or pptx; None for any other archive. Raises FileUnreadable for one that unpacks to too much."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        entries = archive.infolist()
    sizes = [entry.file_size for entry in entries]
    if len(sizes) > MOST_ENTRIES or sum(sizes) > MOST_BYTES or max(sizes, default=0) > MOST_OF_ONE:
        raise FileUnreadable(Unreadable.TOO_LARGE)
    names = [entry.filename for entry in entries]
    if "[Content_Types].xml" not in names:
        return None
    if BINARY in names:
        raise FileUnreadable(Unreadable.OLD_FORMAT)
    return next((kind for folder, kind in FOLDERS.items() if any(name.startswith(folder) for name in names)), None)


def holds_pictures(body: bytes) -> bool:
    """Whether an Office file brings pictures along."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return any("/media/" in name for name in archive.namelist())


def read_xlsx(body: bytes, wanted: Wanted) -> Outline:
    """Rows of cells, sheet by sheet: their values, or their formulas where nobody has calculated them yet."""
    opened = import_module("bot.isolation.readers.workbooks").opened
    values, formulas = opened(body, values=True), opened(body, values=False)
    sheets = [sheet for sheet in values.worksheets if sheet.sheet_state == "visible"][:MOST_SHEETS]
    outline = in_parts([(sheet.title, bounded(_rows(sheet, formulas[sheet.title]))) for sheet in sheets], wanted)
    if not wanted.column:
        return outline
    chosen = [sheet for sheet in sheets if wanted.sheet.casefold() in ("", sheet.title.casefold())]
    found = ((sheet.title, sum_of(_cells(sheet), wanted.column)) for sheet in chosen)
    return replace(outline, sums=tuple({"sheet": title, **each} for title, each in found if each is not None))


def _cells(sheet: Any) -> Iterator[tuple[Any, ...]]:
    return iter(sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True))


def _rows(values: Any, formulas: Any) -> Iterator[str]:
    limits = {"max_row": MOST_ROWS, "max_col": MOST_COLUMNS}
    for row, other in zip(values.iter_rows(**limits), formulas.iter_rows(**limits, values_only=True), strict=False):
        cells = [
            _cell(formula) if cell.value is None else _formatted(cell)
            for cell, formula in zip(row, other, strict=False)
        ]
        if any(cells):
            yield CELLS.join(cells).rstrip(f"{CELLS}")


def _formatted(cell: Any) -> str:
    """A value as its format shows it, where it would be read as another: 18 % is stored as 0.18, 00701 as 701."""
    value, code = cell.value, str(cell.number_format)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _cell(value)
    if "%" in code:
        return f"{_cell(float(value) * 100)} %"
    return f"{value:0{len(code)}}" if isinstance(value, int) and CODE.fullmatch(code) else _cell(value)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):  # as many digits as are shown: Excel stores some that it made itself
        shown = float(f"{value:.{SHOWN_DIGITS}g}")
        return str(int(shown) if shown.is_integer() else shown)
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, timedelta):
        hours, seconds = divmod(round(value.total_seconds()), 3_600)
        return f"{hours}:{seconds // 60:02}" + (f":{seconds % 60:02}" if seconds % 60 else "")
    return " ".join(str(value).split())


def read_pptx(body: bytes, wanted: Wanted) -> Outline:
    """Slides with their tables and the speaker's notes, of shows and templates too."""
    parts = import_module("pptx").opc.package.PartFactory.part_type_for
    parts |= dict.fromkeys(SLIDES_TOO, import_module("pptx.parts.presentation").PresentationPart)
    package = import_module("pptx.package").Package.open(io.BytesIO(body))
    slides = package.presentation_part.presentation.slides
    total = len(slides)
    sections = (
        Section(place, bounded(_slide(slide))[: MOST_CHARS // 10])
        for place, slide in enumerate(slides, 1)
        if place >= wanted.place
    )
    return Outline("slide", total, tuple(up_to(sections, wanted.chars)))


def _slide(slide: Any) -> Iterator[str]:
    yield from _shapes(slide.shapes)
    if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) is not None and notes.text.strip():
        yield f"[Notes] {notes.text}"


def _shapes(shapes: Any) -> Iterator[str]:
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        elif shape.has_text_frame and shape.text_frame.text.strip():
            yield _said(shape.text_frame)
        elif getattr(shape, "has_table", False):
            yield from (CELLS.join(_said(cell.text_frame) for cell in row.cells) for row in shape.table.rows)
        elif getattr(shape, "has_chart", False):
            yield from _figures(shape.chart)


def _said(frame: Any) -> str:
    """The text of a box, what stands raised or lowered in it too."""
    return "\n".join(written(_pieces(paragraph._p)) for paragraph in frame.paragraphs)


def _pieces(paragraph: Any) -> Iterator[Piece]:
    for element in paragraph:
        name = element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
        if name in ("r", "fld"):
            raised = str(element.rPr.get("baseline", "")) if element.rPr is not None else ""
            height = int(raised.rstrip("%")) if re.fullmatch(r"-?\d{1,6}%?", raised) else 0
            yield Piece(element.text or "", "^" if height > 0 else "_" if height < 0 else "")
        elif name == "br":
            yield Piece("\n")


def _figures(chart: Any) -> Iterator[str]:
    """What a chart shows, as a table: no picture of it is seen."""
    title = chart.chart_title.text_frame.text if chart.has_title and chart.chart_title.has_text_frame else ""
    yield f"[Chart] {' '.join(title.split())}".rstrip()
    for plot in chart.plots:
        series = list(plot.series)[:MOST_COLUMNS]
        yield CELLS.join(["", *(one.name for one in series)])
        labels = list(plot.categories)
        for place in range(min(MOST_POINTS, max([len(labels), *(len(one.values) for one in series)]))):
            values = [one.values[place] if place < len(one.values) else None for one in series]
            yield CELLS.join([str(labels[place]) if place < len(labels) else "", *map(_cell, values)])
