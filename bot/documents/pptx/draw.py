"""Pages onto python-pptx's slides."""

import io
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pptx.dml.color import RGBColor
from pptx.enum.lang import MSO_LANGUAGE_ID
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls
from pptx.oxml.xmlchemy import OxmlElement
from pptx.util import Pt

from bot.documents.blocks import Span
from bot.documents.direction import runs_leftward
from bot.documents.pictures import picture_in
from bot.documents.pptx.graphs import put_graph
from bot.documents.pptx.marks import plain, stretches
from bot.documents.pptx.measure import cut_to, fitting_size, line_count, width_of
from bot.documents.pptx.pages import CELL, MOST_LINES, Column, Grid, Page
from bot.documents.pptx.points import SUB, Point
from bot.documents.pptx.template import (
    BODY,
    CONTENT,
    GUTTER,
    HALF,
    OPENING,
    OPENING_LINE,
    TITLE,
    TITLE_ONLY,
    TITLE_SLIDE,
    TWO_COLUMNS,
    Frame,
)
from bot.documents.theme import DEEP, HEADING_TINT, INK, SERIES
from bot.errors import DocumentError
from bot.types import Language

TITLE_SIZES: Final = (30.0, 27.0, 24.0, 22.0, 20.0, 18.0, 16.0)
OPENING_SIZES: Final = (44.0, 40.0, 36.0, 32.0, 28.0, 25.0, 22.0, 20.0)
LINE_SIZES: Final = (22.0, 20.0, 18.0, 16.0)
INSET: Final = 14.4
OWN_MARK: Final = re.compile(r"(?:\d{1,3}[.)]|[a-zA-Z]\)|[☐☑☒])\s")  # of a point that brings one
LANGUAGES: Final = {Language.FR: MSO_LANGUAGE_ID.FRENCH, Language.EN: MSO_LANGUAGE_ID.ENGLISH_UK}
_NUMBER: Final = (
    "<p:sp {}><p:nvSpPr><p:cNvPr id='{}' name='Slide Number'/><p:cNvSpPr><a:spLocks noGrp='1'/></p:cNvSpPr><p:nvPr>"
    "<p:ph type='sldNum' sz='quarter' idx='12'/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/><a:p>"
    "<a:fld id='{{C1FF6DA9-008F-8B48-92A6-B652298478BF}}' type='slidenum'><a:rPr/><a:t>{}</a:t></a:fld></a:p>"
    "</p:txBody></p:sp>"
)


class Drawer:
    """Fills a presentation. `images`: the files that pages name."""

    def __init__(self, deck: Any, language: Language, images: Mapping[str, bytes]) -> None:
        self._deck, self._language, self._images = deck, language, images

    def opening(self, title: str, subtitle: str, notes: str = "") -> None:
        """The first slide, or one that has a title alone."""
        slide = self._deck.slides.add_slide(self._deck.slide_layouts[TITLE_SLIDE])
        self._words(slide.shapes.title, title, OPENING_SIZES, OPENING)
        line = slide.placeholders[1]
        if subtitle:
            self._words(line, subtitle, LINE_SIZES, OPENING_LINE)
        else:
            line.element.getparent().remove(line.element)
        if notes:
            slide.notes_slide.notes_text_frame.text = notes

    def page(self, page: Page) -> None:
        """The next slide."""
        if page.is_bare:
            self.opening(page.title, "", page.notes)
            return
        layout = TWO_COLUMNS if page.columns or page.beside else CONTENT if page.points else TITLE_ONLY
        slide = self._deck.slides.add_slide(self._deck.slide_layouts[layout])
        self._words(slide.shapes.title, page.title, TITLE_SIZES, TITLE, page.part)
        frame = BODY
        if page.points:
            self._points(slide.placeholders[1].text_frame, page.points, page.size)
        if page.beside:
            holder = slide.placeholders[2]
            holder.element.getparent().remove(holder.element)
            frame = Frame(BODY.x + HALF + GUTTER, BODY.y, HALF, BODY.height)
        for index, column in enumerate(page.columns, 1):
            self._column(slide, slide.placeholders[index], column, page, index - 1)
        if page.grid:
            self._grid(slide, page.grid)
        if page.chart:
            put_graph(slide, page.chart, frame, page.title, self._language)
        if page.image:
            self._image(slide, page.image, frame)
        self._number(slide)
        if page.notes:
            slide.notes_slide.notes_text_frame.text = page.notes

    def _words(self, shape: Any, text: str, sizes: Sequence[float], frame: Frame, tail: str = "") -> None:
        """One paragraph that fits its frame: smaller, at last shortened, its tail never."""
        width = (frame.width - INSET) / 1.1  # bold is wider than what is measured
        size = fitting_size(text + tail, sizes, width, frame.height - 8)
        lines = max(1, int((frame.height - 8) // (size * 1.2)))
        if line_count(text + tail, size, width) > lines:
            text = cut_to(text, size, width - width_of(tail, size), lines)
        _lean(shape.text_frame.paragraphs[0], text)
        self._runs(shape.text_frame.paragraphs[0], text + tail, size)

    def _runs(self, paragraph: Any, text: str, size: float, *, bold: bool | None = None) -> list[Any]:
        """One a line: a run's own text can break none, but shows its sign for it."""
        runs = []
        for number, line in enumerate(text.split("\n")):
            if number:
                paragraph._p.add_br().get_or_add_rPr().set("sz", str(round(size * 100)))
            run = paragraph.add_run()
            run.text = line
            run.font.size = Pt(size)
            run.font.language_id = LANGUAGES[self._language]
            if bold is not None:
                run.font.bold = bold
            runs.append(run)
        return runs

    def _rich(self, paragraph: Any, text: str, size: float, *, bold: bool = False) -> list[Any]:
        """A marked text; the rest of it has the look of its place, or is bold all the same."""
        runs = []
        for stretch in stretches(text):
            for run in self._runs(paragraph, stretch.words, size, bold=bold or stretch.bold or None):
                run.font.italic = stretch.italic or None
                runs.append(run)
        return runs

    def _points(self, frame: Any, points: Sequence[Point], size: float) -> None:
        for index, point in enumerate(points):
            paragraph = frame.paragraphs[0] if index == 0 else frame.add_paragraph()
            paragraph.level = point.level
            own = round(size * (SUB if point.level else 1.0) * 2) / 2
            paragraph.space_before, paragraph.space_after = Pt(0), Pt(own * 0.4)
            _lean(paragraph, point.text)
            self._rich(paragraph, point.text, own)
            if OWN_MARK.match(point.plain):
                paragraph._p.get_or_add_pPr().append(OxmlElement("a:buNone"))

    def _column(self, slide: Any, holder: Any, column: Column, page: Page, index: int) -> None:
        left, room = BODY.x + index * (HALF + GUTTER), page.headings.room
        Frame(left, BODY.y + room, HALF, BODY.height - room).place(holder)
        if column.heading:
            frame = Frame(left, BODY.y, HALF, room - 6)
            box = slide.shapes.add_textbox(Pt(frame.x), Pt(frame.y), Pt(frame.width), Pt(frame.height))
            box.text_frame.word_wrap = True
            box.text_frame.vertical_anchor = MSO_ANCHOR.MIDDLE
            self._words(box, column.heading, (page.headings.size,), frame)
            font = box.text_frame.paragraphs[0].runs[0].font
            font.bold, font.color.rgb = True, RGBColor(*SERIES[2])
        if column.points:
            self._points(holder.text_frame, column.points, page.size)
        else:
            holder.element.getparent().remove(holder.element)

    def _grid(self, slide: Any, grid: Grid) -> None:
        rows, columns = len(grid.rows) + 1, len(grid.head)
        place = (Pt(BODY.x), Pt(BODY.y), Pt(BODY.width), Pt(sum(grid.heights)))
        table = slide.shapes.add_table(rows, columns, *place).table
        if runs_leftward((Span(next(filter(None, map(plain, grid.head)), "")),)):
            table._tbl.get_or_add_tblPr().set("rtl", "1")
        for column, width in zip(table.columns, grid.widths, strict=True):
            column.width = Pt(width)
        # The first says what a row is of.
        numeric = [index > 0 and all(_is_number(plain(row[index])) for row in grid.rows) for index in range(columns)]
        for number, (row, high) in enumerate(zip((grid.head, *grid.rows), grid.heights, strict=True)):
            table.rows[number].height = Pt(high)
            for index, text in enumerate(row):
                cell = table.cell(number, index)
                self._cell(cell, cut_to(text, grid.size, grid.widths[index] - CELL, MOST_LINES), grid.size, number)
                if numeric[index]:
                    cell.text_frame.paragraphs[0].alignment = PP_ALIGN.RIGHT

    def _cell(self, cell: Any, text: str, size: float, number: int) -> None:
        cell.vertical_anchor = MSO_ANCHOR.MIDDLE
        cell.margin_top = cell.margin_bottom = Pt(3)
        for run in self._rich(cell.text_frame.paragraphs[0], text, size, bold=number == 0):
            run.font.color.rgb = RGBColor(255, 255, 255) if number == 0 else RGBColor(*INK)
        cell.fill.solid()
        ground = DEEP if number == 0 else HEADING_TINT if number % 2 == 0 else (255, 255, 255)
        cell.fill.fore_color.rgb = RGBColor(*ground)

    def _image(self, slide: Any, name: str, frame: Frame) -> None:
        """As large as its frame lets it be, in the middle. Raises DocumentError."""
        if name not in self._images:
            raise DocumentError(f"there is no image {name[:60]!r} among the user's files")
        picture = picture_in(self._images[name], name)
        scale = min(frame.width / picture.width, frame.height / picture.height)
        width, high = picture.width * scale, picture.height * scale
        left, top = frame.x + (frame.width - width) / 2, frame.y + (frame.height - high) / 2
        shape = slide.shapes.add_picture(io.BytesIO(picture.body), Pt(left), Pt(top), Pt(width), Pt(high))
        shape._element.nvPicPr.cNvPr.set("descr", name)

    def _number(self, slide: Any) -> None:
        tree = slide.shapes._spTree
        last = max(int(shape.get("id")) for shape in tree.iter("{*}cNvPr"))
        tree.append(parse_xml(_NUMBER.format(nsdecls("p", "a"), last + 1, len(self._deck.slides))))


def _is_number(text: str) -> bool:
    bare = text.strip("+-−–— ")
    return not bare or (bare[0].isdigit() and sum(map(str.isalpha, text)) <= 4)


def _lean(paragraph: Any, text: str) -> None:
    """Arabic begins at the right."""
    if runs_leftward((Span(text),)):
        properties = paragraph._p.get_or_add_pPr()
        properties.set("rtl", "1")
        properties.set("algn", "r")
