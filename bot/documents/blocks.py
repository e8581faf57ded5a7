"""The pieces a document is made of, as Markdown gives them and the composer takes them. Data only."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from bot.documents.theme import Colour


@dataclass(frozen=True, slots=True)
class Style:
    """How a stretch of text looks; `link` is an http(s) address or empty; `colour` None is the ink around it."""

    bold: bool = False
    italic: bool = False
    code: bool = False
    struck: bool = False
    link: str = ""
    colour: Colour | None = None


PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Latex:
    """A formula's source; `displayed`: written to stand on a line of its own."""

    source: str
    displayed: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """Text of one style; a newline in it is a forced line break. A formula's text is for who cannot draw it."""

    text: str
    style: Style = PLAIN
    formula: Latex | None = None


Spans = tuple[Span, ...]
Alignment = Literal["left", "right", "center"]
Side = Literal["right", "center"]
"""Where a text stands that does not stand where lines begin."""


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    spans: Spans
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    spans: Spans
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A list; `start` is the first number, or None for bullets."""

    items: tuple[tuple["Block", ...], ...]
    start: int | None
    tight: bool


@dataclass(frozen=True, slots=True)
class Quote:
    blocks: tuple["Block", ...]


@dataclass(frozen=True, slots=True)
class Code:
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    head: tuple[Spans, ...]
    rows: tuple[tuple[Spans, ...], ...]
    alignments: tuple[Alignment | None, ...]

    @property
    def has_head(self) -> bool:
        """Whether its head says anything: Markdown asks for one above two signatures, too."""
        return not self.rows or any(span.text.strip() for cell in self.head for span in cell)


@dataclass(frozen=True, slots=True)
class Equation:
    """A formula on a line of its own."""

    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the page."""


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows begins a new page, in documents that have pages."""


@dataclass(frozen=True, slots=True)
class Series:
    """One row of bars, one line, or the slices of a pie; None where a value is missing."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Numbers to be shown, as many in every series as there are labels; a pie has one series. `is_percent`: all were
    written with that sign."""

    kind: Literal["bar", "line", "pie"]
    title: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    is_percent: bool = False


@dataclass(frozen=True, slots=True)
class Curve:
    """Functions of x to be drawn from `low` to `high`, as they were written."""

    expressions: tuple[str, ...]
    low: float
    high: float
    title: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or JPEG with its size in pixels; `text` is for who cannot see it, `caption` stands below it."""

    body: bytes
    width: int
    height: int
    text: str
    caption: str


BOXES = ("☐", "☑", "☒")
MADE_AT = re.compile(r"\s*(?:fait à|done at) [^\n]{1,80}?(?:\ble\b|\bce\b|\bthis\b|\bon\b|\d{4})", re.IGNORECASE)
Block = Heading | Paragraph | Listing | Quote | Code | Table | Equation | Rule | PageBreak | Chart | Curve | Picture


def marked(listing: Listing, bullet: str) -> list[tuple[str, tuple[Block, ...]]]:
    """Each item with the mark that stands before it: its number, the box that its words begin with, else a bullet."""
    if listing.start is not None:
        return [(f"{number}.", item) for number, item in enumerate(listing.items, listing.start)]
    return [_boxed(item) or (bullet, item) for item in listing.items]


def _boxed(item: tuple[Block, ...]) -> tuple[str, tuple[Block, ...]] | None:
    if not (item and isinstance(item[0], Paragraph) and item[0].spans):
        return None
    first, *others = item[0].spans
    box, rest = first.text[:1], first.text[1:]
    if box not in BOXES or (rest.strip() and not rest[0].isspace()):
        return None
    spans = (replace(first, text=rest.lstrip()), *others)
    return box, (replace(item[0], spans=spans), *item[1:])


def announces(spans: Spans) -> bool:
    """Whether words end with a colon, or say where and when a paper was made: what they speak of, or the signatures,
    come next, on the same page."""
    text = "".join(span.text for span in spans)
    return text.rstrip(" \u00a0*_").endswith(":") or MADE_AT.match(text) is not None


def restyled(spans: Spans, **changes: object) -> Spans:
    """The same text with every style changed alike."""
    return tuple(replace(span, style=replace(span.style, **changes)) for span in spans)  # type: ignore[arg-type]
