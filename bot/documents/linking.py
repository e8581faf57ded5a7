"""Links of a document that may stay; of the others the words stay."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from bot.documents.blocks import Block, Equation, Heading, Listing, Paragraph, Quote, Spans, Table


def only_links(blocks: Iterable[Block], kept: Collection[str]) -> tuple[Block, ...]:
    """The blocks with no other links than these."""
    return tuple(_block(block, kept) for block in blocks)


def _block(block: Block, kept: Collection[str]) -> Block:
    match block:
        case Heading() | Paragraph():
            return replace(block, spans=_spans(block.spans, kept))
        case Listing():
            return replace(block, items=tuple(only_links(item, kept) for item in block.items))
        case Quote():
            return Quote(only_links(block.blocks, kept))
        case Table():
            rows = tuple(tuple(_spans(cell, kept) for cell in row) for row in block.rows)
            return replace(block, head=tuple(_spans(cell, kept) for cell in block.head), rows=rows)
        case Equation():
            return Equation(*_spans((block.span,), kept))
        case _:
            return block


def _spans(spans: Spans, kept: Collection[str]) -> Spans:
    return tuple(
        replace(span, style=replace(span.style, link="")) if span.style.link not in kept and span.style.link else span
        for span in spans
    )
