"""Charts and curves drawn: pygal makes the SVG, resvg the picture. Heavy to import; only children of the documents do.

Both are small (4 MB, 70 ms, no files written), where matplotlib is 113 MB and 650 ms (docs/decisions/0021)."""

import io
import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

import resvg_py
from PIL import Image

from bot.documents.blocks import Chart, Curve, Picture
from bot.documents.figures.functions import function_of
from bot.documents.figures.looks import BOX, HEIGHT, MARGIN, UNCUT, VALUE, WIDTH, look_of
from bot.documents.figures.names import (
    FONTS,
    LINE_HEIGHT,
    MEASURED,
    behind_bars,
    in_lines,
    legend_across,
    measured,
    shortened,
    width_of,
    with_lines,
)
from bot.documents.figures.numbers import written
from bot.documents.figures.plots import XY, Bar, HorizontalBar, Line, Pie
from bot.documents.figures.samples import sampled
from bot.documents.figures.words import described, readable_function
from bot.types import Language

ZOOM: Final = 2  # what a phone shows, and 200 dots an inch on paper
COLOURS: Final = 64  # a palette keeps the picture small on metered connections
SMALLEST_VALUE: Final = 9  # pixels, of letters on bars that can still be read
DIGIT: Final = 0.55  # of a letter's size
FILLED: Final = 0.88  # of the width: bars, with the gaps within their groups
MOST_LABELS: Final = 16  # below a chart; of more, every second or third is written
STRAIGHT: Final = 170  # pixels of a name; longer ones stand before bars that lie, or slanting below lines …
SLOPE: Final = 35  # … degrees
HANGING: Final = 3  # characters of its length that each further line of a slanting name takes
CROWDED: Final = 72  # characters of labels that fit below a chart side by side
LETTER: Final = 7.4  # pixels, of a value, and of the box before a name
LYING: Final = 15  # pixels, of the thickness of a bar that lies …
GAP: Final = 9  # … between two names, …
LINES: Final = 4  # … of each at most …
TALL: Final = 900  # … where that many are not higher than a page …
BELOW: Final = 40  # … and of the axis below all
NAMED: Final = WIDTH - 4 * MARGIN - BOX  # of a name below, alone on its line
DRAWN: Final = 400  # of what stands above slanting names
FONT_FILES: Final = [str(path) for path in sorted(FONTS.glob("*.ttf"))]


def picture_of(figure: Chart | Curve, language: Language) -> Picture:
    """The figure as a PNG of 1,280 pixels, the same bytes for the same figure. Raises DocumentError for a function
    that cannot be read or has no values."""
    plot = _curve(figure, language) if isinstance(figure, Curve) else _chart(figure, language)
    columns = plot.config.legend_at_bottom_columns
    plot.add_xml_filter(partial(legend_across, columns=columns, left=2 * MARGIN, right=WIDTH - MARGIN))
    drawn = resvg_py.svg_to_bytes(
        svg_string=plot.render(is_unicode=True),
        zoom=ZOOM,
        background="#ffffff",
        skip_system_fonts=True,
        font_files=FONT_FILES,
        sans_serif_family="Noto Sans",
    )
    image = Image.open(io.BytesIO(bytes(drawn))).convert("RGB")
    small = io.BytesIO()
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return Picture(small.getvalue(), image.width, image.height, described(figure, language), figure.title)


def _chart(chart: Chart, language: Language) -> Any:
    if chart.kind == "pie":  # whose shares are told beside its values, with signs of their own
        return _pie(chart, partial(written, language=language))
    write = partial(written, language=language, is_percent=chart.is_percent)
    if chart.kind == "bar" and _must_lie(chart.labels):
        return _lying(chart, write)
    size = value_size(chart, write)
    kind = Bar if chart.kind == "bar" else Line
    step = -(-len(chart.labels) // MOST_LABELS)
    slope = math.radians(SLOPE)
    longest = max(map(width_of, chart.labels))
    most = max(1, int(DRAWN / len(chart.labels) * math.sin(slope) / LINE_HEIGHT))
    names = [[""] if place % step else in_lines(label, most) for place, label in enumerate(chart.labels)]
    labels = [measured(lines) + "x" * (HANGING * len(lines) - 2) for lines in names]
    crowded = longest > STRAIGHT or sum(len(lines[0]) + 3 for lines in names[::step]) > CROWDED
    look = look_of(write, _legend(chart), size)
    look["height"] += round(math.sin(slope) * max(0, MEASURED * max(map(len, labels)) - STRAIGHT))
    plot = kind(
        **look,
        print_values=size >= SMALLEST_VALUE,
        print_values_position="top",
        x_label_rotation=SLOPE if crowded else 0,
        truncate_label=UNCUT,
        dots_size=3.5 if len(labels) <= MOST_LABELS else 0,
        include_x_axis=chart.kind == "bar",
    )
    plot.x_labels = labels
    for line in chart.series:
        plot.add(_shown(line.name), list(line.values))
    plot.add_xml_filter(partial(with_lines, axis="x", names=names))
    return plot


def _legend(chart: Chart) -> list[str]:
    return [_shown(line.name) or "" for line in chart.series] if len(chart.series) > 1 else []


def _shown(name: str) -> str | None:
    """The name of a series as it stands below."""
    return shortened(name, NAMED) or None


def _must_lie(labels: Sequence[str]) -> bool:
    """Whether bars have names that do not fit below them: long ones, or more than can be written there, of which none
    follows from its neighbours as days do."""
    are_many = len(labels) > MOST_LABELS and not all(any(map(str.isdigit, label)) for label in labels)
    return are_many or max(map(width_of, labels)) > STRAIGHT


def _lying(chart: Chart, write: Callable[[float], str]) -> Any:
    """Bars one below the other, each with its whole name before it; many make the picture higher."""
    most = max(1, min(LINES, int((TALL / len(chart.labels) - GAP) / LINE_HEIGHT)))
    names = [in_lines(label, most) for label in reversed(chart.labels)]  # pygal begins at the bottom
    labels = [measured(lines) for lines in names]
    values = [value for line in chart.series for value in line.values if value is not None]
    drawn = WIDTH - 2 * BELOW - max(map(len, labels)) * MEASURED
    room = max(len(write(value)) for value in values) * LETTER / drawn
    low, high = min(0.0, *values), max(0.0, *values)
    margin = (high - low) * room / (1 - room * ((low < 0) + (high > 0)))
    look = look_of(write, _legend(chart))
    band = max(max(map(len, names)) * LINE_HEIGHT, len(chart.series) * LYING) + GAP
    look["height"] = max(look["height"], look["height"] - HEIGHT + BELOW + band * len(names))
    steps = min(look["max_scale"], int(1 / (room + 2 * LETTER / drawn)))
    plot = HorizontalBar(
        **look | {"min_scale": 1, "max_scale": max(2, steps)},
        print_values=True,
        print_values_position="top",
        truncate_label=UNCUT,
        range=(low - margin * (low < 0), high + margin * (high > 0)),
    )
    plot.x_labels = labels
    for line in chart.series:
        plot.add(_shown(line.name), line.values[::-1])
    plot.add_xml_filter(partial(with_lines, axis="y", names=names))
    plot.add_xml_filter(behind_bars)
    return plot


def value_size(chart: Chart, write: Callable[[float], str]) -> int:
    """Of the letters of the values on bars, none wider than its bar: neighbours would lie over each other. 0 of
    lines."""
    if chart.kind != "bar":
        return 0
    values = [value for line in chart.series for value in line.values if value is not None]
    longest = max((len(write(value)) for value in values), default=1)
    room = (WIDTH - 2 * MARGIN - longest * LETTER) * FILLED / (len(chart.labels) * len(chart.series))
    return min(VALUE, int(room / (longest * DIGIT)))


def _pie(chart: Chart, write: Callable[[float], str]) -> Any:
    (line,) = chart.series
    values = [value or 0.0 for value in line.values]
    shares = [write(round(100 * value / sum(values), 1)) for value in values]
    names = [
        _with(label, f" – {write(value)} ({share} %)")
        for label, value, share in zip(chart.labels, values, shares, strict=True)
    ]
    plot = Pie(**look_of(write, names), inner_radius=0.45)
    for name, value in zip(names, values, strict=True):
        plot.add(name, value)
    return plot


def _curve(curve: Curve, language: Language) -> Any:
    write = partial(written, language=language)
    functions = [function_of(expression) for expression in curve.expressions]
    names = list(map(readable_function, curve.expressions))
    plot = XY(
        **look_of(write, names),
        x_value_formatter=write,
        show_dots=False,
        allow_interruptions=True,
        show_x_guides=True,
        xrange=(curve.low, curve.high),
    )
    for name, points in zip(names, sampled(functions, curve.low, curve.high, curve.expressions), strict=True):
        plot.add(name, points, allow_interruptions=True)
    return plot


def _with(label: str, value: str) -> str:
    """The name of a slice, as long as there is room for, with its value."""
    return shortened(label, NAMED - width_of(value)) + value
