"""A document's list of its own headings, where its writer has set the mark for one: `[TOC]`."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.documents.blocks import Block, Heading, Paragraph, Span

MARKS: Final = ("[toc]", "[[toc]]", "[[_toc_]]", "${toc}", "{:toc}", "\\tableofcontents")


def with_contents(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, in which a mark has become the highest headings behind it, a line each. Without page numbers: of
    these kinds of file some have no pages."""
    for place, block in enumerate(blocks):
        if not (isinstance(block, Paragraph) and _is_mark(block)):
            yield block
            continue
        headings = [each for each in blocks[place + 1 :] if isinstance(each, Heading)]
        highest = min((heading.level for heading in headings), default=0)
        lines = [heading.spans for heading in headings if heading.level == highest]
        if lines:
            yield Paragraph(tuple(span for line in lines for span in (Span("\n"), *line))[1:])


def _is_mark(block: Paragraph) -> bool:
    return "".join(span.text for span in block.spans).replace(" ", "").lower() in MARKS
