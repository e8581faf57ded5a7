"""Pages onto python-pptx's slides."""

import io
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE, XL_LABEL_POSITION, XL_LEGEND_POSITION, XL_TICK_LABEL_POSITION
from pptx.enum.lang import MSO_LANGUAGE_ID
from pptx.enum.text import MSO_ANCHOR, PP_ALIGN
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls
from pptx.util import Pt

from bot.documents.pictures import picture_in
from bot.documents.pptx.marks import plain, stretches
from bot.documents.pptx.measure import cut_to, fitting_size, line_count, width_of
from bot.documents.pptx.model import Graph
from bot.documents.pptx.pages import CELL, HEADING, MOST_LINES, Column, Grid, Page
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
from bot.documents.spelling import FRENCH
from bot.documents.theme import DEEP, HEADING_TINT, INK, MUTED, SERIES
from bot.errors import DocumentError
from bot.types import Language

TITLE_SIZES: Final = (30.0, 27.0, 24.0, 22.0)
OPENING_SIZES: Final = (44.0, 40.0, 36.0, 32.0, 28.0)
LINE_SIZES: Final = (22.0, 20.0, 18.0, 16.0)
INSET: Final = 14.4
LANGUAGES: Final = {Language.FR: MSO_LANGUAGE_ID.FRENCH, Language.EN: MSO_LANGUAGE_ID.ENGLISH_UK}
_KINDS: Final = {
    "bar": XL_CHART_TYPE.COLUMN_CLUSTERED,
    "line": XL_CHART_TYPE.LINE_MARKERS,
    "pie": XL_CHART_TYPE.PIE,
}
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

    def opening(self, title: str, subtitle: str) -> None:
        """The first slide."""
        slide = self._deck.slides.add_slide(self._deck.slide_layouts[TITLE_SLIDE])
        self._words(slide.shapes.title, title, OPENING_SIZES, OPENING)
        line = slide.placeholders[1]
        if subtitle:
            self._words(line, subtitle, LINE_SIZES, OPENING_LINE)
        else:
            line.element.getparent().remove(line.element)

    def page(self, page: Page) -> None:
        """The next slide."""
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
            self._column(slide, slide.placeholders[index], column, page.size, index - 1)
        if page.grid:
            self._grid(slide, page.grid)
        if page.chart:
            self._chart(slide, page.chart, frame, page.title)
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
        self._run(shape.text_frame.paragraphs[0], text + tail, size)

    def _run(self, paragraph: Any, text: str, size: float, *, bold: bool | None = None) -> Any:
        run = paragraph.add_run()
        run.text = text.replace("\n", "\v")
        run.font.size = Pt(size)
        run.font.language_id = LANGUAGES[self._language]
        if bold is not None:
            run.font.bold = bold
        return run

    def _rich(self, paragraph: Any, text: str, size: float, *, bold: bool = False) -> list[Any]:
        """A marked text; the rest of it has the look of its place, or is bold all the same."""
        runs = []
        for stretch in stretches(text):
            run = self._run(paragraph, stretch.words, size, bold=bold or stretch.bold or None)
            run.font.italic = stretch.italic or None
            runs.append(run)
        return runs

    def _points(self, frame: Any, points: Sequence[Point], size: float) -> None:
        for index, point in enumerate(points):
            paragraph = frame.paragraphs[0] if index == 0 else frame.add_paragraph()
            paragraph.level = point.level
            own = round(size * (SUB if point.level else 1.0) * 2) / 2
            paragraph.space_before, paragraph.space_after = Pt(0), Pt(own * 0.4)
            self._rich(paragraph, point.text, own)

    def _column(self, slide: Any, holder: Any, column: Column, size: float, index: int) -> None:
        left = BODY.x + index * (HALF + GUTTER)
        Frame(left, BODY.y + HEADING, HALF, BODY.height - HEADING).place(holder)
        if column.heading:
            frame = Frame(left, BODY.y, HALF, HEADING - 6)
            box = slide.shapes.add_textbox(Pt(frame.x), Pt(frame.y), Pt(frame.width), Pt(frame.height))
            box.text_frame.word_wrap = True
            box.text_frame.vertical_anchor = MSO_ANCHOR.MIDDLE
            self._words(box, column.heading, (20.0, 18.0, 16.0, 14.0, 12.0), frame)
            font = box.text_frame.paragraphs[0].runs[0].font
            font.bold, font.color.rgb = True, RGBColor(*SERIES[2])
        if column.points:
            self._points(holder.text_frame, column.points, size)
        else:
            holder.element.getparent().remove(holder.element)

    def _grid(self, slide: Any, grid: Grid) -> None:
        rows, columns = len(grid.rows) + 1, len(grid.head)
        place = (Pt(BODY.x), Pt(BODY.y), Pt(BODY.width), Pt(sum(grid.heights)))
        table = slide.shapes.add_table(rows, columns, *place).table
        for column, width in zip(table.columns, grid.widths, strict=True):
            column.width = Pt(width)
        numeric = [all(_is_number(plain(row[index])) for row in grid.rows) for index in range(columns)]
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

    def _chart(self, slide: Any, graph: Graph, frame: Frame, title: str) -> None:
        data = CategoryChartData()
        data.categories = graph.labels
        shown = graph.series[:1] if graph.type == "pie" else graph.series
        for series in shown:
            data.add_series(series.name, series.values)
        place = (Pt(frame.x), Pt(frame.y), Pt(frame.width), Pt(frame.height))
        shape = slide.shapes.add_chart(_KINDS[graph.type], *place, data)
        shape._element.nvGraphicFramePr.cNvPr.set("descr", title)
        chart = shape.chart
        chart.font.size, chart.font.color.rgb = Pt(14), RGBColor(*INK)
        chart.has_title = False
        chart.has_legend = graph.type == "pie" or len(shown) > 1
        if chart.has_legend:
            chart.legend.position, chart.legend.include_in_layout = XL_LEGEND_POSITION.BOTTOM, False
        if graph.type == "pie":
            _slices(chart, len(graph.labels))
        else:
            _series(chart, graph.type, self._language)

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


def _series(chart: Any, kind: str, language: Language) -> None:
    for series, colour in zip(chart.plots[0].series, SERIES, strict=False):
        if kind == "line":
            series.format.line.color.rgb, series.format.line.width = RGBColor(*colour), Pt(2.5)
            series.smooth = False
            series.marker.format.fill.solid()
            series.marker.format.fill.fore_color.rgb = RGBColor(*colour)
        else:
            series.format.fill.solid()
            series.format.fill.fore_color.rgb = RGBColor(*colour)
    if kind == "bar":
        chart.plots[0].gap_width = 60
    axis = chart.value_axis
    if max((abs(value) for series in chart.plots[0].series for value in series.values), default=0) >= 1_000:
        locale = FRENCH if language is Language.FR else ""
        axis.tick_labels.number_format, axis.tick_labels.number_format_is_linked = f"{locale}#,##0", False
    axis.major_gridlines.format.line.color.rgb = RGBColor(214, 221, 226)
    axis.format.line.fill.background()
    chart.category_axis.format.line.color.rgb = RGBColor(*MUTED)
    chart.category_axis.tick_label_position = XL_TICK_LABEL_POSITION.LOW  # below what is negative, not over it


def _slices(chart: Any, count: int) -> None:
    plot = chart.plots[0]
    plot.has_data_labels = True
    plot.data_labels.show_percentage, plot.data_labels.show_value = True, False
    plot.data_labels.position = XL_LABEL_POSITION.OUTSIDE_END
    plot.data_labels.number_format, plot.data_labels.number_format_is_linked = "0%", False
    for index in range(count):
        fill = plot.series[0].points[index].format.fill
        fill.solid()
        fill.fore_color.rgb = RGBColor(*SERIES[index % len(SERIES)])


def _is_number(text: str) -> bool:
    bare = text.strip("+-−–— ")
    return not bare or (bare[0].isdigit() and sum(map(str.isalpha, text)) <= 4)
