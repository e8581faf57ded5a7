"""What all charts and curves look like: size, colours, letters, and what stands below them. Lengths in pixels."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.documents.figures.names import SIZE, width_of
from bot.documents.figures.plots import Style
from bot.documents.theme import DEEP, HAIRLINE, INK, MUTED, SERIES, SLICES, Colour

WIDTH: Final = 640
HEIGHT: Final = 384
VALUE: Final = 12  # of the letters on bars
BOX: Final = 13
LINE: Final = 20
MARGIN: Final = 8
UNCUT: Final = 200  # characters: names come as long as there is room for
MOST_BESIDE: Final = 4
USUAL_LINES: Final = 2
FAMILY: Final = "Noto Sans, Noto Sans Arabic, DejaVu Sans, Noto Emoji"
RULES: Final = (
    "inline:.reactive.line{stroke-width:2.6 !important} .axis .line{stroke-width:1.2} .guide.line{stroke-width:1}"
    " .axis.x text[transform]{text-anchor:start !important}"  # pygal's own rule has a :not(), which resvg does not read
)


def look_of(write: Callable[[float], str], names: Sequence[str], value_size: int = VALUE) -> dict[str, Any]:
    """What all kinds share: no scripts, our colours and letters, no title (the document writes it). `names` stand
    below, side by side as far as they fit; more lines of them make the picture higher, not what is drawn smaller."""
    longest = max(map(width_of, names), default=0)
    columns = max(1, min(len(names), MOST_BESIDE, int(WIDTH // (longest + 3 * BOX))))
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
        "truncate_legend": UNCUT,
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
        label_font_size=SIZE,
        major_label_font_size=SIZE,
        legend_font_size=SIZE,
        value_font_size=value_size,
        value_colors=(_hex(INK),) * len(SERIES),
    )


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
