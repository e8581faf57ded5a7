"""A document's content and parts as blocks, the same for every kind of file. In the child: it is hostile text."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from bot.documents.arguments import lined
from bot.documents.blocks import (
    PLAIN,
    Block,
    Code,
    Equation,
    Heading,
    Latex,
    Listing,
    PageBreak,
    Paragraph,
    Quote,
    Span,
    Spans,
    Table,
)
from bot.documents.contents import with_contents
from bot.documents.figures.reading import chart_of, curve_of
from bot.documents.flavours import as_common
from bot.documents.footnotes import with_footnotes
from bot.documents.linking import only_links
from bot.documents.markdown import linked, parse, ticked
from bot.documents.model import MAX_COLUMNS, MAX_FIGURES, MAX_ROWS, BlockSpec, Document
from bot.documents.pictures import picture_in
from bot.documents.repairs import PAGE_BREAK
from bot.documents.spacing import tied
from bot.errors import DocumentError
from bot.text.folding import folded
from bot.text.latex import to_unicode
from bot.text.safe import safe_text
from bot.types import Language

PAGE_BREAKS = (PAGE_BREAK, "\\pagebreak")
FIGURES = ("bar", "line", "pie", "function", "image")
MARKS = frozenset("*_`$~[]<>\\!|#-+.)")  # a cell without them is plain text, which saves parsing it
HEADING = re.compile(r"#{1,6}(\s|$)")  # « #MeToo » is none
CLOSING_MARKS = re.compile(r"(?<=\s)#+$")
FENCED = re.compile(r"\s*(`{3,}|~{3,})[^\n`]*\n(.*?)\n?[ \t]*\1\s*", re.DOTALL)
BULLET = re.compile(r"\s*[-*•–]\s+")
NUMBER = re.compile(r"\s*(\d{1,3})[.)]\s+")


def blocks_of(document: Document) -> tuple[Block, ...]:
    """All blocks in order. Raises DocumentError, which names the part, for what cannot be one."""
    if sum(part.type in FIGURES for part in document.parts) > MAX_FIGURES:
        raise DocumentError(f"more than {MAX_FIGURES} charts and images: make several documents")
    blocks = _markdown(document.content, document) if document.content.strip() else []
    for number, part in enumerate(document.parts, 1):
        try:
            blocks += _READERS[part.type](part, document)
        except DocumentError as error:
            raise DocumentError(f"block {number} ({part.type}): {error}") from None
    blocks = list(with_contents(blocks))
    if blocks and not document.letter and _says(blocks[0], document.title):
        del blocks[0]
    if not blocks:
        raise DocumentError("there is nothing in it: write its text in content or blocks")
    for table in _tables(blocks):
        _check(table)
    return _linked(blocks, document)


def enclosures_of(document: Document) -> tuple[Block, ...]:
    """What stands below the signature of a letter."""
    return _linked(parse(document.enclosures), document) if document.enclosures else ()


def _linked(blocks: Sequence[Block], document: Document) -> tuple[Block, ...]:
    return tuple(blocks) if document.links is None else only_links(blocks, frozenset(document.links))


def _says(block: Block, title: str) -> bool:
    """Whether a heading says once more what stands above it as the title."""
    return isinstance(block, Heading) and _letters("".join(span.text for span in block.spans)) == _letters(title)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, folded(text)))


def _markdown(text: str, document: Document) -> list[Block]:
    return [_broken(block) for block in parse(with_footnotes(as_common(text, document.language)))]


def _text(part: BlockSpec, document: Document) -> Iterable[Block]:
    return _markdown(lined(_needed(part)), document)


def _heading(part: BlockSpec, _document: Document) -> Iterable[Block]:
    text = " ".join(_needed(part).split())
    text = CLOSING_MARKS.sub(r"\\\g<0>", text)  # « Cours de C # »: no end of a heading
    return [block for block in parse(text if HEADING.match(text) else f"## {text}") if isinstance(block, Heading)]


def _list(part: BlockSpec, _document: Document, *, start: int | None) -> Iterable[Block]:
    written = [item for item in part.items if item.strip()]
    if not written:
        raise DocumentError("items is empty")
    first, texts = _unmarked(written)
    items = tuple(parse(text) for text in texts)
    return [Listing(items, start if first is None else first, tight=all(len(item) == 1 for item in items))]


def _unmarked(items: Sequence[str]) -> tuple[int | None, Sequence[str]]:
    """Items whose writer has numbered them one by one, or put a dash before each: the first number, and their words
    alone. The list numbers them itself."""
    bulleted = [BULLET.match(item) for item in items]
    if all(bulleted):
        return None, [item[found.end() :] for item, found in zip(items, bulleted, strict=True) if found]
    numbered = [NUMBER.match(item) for item in items]
    first = int(numbered[0][1]) if numbered[0] else 0
    if any(found is None or int(found[1]) != number for number, found in enumerate(numbered, first)):
        return None, items
    return first, [item[found.end() :] for item, found in zip(items, numbered, strict=True) if found]


def _table(part: BlockSpec, document: Document) -> Iterable[Block]:
    width = max(map(len, part.rows), default=0)
    if not width:
        raise DocumentError("rows is empty: the first row is the head")
    head, *rows = [tuple(_cell(cell, document.language) for cell in _filled(row, width)) for row in part.rows]
    return [Table(head, tuple(rows), (None,) * width)]


def _filled(row: tuple[str | float, ...], width: int) -> tuple[str | float, ...]:
    return (*row, *("",) * (width - len(row)))


def _cell(cell: str | float, language: Language) -> Spans:
    """What stands in a cell of a block."""
    text = _digits(cell, language) if isinstance(cell, float) else ticked(safe_text(cell))
    if MARKS.isdisjoint(text):
        return (Span(tied(text)),)
    blocks = [_line(block) for block in parse(text)]
    if not blocks or None in blocks:  # « - 3 » is no list
        return tuple(linked(tied(text), PLAIN))
    return tuple(span for line in blocks for span in (Span("\n"), *(line or ())))[1:]


def _digits(number: float, language: Language) -> str:
    """Ungrouped: it may be a year or a number in a register."""
    digits = f"{number:.15g}"
    return digits.replace(".", ",") if language is Language.FR else digits


def _line(block: Block) -> Spans | None:
    """What can stand in a cell as it is."""
    if isinstance(block, Paragraph):
        return block.spans
    return (block.span,) if isinstance(block, Equation) else None


def _formula(part: BlockSpec, _document: Document) -> Iterable[Block]:
    source = _needed(part).strip().strip("$").removeprefix("\\[").removesuffix("\\]").strip()
    return [Equation(Span(to_unicode(source), formula=Latex(source, displayed=True)))]


def _quote(part: BlockSpec, _document: Document) -> Iterable[Block]:
    return [Quote(parse(_needed(part)))]


def _code(part: BlockSpec, _document: Document) -> Iterable[Block]:
    fenced = FENCED.fullmatch(_needed(part))
    return [Code((fenced[2] if fenced else part.text).strip("\n"))]


def _page_break(_part: BlockSpec, _document: Document) -> Iterable[Block]:
    return [PageBreak()]


def _image(part: BlockSpec, document: Document) -> Iterable[Block]:
    body = document.images.get(part.text.strip())
    if body is None:
        raise DocumentError(f"there is no image {part.text[:60]!r} among the user's files")
    return [picture_in(body, part.text.strip())]


def _needed(part: BlockSpec) -> str:
    if not part.text.strip():
        raise DocumentError("text is empty")
    return part.text


def _broken(block: Block) -> Block:
    """A paragraph that is nothing but LaTeX's order to turn the page."""
    is_order = isinstance(block, Paragraph) and "".join(span.text for span in block.spans).strip() in PAGE_BREAKS
    return PageBreak() if is_order else block


def _tables(blocks: Iterable[Block]) -> Iterable[Table]:
    for block in blocks:
        if isinstance(block, Table):
            yield block
        elif isinstance(block, Quote):
            yield from _tables(block.blocks)
        elif isinstance(block, Listing):
            for item in block.items:
                yield from _tables(item)


def _check(table: Table) -> None:
    if len(table.head) > MAX_COLUMNS:
        raise DocumentError(f"a table has {len(table.head)} columns, no page shows more than {MAX_COLUMNS}: use xlsx")
    if len(table.rows) > MAX_ROWS:
        raise DocumentError(f"a table has {len(table.rows)} rows, more than {MAX_ROWS}: use xlsx for the whole")


_READERS: dict[str, Callable[[BlockSpec, Document], Iterable[Block]]] = {
    "text": _text,
    "heading": _heading,
    "list": partial(_list, start=None),
    "numbered": partial(_list, start=1),
    "table": _table,
    "formula": _formula,
    "code": _code,
    "quote": _quote,
    "bar": lambda part, document: [chart_of("bar", part.text, part.rows, document.language)],
    "line": lambda part, document: [chart_of("line", part.text, part.rows, document.language)],
    "pie": lambda part, document: [chart_of("pie", part.text, part.rows, document.language)],
    "function": lambda part, _document: [curve_of(part.text, part.x_min, part.x_max)],
    "image": _image,
    "page_break": _page_break,
}
