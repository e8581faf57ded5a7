"""The text of Excel and PowerPoint files since 2007. Word: bot.isolation.readers.word.

Each kind's library is loaded for its own files only: loading takes longer than reading."""

import contextlib
import io
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

from bot.isolation.readers.cells import plain, shown
from bot.isolation.readers.charts import C, chart_lines
from bot.isolation.readers.columns import MOST_ROWS
from bot.isolation.readers.diagrams import DIAGRAM, diagram_lines
from bot.isolation.readers.equations import line_of
from bot.isolation.readers.outline import CELLS, HIDDEN_SLIDE, MOST_CHARS, Outline, Section, Wanted, bounded, up_to
from bot.isolation.readers.scripts import Piece, written
from bot.isolation.readers.sheets import MOST_COLUMNS, Row, Sheet, hidden_columns, outline_of
from bot.isolation.readers.xml import parsed

SLIDES_TOO = (  # shows and templates without macros are known already
    "application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml",
    "application/vnd.ms-powerpoint.template.macroEnabled.main+xml",
)
SAID = ("text", "txBody")  # of a comment
COMPATIBLE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
RELATED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


def read_xlsx(body: bytes, wanted: Wanted) -> Outline:
    """Rows of cells, sheet by sheet: their values, or their formulas where nobody has calculated them yet."""
    opened = import_module("bot.isolation.readers.workbooks").opened
    values, formulas = opened(body, values=True), opened(body, values=False)
    seen = [sheet for sheet in values.worksheets if sheet.sheet_state == "visible"]
    sheets = [_sheet(sheet, formulas[sheet.title]) for sheet in seen]
    return outline_of(sheets, len(values.worksheets) - len(seen), wanted)


def _sheet(values: Any, formulas: Any) -> Sheet:
    books = import_module("bot.isolation.readers.workbooks")
    hidden_in = cache(books.hidden_in)

    def rows() -> Iterator[Row]:
        hidden, _ = hidden_in(values)
        limits = {"max_row": MOST_ROWS + 1, "max_col": MOST_COLUMNS + 1}
        both = zip(values.iter_rows(**limits), formulas.iter_rows(**limits, values_only=True), strict=False)
        for number, (row, other) in enumerate(both, 1):
            yield Row([_cell(cell, formula) for cell, formula in zip(row, other, strict=False)], number in hidden)

    def beside() -> Iterator[str]:
        yield from books.beside_cells(values)
        yield from hidden_columns(hidden_in(values)[1])

    def stored() -> Iterator[tuple[Any, ...]]:
        return iter(values.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True))

    return Sheet(values.title, rows, stored, beside)


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
    if slide._element.get("show") in ("0", "false"):
        yield HIDDEN_SLIDE
    _unwrap(slide._element)
    yield from _shapes(slide.shapes)
    if slide.has_notes_slide and (notes := slide.notes_slide.notes_text_frame) is not None and notes.text.strip():
        yield f"[Notes] {notes.text}"
    yield from _comments(slide.part)


def _comments(part: Any) -> Iterator[str]:
    """What people noted on a slide, and answered there: as PowerPoint wrote it until 2021, and since. Damaged ones keep
    nobody from the slides."""
    for relation in part.rels.values():
        if relation.is_external or not relation.reltype.endswith("/comments"):
            continue
        with contextlib.suppress(SyntaxError):
            for comment in parsed(relation.target_part.blob).iter("{*}cm", "{*}reply"):
                words = (
                    each.text or "" for own in comment if _tag(own) in SAID for each in own.iter("{*}t", "{*}text")
                )
                if said := " ".join(" ".join(words).split()):
                    yield f"[Comment] {said}"


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
        else:
            yield from _drawn(shape)


def _drawn(shape: Any) -> Iterator[str]:
    """The figures of a chart and the words of a SmartArt, which stand in parts of their own."""
    for name, identity, lines in ((f"{C}chart", "id", chart_lines), (f"{DIAGRAM}relIds", "dm", diagram_lines)):
        for element in shape._element.iter(name):
            with contextlib.suppress(KeyError):  # a part that is not there keeps nobody from the slides
                yield from lines(shape.part.related_part(element.get(RELATED + identity)).blob)


def _said(frame: Any) -> str:
    """The text of a box, what stands raised or lowered in it too."""
    return "\n".join(written(_pieces(paragraph._p)) for paragraph in frame.paragraphs)


def _pieces(paragraph: Any) -> Iterator[Piece]:
    for element in paragraph:
        name = _tag(element)
        if name in ("r", "fld"):
            raised = str(element.rPr.get("baseline", "")) if element.rPr is not None else ""
            height = int(raised.rstrip("%")) if re.fullmatch(r"-?\d{1,6}%?", raised) else 0
            yield Piece(element.text or "", "^" if height > 0 else "_" if height < 0 else "")
        elif name == "m":
            yield Piece(line_of(element))
        elif name == "br":
            yield Piece("\n")


def _tag(element: Any) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""
