"""How much of what follows stays on the page of what announces it: a heading, a colon, « Fait à … »."""

from collections.abc import Collection, Sequence
from typing import Final

from bot.documents.blocks import Block, Code, Equation, Heading, Listing, Paragraph, Picture, Quote, Table, announces
from bot.documents.pdf.layout import Typesetter
from bot.documents.pdf.pieces import Line, height_of
from bot.documents.pdf.tables import KEPT, TableSetter
from bot.documents.theme import BODY, CODE, HEADINGS, INDENT, LEADING, PARAGRAPH_GAP, RIGHT, TIGHT

TALLEST: Final = 400.0  # of a picture, so that something of the text stands on its page
DENSITY: Final = 0.6  # points to a pixel: a small picture is not blown up
WHOLE: Final = 3  # lines of a paragraph that no page parts
LINES: Final = WHOLE * BODY * LEADING  # of a text


def kept(
    blocks: Sequence[Block], x: float, setter: Typesetter, tables: TableSetter, above: Collection[int] = ()
) -> float:
    """Points of the first of some blocks, and of what that one announces in its turn. `above`: ranks of what announces
    them. Nobody announces another of their own rank: a plan of headings alone, a form of « Nom : », would have to stand
    on one page. The page is turned for a table that lies."""
    match blocks[:1]:
        case [Table() as table]:
            return PARAGRAPH_GAP + tables.announced(table, x)
        case [Picture() as picture]:
            return PARAGRAPH_GAP + picture_size(picture, RIGHT - x)[1] + caption_height(picture)
        case [Code()]:
            return PARAGRAPH_GAP + KEPT
        case [Heading() | Paragraph() as block] if rank := rank_of(block):
            below = 0.0 if rank in above else kept(blocks[1:], x, setter, tables, (*above, rank))
            return _of_announcement(block, x, setter) + below
    return max(LINES, _of_text(blocks[0], x, setter, tables)) if blocks else 0.0


def rank_of(block: Heading | Paragraph) -> int:
    """Of what announces something: a heading's level, one more for words that do; 0 of other words."""
    if isinstance(block, Heading):
        return min(block.level, len(HEADINGS))
    return len(HEADINGS) + 1 if announces(block.spans) else 0


def _of_announcement(block: Heading | Paragraph, x: float, setter: Typesetter) -> float:
    if isinstance(block, Paragraph):
        return PARAGRAPH_GAP + len(setter.lines(block.spans, BODY, RIGHT - x)) * BODY * LEADING
    size, before, after = HEADINGS[min(block.level, len(HEADINGS)) - 1]
    return before + len(setter.lines(block.spans, size, RIGHT - x)) * size * TIGHT + after


def _of_text(block: Block, x: float, setter: Typesetter, tables: TableSetter) -> float:
    match block:
        case Listing(items):
            return kept(items[0], x + INDENT, setter, tables)
        case Quote(quoted):
            return kept(quoted, x + INDENT, setter, tables)
        case Paragraph(spans):
            return PARAGRAPH_GAP + beginning(setter.lines(spans, BODY, RIGHT - x), BODY * LEADING)
        case Equation(span):
            return PARAGRAPH_GAP + beginning(setter.formulas.displayed(span, BODY, RIGHT - x), BODY * LEADING)
    return 0.0


def beginning(lines: Sequence[Line], height: float) -> float:
    """Points of what no page parts at the beginning of a paragraph: two lines, or all three. Text alone is `height`
    high, formulas are higher."""
    return sum(height_of(line, height) for line in lines[: len(lines) if len(lines) <= WHOLE else 2])


def picture_size(picture: Picture, room: float) -> tuple[float, float]:
    """Width and height of a picture where it has so much room."""
    width = min(room, picture.width * DENSITY, TALLEST * picture.width / picture.height)
    return width, width * picture.height / picture.width


def caption_height(picture: Picture) -> float:
    """What its caption needs below it."""
    return 2 * CODE * LEADING if picture.caption else 0.0
