"""Native charts of slides."""

from typing import Any, Final

from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import (
    XL_AXIS_CROSSES,
    XL_CHART_TYPE,
    XL_LABEL_POSITION,
    XL_LEGEND_POSITION,
    XL_TICK_LABEL_POSITION,
)
from pptx.util import Pt

from bot.documents.pptx.model import Graph
from bot.documents.pptx.template import Frame
from bot.documents.spelling import FRENCH
from bot.documents.theme import INK, MUTED, SERIES, SLICES
from bot.types import Language

_KINDS: Final = {
    "bar": XL_CHART_TYPE.COLUMN_CLUSTERED,
    "line": XL_CHART_TYPE.LINE_MARKERS,
    "pie": XL_CHART_TYPE.PIE,
}
LONG: Final = 15  # characters; names below bars that are longer are set aslant, and take most of the chart …
LYING: Final = 12  # … so bars lie, but for more than a slide has lines for


def put_graph(slide: Any, graph: Graph, frame: Frame, title: str, language: Language) -> None:
    """A chart onto a slide; who cannot see it is told the slide's title."""
    data = CategoryChartData()
    data.categories = graph.labels
    shown = graph.series[:1] if graph.type == "pie" else graph.series
    for series in shown:
        data.add_series(series.name, series.values)
    place = (Pt(frame.x), Pt(frame.y), Pt(frame.width), Pt(frame.height))
    lies = graph.type == "bar" and len(graph.labels) <= LYING and max(map(len, graph.labels)) > LONG
    kind = XL_CHART_TYPE.BAR_CLUSTERED if lies else _KINDS[graph.type]
    shape = slide.shapes.add_chart(kind, *place, data)
    shape._element.nvGraphicFramePr.cNvPr.set("descr", title)
    chart = shape.chart
    chart.font.size, chart.font.color.rgb = Pt(14), RGBColor(*INK)
    _name(chart, "" if graph.type == "pie" or len(shown) > 1 or shown[0].name == title else shown[0].name)
    chart.has_legend = graph.type == "pie" or len(shown) > 1
    if chart.has_legend:
        chart.legend.position, chart.legend.include_in_layout = XL_LEGEND_POSITION.BOTTOM, False
    if graph.type == "pie":
        _slices(chart, len(graph.labels))
    else:
        _series(chart, graph.type, language)
    if lies:
        chart.category_axis.reverse_order = True  # the first on top …
        chart.value_axis._element.crosses.val = XL_AXIS_CROSSES.MAXIMUM  # … and the numbers below, all the same


def _name(chart: Any, name: str) -> None:
    """What the one series of a chart without a legend shows, and in which unit."""
    chart.has_title = bool(name)
    if name:
        chart.chart_title.include_in_layout = False
        words = chart.chart_title.text_frame.paragraphs[0].add_run()
        words.text, words.font.size, words.font.bold = name, Pt(16), False


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
    axis = chart.value_axis
    numbers = [value for series in chart.plots[0].series for value in series.values if value is not None]
    if kind == "bar":
        chart.plots[0].gap_width = 60
        if min(numbers, default=0) >= 0:  # else it begins just below values that are alike: one looks twice another
            axis.minimum_scale = 0
    if max(map(abs, numbers), default=0) >= 1_000:
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
        fill.fore_color.rgb = RGBColor(*SLICES[index % len(SLICES)])
