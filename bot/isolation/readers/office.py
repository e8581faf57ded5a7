"""The text of Excel and PowerPoint files since 2007, and of which kind an archive of XML is: they are looked at before
they are unpacked. Word: bot.isolation.readers.word.

Each kind's library is loaded for its own files only: loading takes longer than reading."""

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

from bot.errors import FileUnreadable
from bot.isolation.readers.cells import plain, shown
from bot.isolation.readers.columns import MOST_ROWS, sum_of
from bot.isolation.readers.diagrams import DIAGRAM, diagram_lines
from bot.isolation.readers.equations import line_of
from bot.isolation.readers.outline import CELLS, MOST_CHARS, Outline, Section, Wanted, bounded, in_parts, up_to
from bot.isolation.readers.scripts import Piece, written
from bot.refusals import Unreadable
from bot.text.counted import counted

MIB = 1024 * 1024
MOST_ENTRIES, MOST_BYTES, MOST_OF_ONE = 5_000, 128 * MIB, 48 * MIB  # unpacked
MOST_COLUMNS, MOST_SHEETS, MOST_POINTS = 200, 100, 1_000
SLIDES_TOO = (  # shows and templates without macros are known already
    "application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml",
    "application/vnd.ms-powerpoint.template.macroEnabled.main+xml",
)
BINARY = "xl/workbook.bin"  # of an .xlsb, whose sheets are no XML: nobody here reads them either
CHART = re.compile(r"word/charts/chart(?:Ex)?\d*\.xml")
COMPATIBLE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}dm"
FOLDERS = {"word/": "docx", "xl/": "xlsx", "ppt/": "pptx"}


def kind_of(body: bytes) -> str | None:
    """docx, xlsx or pptx; None for any other archive. Raises FileUnreadable for one that unpacks to too much."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        entries = archive.infolist()
    names = [entry.filename for entry in entries]
    if "[Content_Types].xml" not in names:
        return None
    sizes = [entry.file_size for entry in entries]
    if len(sizes) > MOST_ENTRIES or sum(sizes) > MOST_BYTES or max(sizes, default=0) > MOST_OF_ONE:
        raise FileUnreadable(Unreadable.TOO_LARGE)
    if BINARY in names:
        raise FileUnreadable(Unreadable.OLD_FORMAT)
    return next((kind for folder, kind in FOLDERS.items() if any(name.startswith(folder) for name in names)), None)


def pictures_in(body: bytes) -> int:
    """How many pictures and recordings an Office file brings along."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return sum("/media/" in name for name in archive.namelist())


def charts_in(body: bytes) -> int:
    """How many charts of a Word file nobody reads: those of workbooks are their cells, those of slides are tables."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        return sum(bool(CHART.fullmatch(name)) for name in archive.namelist())


def read_xlsx(body: bytes, wanted: Wanted) -> Outline:
    """Rows of cells, sheet by sheet: their values, or their formulas where nobody has calculated them yet."""
    opened = import_module("bot.isolation.readers.workbooks").opened
    values, formulas = opened(body, values=True), opened(body, values=False)
    seen = [sheet for sheet in values.worksheets if sheet.sheet_state == "visible"]
    sheets, beyond = seen[:MOST_SHEETS], [sheet.title for sheet in seen[MOST_SHEETS:]]
    texts = [(sheet.title, bounded(_of_sheet(sheet, formulas[sheet.title], beyond))) for sheet in sheets]
    outline = in_parts(texts, wanted)
    hidden = len(values.worksheets) - len(seen)
    unread = (counted(hidden, "hidden sheet"),) if hidden else ()
    outline = replace(outline, is_cut=outline.is_cut or bool(beyond), unread=unread)
    if not wanted.column:
        return outline
    chosen = [sheet for sheet in sheets if wanted.sheet.casefold() in ("", sheet.title.casefold())]
    found = ((sheet.title, sum_of(_cells(sheet), wanted.column)) for sheet in chosen)
    return replace(outline, sums=tuple({"sheet": title, **each} for title, each in found if each is not None))


def _cells(sheet: Any) -> Iterator[tuple[Any, ...]]:
    return iter(sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True))


def _of_sheet(values: Any, formulas: Any, beyond: list[str]) -> Iterator[str]:
    yield from _rows(values, formulas, beyond)
    yield from import_module("bot.isolation.readers.workbooks").beside_cells(values)


def _rows(values: Any, formulas: Any, beyond: list[str]) -> Iterator[str]:
    """A sheet's rows; one that has more rows or columns than are read is put to those `beyond`."""
    limits = {"max_row": MOST_ROWS + 1, "max_col": MOST_COLUMNS + 1}
    both = zip(values.iter_rows(**limits), formulas.iter_rows(**limits, values_only=True), strict=False)
    for place, (row, other) in enumerate(both):
        cells = [_cell(cell, formula) for cell, formula in zip(row, other, strict=False)]
        if any(cells if place == MOST_ROWS else cells[MOST_COLUMNS:]):
            beyond.append(values.title)
        if place < MOST_ROWS and any(cells):
            yield CELLS.join(cells[:MOST_COLUMNS]).rstrip(f"{CELLS}")


def _cell(cell: Any, formula: Any) -> str:
    """What it shows; its formula where nobody has calculated it. One whose result is an empty text shows nothing."""
    if cell.value is not None or cell.data_type == "str":
        return shown(cell.value, str(cell.number_format))
    return plain(getattr(formula, "text", formula))  # one over several cells is a thing of its own


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
    _unwrap(slide._element)
    yield from _shapes(slide.shapes)
    if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) is not None and notes.text.strip():
        yield f"[Notes] {notes.text}"


def _unwrap(slide: Any) -> None:
    """Put what newer programs show in its place: a box that holds an equation stands beside a picture of it, and its
    library sees neither."""
    for wrapped in list(slide.iter(f"{COMPATIBLE}AlternateContent")):
        for element in list(wrapped.iterfind(f"{COMPATIBLE}Choice[1]/*")):
            wrapped.addprevious(element)
        wrapped.getparent().remove(wrapped)


def _shapes(shapes: Any) -> Iterator[str]:
    for shape in shapes:
        if hasattr(shape, "shapes"):
            yield from _shapes(shape.shapes)
        elif shape.has_text_frame and (said := _said(shape.text_frame)).strip():
            yield said
        elif getattr(shape, "has_table", False):
            yield from (CELLS.join(_said(cell.text_frame) for cell in row.cells) for row in shape.table.rows)
        elif getattr(shape, "has_chart", False):
            yield from _figures(shape.chart)
        else:
            yield from _diagram(shape)


def _diagram(shape: Any) -> Iterator[str]:
    """The words of a SmartArt, which stand in a part of their own."""
    for element in shape._element.iter(f"{DIAGRAM}relIds"):
        yield from diagram_lines(shape.part.related_part(element.get(RELATED)).blob)


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
        elif name == "m":
            yield Piece(line_of(element))
        elif name == "br":
            yield Piece("\n")


def _figures(chart: Any) -> Iterator[str]:
    """What a chart shows, as tables: no picture of it is seen."""
    title = chart.chart_title.text_frame.text if chart.has_title and chart.chart_title.has_text_frame else ""
    yield f"[Chart] {' '.join(title.split())}".rstrip()
    for plot in chart.plots:
        series, labels = list(plot.series)[:MOST_COLUMNS], list(map(str, plot.categories))
        are_points = any(_texts(one, "c:xVal//c:pt/c:v") for one in series)  # each of its own x
        for group in [[one] for one in series] if are_points else [series]:
            yield CELLS.join(["x" if are_points else "", *(one.name for one in group)])
            yield from _points(_texts(group[0], "c:xVal//c:pt/c:v") if are_points else labels, group)


def _points(labels: list[str], series: list[Any]) -> Iterator[str]:
    codes = [next(iter(_texts(one, "c:val//c:formatCode | c:yVal//c:formatCode")), "") for one in series]
    for place in range(min(MOST_POINTS, max([len(labels), *(len(one.values) for one in series)]))):
        values = [one.values[place] if place < len(one.values) else None for one in series]
        label = labels[place] if place < len(labels) else ""
        yield CELLS.join([label, *map(shown, values, codes)])


def _texts(series: Any, path: str) -> list[str]:
    return [element.text or "" for element in series._element.xpath(path)]
