"""Charts of a sheet: native ones, below the table, over its rows without the totals."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from openpyxl.chart import BarChart, LineChart, PieChart, Reference
from openpyxl.chart.label import DataLabelList
from openpyxl.chart.series import DataPoint
from openpyxl.chart.shapes import GraphicalProperties
from openpyxl.drawing.line import LineProperties
from openpyxl.worksheet.worksheet import Worksheet

from bot.documents.figures.slices import check_slices
from bot.documents.theme import HAIRLINE, SERIES, SLICES, hexadecimal
from bot.documents.xlsx.formats import number_format
from bot.documents.xlsx.model import Chart
from bot.documents.xlsx.plan import Plan, numbers_of
from bot.errors import DocumentError
from bot.text.safe import safe_text
from bot.types import Language

Results = Mapping[tuple[str, int, int], object]
WIDTH_CM: Final = 16.0
HEIGHT_CM: Final = 8.5
ROUND_NUMBERS: Final = 10.0  # from here on the steps of an axis are whole numbers
ROUND_SHARES: Final = 0.05
ROW_CM: Final = 0.529
GAP: Final = 2  # rows below a chart
NAME_CM: Final = 0.45  # of a line of a name
ON_A_LINE: Final = 36  # characters of a name before a bar …
BELOW: Final = 84  # … and of all that stand beside each other below slices
LONG: Final = 15  # characters; longer labels below bars are set aslant, and most of the chart is theirs …
LYING: Final = 15  # … so bars lie, but for more than a chart has room for below each other
_KINDS: Final = {"bar": BarChart, "line": LineChart, "pie": PieChart}


def add_charts(page: Worksheet, plan: Plan, place: Worksheet, row: int, language: Language, results: Results) -> None:
    """Put a plan's charts onto `place`, from a row on. Raises DocumentError for columns that are not there, no rows, or
    nothing that can be shown."""
    for chart in plan.sheet.charts:
        if not plan.sheet.rows:
            raise DocumentError(f"{plan.name}: a chart needs rows")
        _check(plan, chart, results)
        made = _chart(page, plan, chart, language, results)
        if chart.type == "line":
            _mark_points(made, plan, chart, results)
        place.add_chart(made, f"A{row}")
        row += rows_of(plan, chart)


def rows_of(plan: Plan, chart: Chart) -> int:
    """How many rows a chart covers, with a gap."""
    return math.ceil(_height(plan, chart) / ROW_CM) + GAP


def _height(plan: Plan, chart: Chart) -> float:
    """In cm: names that take lines of their own take them from nothing; bars without room for theirs go nameless."""
    place = _column(plan, chart.labels) if chart.labels else 1
    names = [len(str(cell.content or "")) for cell in plan.cells if cell.look == "body" and cell.column == place]
    longest = max(names, default=0)
    if chart.type == "bar" and longest > LONG and len(names) <= LYING:
        return max(HEIGHT_CM, 2.5 + len(names) * NAME_CM * (1 + math.ceil(longest / ON_A_LINE)))
    if chart.type == "pie":
        lines = math.ceil(len(names) / max(1, BELOW // (longest + 5)))
        return HEIGHT_CM + NAME_CM * max(0, lines - 2)
    return HEIGHT_CM


def _check(plan: Plan, chart: Chart, results: Results) -> None:
    for title in chart.values:
        numbers = list(numbers_of(plan, _column(plan, title), results))
        if not numbers:
            raise DocumentError(f"{plan.name}: the column {title[:40]} of the chart holds no number")
        if chart.type == "pie":
            check_slices(numbers)


def _chart(page: Worksheet, plan: Plan, chart: Chart, language: Language, results: Results) -> Any:
    made = _KINDS[chart.type]()
    made.title = safe_text(chart.title) or None
    made.width, made.height = WIDTH_CM, _height(plan, chart)
    values = chart.values[:1] if chart.type == "pie" else chart.values
    for title in values:
        column = _column(plan, title)
        area = Reference(page, min_col=column, max_col=column, min_row=plan.head, max_row=plan.last)
        made.add_data(area, titles_from_data=True)
    labels = _column(plan, chart.labels) if chart.labels else 1
    made.set_categories(Reference(page, min_col=labels, max_col=labels, min_row=plan.head + 1, max_row=plan.last))
    made.legend.position = "b"
    if chart.type == "pie":
        _slices(made, len(plan.sheet.rows))
        return made
    for series, colour in zip(made.series, SERIES, strict=False):
        series.graphicalProperties.solidFill = hexadecimal(colour)
        series.graphicalProperties.line.solidFill = hexadecimal(colour)
        series.smooth = False
    made.x_axis.delete = made.y_axis.delete = False
    made.x_axis.tickLblPos = "low"  # below what is negative, not over it
    made.y_axis.number_format = _axis(plan, values, language, results)
    if chart.type == "bar" and _are_alike(plan, values, results):
        made.y_axis.scaling.min = 0  # it would begin just below them: one would look twice another
    if chart.type == "bar" and _are_long(page, plan, labels):
        made.type = "bar"
        made.x_axis.scaling.orientation = "maxMin"  # the first on top
        made.y_axis.crosses = "max"  # its numbers below, all the same
    made.y_axis.majorGridlines.spPr = GraphicalProperties(ln=LineProperties(solidFill=hexadecimal(HAIRLINE)))
    if len(values) == 1:
        made.legend = None
        made.title = safe_text(chart.title or values[0])
    return made


def _are_long(page: Worksheet, plan: Plan, column: int) -> bool:
    shown = (page.cell(row, column).value for row in range(plan.head + 1, plan.last + 1))
    return len(plan.sheet.rows) <= LYING and max(len(str(value or "")) for value in shown) > LONG


def _are_alike(plan: Plan, values: Sequence[str], results: Results) -> bool:
    """Whether all numbers are far above nothing: what may yet fall below it keeps an axis that follows."""
    numbers: list[float] = []
    for title in values:
        column = _column(plan, title)
        numbers += [*numbers_of(plan, column, results)][: -1 if plan.sheet.columns[column - 1].total else None]
    return min(numbers, default=0) > max(numbers, default=0) / 2


def _axis(plan: Plan, values: Sequence[str], language: Language, results: Results) -> str:
    """The format of an axis: of shares as such, and of small numbers with the decimals that its steps have."""
    places = [_column(plan, title) for title in values]
    is_percent = all(plan.sheet.columns[place - 1].type == "percent" for place in places)
    top = max(abs(number) for place in places for number in numbers_of(plan, place, results))
    if is_percent:
        return number_format("percent", "", 0 if top >= ROUND_SHARES else 2, language)
    return number_format("number", "", 0, language) if top >= ROUND_NUMBERS else "General"


def _mark_points(made: Any, plan: Plan, chart: Chart, results: Results) -> None:
    """Where values are missing, one may have no neighbour that a line leads to: only a mark shows it."""
    for series, title, colour in zip(made.series, chart.values, SERIES, strict=False):
        column = _column(plan, title)
        total = plan.sheet.columns[column - 1].total
        if 1 < len(plan.sheet.rows) == len(list(numbers_of(plan, column, results))) - total:
            continue
        series.marker.symbol, series.marker.size = "circle", 6
        series.marker.graphicalProperties = GraphicalProperties(solidFill=hexadecimal(colour))


def _slices(made: Any, count: int) -> None:
    made.dataLabels = DataLabelList(  # what is left unsaid is shown; on dark slices no number could be read
        showPercent=True, showVal=False, showSerName=False, showCatName=False, showLegendKey=False, dLblPos="outEnd"
    )
    for index in range(count):
        point = DataPoint(idx=index)
        point.graphicalProperties.solidFill = hexadecimal(SLICES[index % len(SLICES)])
        made.series[0].dPt.append(point)


def _column(plan: Plan, title: str) -> int:
    titles = [column.title.strip().lower() for column in plan.sheet.columns]
    if title.strip().lower() not in titles:
        named = ", ".join(column.title for column in plan.sheet.columns[:12])
        raise DocumentError(f"{plan.name}: there is no column “{title[:40]}” for the chart; there are {named}")
    return titles.index(title.strip().lower()) + 1
