"""Charts as SVG without a style or script of their own: they stand inside the page, so that its style sheet colours
them, by day and by night, and the strict Content-Security-Policy holds. Drawn by pygal."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from lxml import etree
from markupsafe import Markup

from bot.documents.figures.plots import Bar, Line, StackedBar, Style

WIDTH, HEIGHT = 640, 220
LABEL: Final = 17  # room for them: the style sheet has labels of that height on a phone
MOST_LABELS: Final = 6  # below the chart: a phone has room for no more
_MEASURES: Final = {"x", "y", "width", "height", "d", "rx", "ry"}
_LONG: Final = re.compile(r"\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of figures, and the figures. `svg` is hidden from who cannot see it, and reads the table instead:
    `heads` and `rows` as they are to be read; `summary` says in a sentence what is seen."""

    svg: Markup
    summary: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def bars(labels: Sequence[str], series: Mapping[str, Sequence[float]], *, stacked: bool = False) -> Markup:
    """Bars side by side, or one upon the other, over the same labels; the n-th series has pygal's class `serie-n`."""
    made = (StackedBar if stacked else Bar)(**_config(labels, series))
    made.x_labels = list(labels)
    made.x_labels_major = list(labels[:: max(1, -(-len(labels) // MOST_LABELS))])
    for name, values in series.items():
        made.add(name, list(values))
    return Markup(_bare(made.render_tree()))  # noqa: S704 - made here, of figures and labels that pygal escaped


def lines(labels: Sequence[str], series: Mapping[str, Sequence[float]]) -> Markup:
    """A line a series, for more values than bars have room for."""
    made = Line(**_config(labels, series), show_dots=False)
    made.x_labels = list(labels)
    made.x_labels_major = list(labels[:: max(1, -(-len(labels) // MOST_LABELS))])
    for name, values in series.items():
        made.add(name, list(values))
    return Markup(_bare(made.render_tree()))  # noqa: S704 - as above


def _config(labels: Sequence[str], series: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """One with nothing in it gets a floor to stand on."""
    empty = not any(any(values) for values in series.values())
    return {
        "width": WIDTH, "height": HEIGHT, "explicit_size": False, "disable_xml_declaration": True, "js": [],
        "show_legend": False, "margin": 4, "margin_top": 10, "spacing": 6, "show_minor_x_labels": len(labels) <= 1,
        "truncate_label": -1, "style": Style(label_font_size=LABEL, major_label_font_size=LABEL),
        "range": (0, 1) if empty else None, "max_scale": 5,
        "print_values": False, "rounded_bars": 2,
    }  # fmt: skip


def _bare(root: Any) -> str:
    """The drawing alone: what pygal adds for its own style, tooltips and script is most of the bytes."""
    for unwanted in list(root.iter("style", "script", "desc", "title", "defs", etree.Comment)):
        unwanted.getparent().remove(unwanted)
    for part in root.iter():
        part.attrib.pop("style", None)
        for name in _MEASURES & set(part.attrib):
            part.attrib[name] = _LONG.sub(lambda found: f"{float(found[0]):.1f}", part.attrib[name])
    for name in ("id", *(name for name in root.attrib if name.startswith("{"))):
        root.attrib.pop(name, None)
    root.attrib.update({"aria-hidden": "true", "focusable": "false"})
    etree.cleanup_namespaces(root)
    return str(etree.tostring(root, encoding="unicode"))
