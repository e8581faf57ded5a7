"""A small picture of bars, one a subject: what it shows, and the parent's side of drawing it."""

from pydantic import BaseModel, ConfigDict

from bot.isolation.children import run_child

MODULE = "bot.documents.chart.child"
MOST_BARS = 10


class Bar(BaseModel):
    """One bar: `share` of its full length, from 0 to 1; `value` is written behind it, `detail` smaller below."""

    model_config = ConfigDict(frozen=True)

    label: str
    share: float
    value: str
    detail: str


class Chart(BaseModel):
    """What to draw; every word is ready to be read."""

    model_config = ConfigDict(frozen=True)

    title: str
    caption: str
    bars: tuple[Bar, ...]
    footer: str


def render_chart(chart: Chart, *, timeout_s: float = 20) -> bytes:
    """The chart as a PNG; the same bytes for the same chart. Raises DocumentError."""
    return run_child(MODULE, chart.model_dump_json().encode(), timeout_s=timeout_s)
