"""Blocks as HTML. Every text is escaped here; `child` lets the result through a sanitiser besides."""

import base64
from collections.abc import Iterable
from html import escape

from bot.documents.blocks import (
    BOXES,
    Alignment,
    Block,
    Code,
    Equation,
    Heading,
    Listing,
    PageBreak,
    Paragraph,
    Picture,
    Quote,
    Rule,
    Side,
    Span,
    Spans,
    Table,
    marked,
)
from bot.documents.columns import alignments_of
from bot.documents.direction import (
    list_runs_leftward,
    quote_runs_leftward,
    runs_leftward,
    table_runs_leftward,
)
from bot.documents.formulas import Formulas
from bot.text.safe import safe_text

EQUATIONS = "bot.documents.html.equations"
DEEPEST = 4  # of headings; the document's title is the first
BOXED = ' class="box"'


class Writer:
    """Writes the blocks of one document."""

    def __init__(self) -> None:
        self._formulas = Formulas(EQUATIONS)

    def blocks(self, blocks: Iterable[Block], *, tight: bool = False) -> str:
        """The blocks one after the other; in a `tight` list a paragraph is bare text."""
        return "".join(
            self.spans(block.spans) if tight and isinstance(block, Paragraph) else self._block(block)
            for block in blocks
        )

    def spans(self, spans: Spans) -> str:
        """Running text."""
        return "".join(self._span(span) for span in spans)

    def _block(self, block: Block) -> str:
        match block:
            case Heading(level, spans, side):
                name = f"h{min(max(level, 2), DEEPEST)}"
                return f"<{name}{_side(side)}{_direction(spans)}>{self.spans(spans)}</{name}>\n"
            case Paragraph(spans, side):
                return f"<p{_side(side)}{_direction(spans)}>{self.spans(spans) or '<br>'}</p>\n"
            case Listing():
                return self._listing(block)
            case Quote(blocks):
                return f"<blockquote{_way(quote_runs_leftward(block))}>{self.blocks(blocks)}</blockquote>\n"
            case Code(text):
                return f"<pre><code>{_escaped(text)}</code></pre>\n"
            case Table():
                return self._table(block)
            case _:
                return self._figure(block)

    def _figure(self, block: Block) -> str:
        match block:
            case Equation(span):
                return f'<p class="formula">{self._span(span)}</p>\n'
            case Picture(body, width, height, text, caption):
                kind = "png" if body.startswith(b"\x89PNG") else "jpeg"
                data = f"data:image/{kind};base64,{base64.b64encode(body).decode()}"
                below = f"<figcaption>{_escaped(caption)}</figcaption>" if caption else ""
                size = f'width="{width // 2}" height="{height // 2}"'
                return f'<figure><img src="{data}" alt="{_escaped(text)}" {size}>{below}</figure>\n'
            case PageBreak():
                return '<div class="page"></div>\n'
            case Rule():
                return "<hr>\n"
        return ""

    def _listing(self, listing: Listing) -> str:
        start, marks = listing.start, (mark for mark, _ in marked(listing, ""))
        name = "ul" if start is None else "ol"
        first = f' start="{start}"' if start not in (None, 1) else ""
        inside = "".join(
            f"<li{BOXED if mark in BOXES else ''}>{self.blocks(item, tight=listing.tight)}</li>\n"
            for mark, item in zip(marks, listing.items, strict=True)
        )
        return f"<{name}{first}{_way(list_runs_leftward(listing))}>\n{inside}</{name}>\n"

    def _table(self, table: Table) -> str:
        sides = alignments_of(table)
        head = "".join(self._cell("th", cell, side) for cell, side in zip(table.head, sides, strict=True))
        rows = "".join(
            f"<tr>{''.join(self._cell('td', cell, side) for cell, side in zip(row, sides, strict=True))}</tr>\n"
            for row in table.rows
        )
        above = f"<thead><tr>{head}</tr></thead>\n" if table.has_head else ""
        shown = f"{above}<tbody>{rows}</tbody>"
        way = _way(table_runs_leftward(table))
        return f'<div class="wide" tabindex="0"><table{way}>{shown}</table></div>\n'

    def _cell(self, name: str, spans: Spans, side: Alignment) -> str:
        scope = ' scope="col"' if name == "th" else ""
        look = f' class="{side}"' if side != "left" else ""
        return f"<{name}{scope}{look}{_direction(spans)}>{self.spans(spans)}</{name}>"

    def _span(self, span: Span) -> str:
        equation = self._formulas.equation(span.formula) if span.formula else None
        if equation is not None:
            return str(equation)
        text = _escaped(span.text).replace("\n", "<br>")
        style = span.style
        for wanted, name in ((style.code, "code"), (style.bold, "strong"), (style.italic, "em"), (style.struck, "s")):
            text = f"<{name}>{text}</{name}>" if wanted else text
        return f'<a href="{_escaped(style.link)}">{text}</a>' if style.link else text


def _escaped(text: str) -> str:
    return escape(safe_text(text))


def _side(side: Side | None) -> str:
    return f' class="{side}"' if side else ""


def _direction(spans: Spans) -> str:
    return _way(runs_leftward(spans))


def _way(leftward: bool) -> str:
    return ' dir="rtl"' if leftward else ""
