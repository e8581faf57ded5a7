"""The pieces a document is made of, as Markdown gives them and the composer takes them. Data only."""

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


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    spans: Spans


@dataclass(frozen=True, slots=True)
class Paragraph:
    spans: Spans


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


@dataclass(frozen=True, slots=True)
class Equation:
    """A formula on a line of its own."""

    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across the page."""


Block = Heading | Paragraph | Listing | Quote | Code | Table | Equation | Rule


def restyled(spans: Spans, **changes: object) -> Spans:
    """The same text with every style changed alike."""
    return tuple(replace(span, style=replace(span.style, **changes)) for span in spans)  # type: ignore[arg-type]
