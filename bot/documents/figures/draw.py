"""Charts and curves drawn: pygal makes the SVG, resvg the picture. Heavy to import; only children of the documents do.

Both are small (4 MB, 70 ms, no files written), where matplotlib is 113 MB and 650 ms (docs/decisions/0021)."""

import io
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import resvg_py
from PIL import Image

from bot.documents.blocks import Chart, Curve, Picture
from bot.documents.figures.functions import function_of
from bot.documents.figures.numbers import written
from bot.documents.figures.plots import XY, Bar, Line, Pie, Style
from bot.documents.figures.samples import sampled
from bot.documents.figures.words import described, readable_function
from bot.documents.theme import DEEP, HAIRLINE, INK, MUTED, SERIES, SLICES, Colour
from bot.types import Language

WIDTH: Final = 640
HEIGHT: Final = 384
ZOOM: Final = 2  # what a phone shows, and 200 dots an inch on paper
COLOURS: Final = 64  # a palette keeps the picture small on metered connections
VALUE: Final = 12  # pixels, of the letters on bars …
SMALLEST_VALUE: Final = 9  # … and of those that can still be read
DIGIT: Final = 0.55  # of a letter's size
FILLED: Final = 0.88  # of the width: bars, with the gaps within their groups
MOST_LABELS: Final = 16  # below a chart; of more, every second or third is written
TRUNCATED: Final = 22  # characters of a longer label
CROWDED: Final = 72  # characters of labels that fit below a chart side by side
TRUNCATED_NAME: Final = 60  # characters below a chart
TRUNCATED_SLICE: Final = 36  # … of a slice without its number
LETTER: Final = 7.4  # pixels, of what stands below a chart, and of the box before it
BOX: Final = 13
LINE: Final = 20
MARGIN: Final = 8
MOST_BESIDE: Final = 4
USUAL_LINES: Final = 2
FONTS: Final = Path(__file__).parents[1] / "fonts"
FONT_FILES: Final = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
FAMILY: Final = "Noto Sans, Noto Sans Arabic, DejaVu Sans, Noto Emoji"
RULES: Final = (
    "inline:.reactive.line{stroke-width:2.6 !important} .axis .line{stroke-width:1.2} .guide.line{stroke-width:1}"
    " .axis.x text[transform]{text-anchor:start !important}"  # pygal's own rule has a :not(), which resvg does not read
)


def picture_of(figure: Chart | Curve, language: Language) -> Picture:
    """The figure as a PNG of 1,280 pixels, the same bytes for the same figure. Raises DocumentError for a function
    that cannot be read or has no values."""
    plot = _curve(figure, language) if isinstance(figure, Curve) else _chart(figure, language)
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
    size = value_size(chart, write)
    kind = Bar if chart.kind == "bar" else Line
    step = -(-len(chart.labels) // MOST_LABELS)
    labels = ["" if place % step else " ".join(label.split()) for place, label in enumerate(chart.labels)]
    crowded = sum(len(label[:TRUNCATED]) + 3 for label in labels[::step]) > CROWDED
    plot = kind(
        **_look(write, [line.name for line in chart.series] if len(chart.series) > 1 else [], size),
        print_values=size >= SMALLEST_VALUE,
        print_values_position="top",
        x_label_rotation=35 if crowded else 0,
        truncate_label=TRUNCATED,
        dots_size=3.5 if len(labels) <= MOST_LABELS else 0,
        include_x_axis=chart.kind == "bar",
    )
    plot.x_labels = labels
    for line in chart.series:
        plot.add(line.name or None, list(line.values))
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
        f"{_shortened(' '.join(label.split()))} – {write(value)} ({share} %)"
        for label, value, share in zip(chart.labels, values, shares, strict=True)
    ]
    plot = Pie(**_look(write, names), inner_radius=0.45)
    for name, value in zip(names, values, strict=True):
        plot.add(name, value)
    return plot


def _curve(curve: Curve, language: Language) -> Any:
    write = partial(written, language=language)
    functions = [function_of(expression) for expression in curve.expressions]
    names = list(map(readable_function, curve.expressions))
    plot = XY(
        **_look(write, names),
        x_value_formatter=write,
        show_dots=False,
        allow_interruptions=True,
        show_x_guides=True,
        xrange=(curve.low, curve.high),
    )
    for name, points in zip(names, sampled(functions, curve.low, curve.high, curve.expressions), strict=True):
        plot.add(name, points, allow_interruptions=True)
    return plot


def _look(write: Callable[[float], str], names: Sequence[str], value_size: int = VALUE) -> dict[str, Any]:
    """What all kinds share: no scripts, our colours and letters, no title (the document writes it). `names` stand
    below, side by side as far as they fit; more lines of them make the picture higher, not what is drawn smaller."""
    longest = max((min(len(name), TRUNCATED_NAME) for name in names), default=0)
    columns = max(1, min(len(names), MOST_BESIDE, int(WIDTH // (longest * LETTER + 2 * BOX))))
    lines = -(-len(names) // columns)
    reserved = max(1, len(names) // columns) if names else 0  # pygal leaves room for the lines that are full alone
    return {
        "style": _style(value_size),
        "width": WIDTH,
        "height": HEIGHT + max(0, lines - USUAL_LINES) * LINE,
        "js": (),
        "css": ["file://style.css", "file://graph.css", RULES],
        "show_legend": bool(names),
        "legend_at_bottom": True,
        "legend_at_bottom_columns": columns,
        "legend_box_size": BOX,
        "truncate_legend": TRUNCATED_NAME,
        "value_formatter": write,
        "margin": MARGIN,
        "margin_bottom": MARGIN + (lines - reserved) * LINE,
        "min_scale": 4,
        "max_scale": 9,
        "no_data_text": "–",
    }


def _style(value_size: int) -> Style:
    return Style(
        font_family=FAMILY,
        background="#ffffff",
        plot_background="#ffffff",
        foreground=_hex(INK),
        foreground_strong=_hex(DEEP),
        foreground_subtle=_hex(MUTED),
        guide_stroke_color=_hex(HAIRLINE),
        major_guide_stroke_color=_hex(HAIRLINE),
        guide_stroke_dasharray="0",
        major_guide_stroke_dasharray="0",
        opacity="1",
        opacity_hover="1",
        colors=tuple(_hex(colour) for colour in SLICES),
        label_font_size=13,
        major_label_font_size=13,
        legend_font_size=13,
        value_font_size=value_size,
        value_colors=(_hex(INK),) * len(SERIES),
    )


def _shortened(label: str) -> str:
    return label if len(label) <= TRUNCATED_SLICE else f"{label[: TRUNCATED_SLICE - 1]}…"


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
