"""How much of what follows stays on the page of what announces it: a heading, or words that end with a colon."""

from collections.abc import Sequence
from typing import Final

from bot.documents.blocks import Block, Code, Heading, Paragraph, Picture, Table, announces
from bot.documents.pdf.layout import Typesetter
from bot.documents.pdf.tables import KEPT, TableSetter
from bot.documents.theme import BODY, CODE, HEADINGS, LEADING, PARAGRAPH_GAP, RIGHT, TIGHT

TALLEST: Final = 400.0  # of a picture, so that something of the text stands on its page
DENSITY: Final = 0.6  # points to a pixel: a small picture is not blown up
LINES: Final = 3 * BODY * LEADING  # of a text


def kept(blocks: Sequence[Block], x: float, setter: Typesetter, tables: TableSetter) -> float:
    """Points of the first of some blocks, and of what that one announces in its turn. The page is turned for a table
    that lies."""
    match blocks[:1]:
        case [Table() as table]:
            return PARAGRAPH_GAP + tables.announced(table, x)
        case [Picture() as picture]:
            return PARAGRAPH_GAP + picture_size(picture, RIGHT - x)[1] + caption_height(picture)
        case [Code()]:
            return PARAGRAPH_GAP + KEPT
        case [Heading(level, spans)]:
            size, before, after = HEADINGS[min(level, len(HEADINGS)) - 1]
            lines = setter.lines(spans, size, RIGHT - x)
            return before + len(lines) * size * TIGHT + after + kept(blocks[1:], x, setter, tables)
        case [Paragraph(spans)] if announces(spans):
            lines = setter.lines(spans, BODY, RIGHT - x)
            return PARAGRAPH_GAP + len(lines) * BODY * LEADING + kept(blocks[1:], x, setter, tables)
    return LINES if blocks else 0.0


def picture_size(picture: Picture, room: float) -> tuple[float, float]:
    """Width and height of a picture where it has so much room."""
    width = min(room, picture.width * DENSITY, TALLEST * picture.width / picture.height)
    return width, width * picture.height / picture.width


def caption_height(picture: Picture) -> float:
    """What its caption needs below it."""
    return 2 * CODE * LEADING if picture.caption else 0.0
