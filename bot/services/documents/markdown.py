"""Markdown to blocks. HTML tags are dropped, images shown by their description, other schemes than http(s) unlinked."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from bot.channels.markup_source import BREAK, protect
from bot.channels.stash import Stash, without_private_use
from bot.services.documents.blocks import (
    PLAIN,
    Alignment,
    Block,
    Code,
    Heading,
    Listing,
    Paragraph,
    Quote,
    Rule,
    Span,
    Spans,
    Style,
    Table,
)

MAX_DEPTH = 12  # of lists and quotations in one another; deeper ones are flattened
BARE_LINK = re.compile(r"https?://[^\s<>\"«»]*[^\s<>\"«».,;:!?)\]}'’]")
TASK = re.compile(r"^\[([ xX])\] ")
ALIGNMENTS: dict[str, Alignment] = {
    "text-align:left": "left",
    "text-align:right": "right",
    "text-align:center": "center",
}


def parse(markdown: str) -> tuple[Block, ...]:
    """The blocks of a CommonMark text with tables, strikethrough and LaTeX, which becomes Unicode maths."""
    formulas, addresses = Stash(15), Stash(16)
    # Indented text is text and an underlined paragraph no heading, as in messages (bot.channels.markup).
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 40})
    parser.enable(["table", "strikethrough"]).disable(["code", "lheading", "html_block", "html_inline"])
    tokens = parser.parse(protect(without_private_use(markdown), formulas, addresses))
    for token in tokens:
        for part in (token, *(token.children or ())):
            part.content = formulas.restore(addresses.restore(part.content)).replace(BREAK, "\n")
    return _blocks(SyntaxTreeNode(tokens).children, 0)


def linked(text: str, style: Style) -> list[Span]:
    """A text as spans in which bare web addresses are links."""
    spans, at = [], 0
    for found in () if style.link or style.code else BARE_LINK.finditer(text):
        spans += [Span(text[at : found.start()], style), Span(found[0], replace(style, link=found[0]))]
        at = found.end()
    return [span for span in [*spans, Span(text[at:], style)] if span.text]


def _blocks(nodes: Iterable[SyntaxTreeNode], depth: int) -> tuple[Block, ...]:
    return tuple(block for node in nodes for block in _block(node, depth))


def _block(node: SyntaxTreeNode, depth: int) -> tuple[Block, ...]:
    nested = node.type in ("bullet_list", "ordered_list", "blockquote")
    if nested and depth >= MAX_DEPTH:
        return _blocks((child for item in node.children for child in item.children or [item]), depth)
    if node.type in BUILDERS:
        return (BUILDERS[node.type](node, depth),)
    return (Paragraph((Span(node.content),)),) if node.content else _blocks(node.children, depth)


def _code(node: SyntaxTreeNode, _depth: int) -> Code:
    return Code(node.content.rstrip("\n"))


def _listing(node: SyntaxTreeNode, depth: int) -> Listing:
    start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
    items = tuple(_ticked(_blocks(item.children, depth + 1)) for item in node.children)
    tight = all(child.hidden for item in node.children for child in item.children if child.type == "paragraph")
    return Listing(items, start, tight)


def _table(node: SyntaxTreeNode, _depth: int) -> Table:
    rows = [row for part in node.children for row in part.children]
    cells = [tuple(_inline(cell) for cell in row.children) for row in rows]
    alignments = tuple(ALIGNMENTS.get(str(cell.attrs.get("style", ""))) for cell in rows[0].children)
    return Table(cells[0], tuple(cells[1:]), alignments)


def _inline(node: SyntaxTreeNode) -> Spans:
    spans = [span for child in node.children for span in _spans(child, PLAIN)]
    return tuple(spans)


def _spans(node: SyntaxTreeNode, style: Style) -> list[Span]:
    if node.type in BREAKS:
        return [Span(BREAKS[node.type], style)]
    if node.type == "code_inline":
        return [Span(node.content, replace(style, code=True))]
    if node.type == "image":
        return [Span(node.content or "image", replace(style, italic=True))]
    href = str(node.attrs.get("href", ""))
    if href.startswith(("http://", "https://")):
        style = replace(style, link=href)
    style = EMPHASIS[node.type](style) if node.type in EMPHASIS else style
    if node.children:
        return [span for child in node.children for span in _spans(child, style)]
    return linked(_tied(node.content), style)


def _tied(text: str) -> str:
    """Spaces that must not end a line made no-break ones: inside « », before ; : ! ? and between groups of digits."""
    text = re.sub(r"(?<=«) | (?=[»;:!?](?:\s|$))", "\u00a0", text)
    return re.sub(r"(?<=\d) (?=\d{3}(?!\d))", "\u00a0", text)


def _ticked(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """An item of a task list: its box as a sign."""
    if not (blocks and isinstance(blocks[0], Paragraph) and blocks[0].spans):
        return blocks
    first, *others = blocks[0].spans
    text = TASK.sub(lambda found: "☐ " if found[1] == " " else "☑ ", first.text)
    return (Paragraph((replace(first, text=text), *others)), *blocks[1:])


BUILDERS: dict[str, Callable[[SyntaxTreeNode, int], Block]] = {
    "heading": lambda node, _depth: Heading(int(node.tag[1]), _inline(node)),
    "paragraph": lambda node, _depth: Paragraph(_inline(node)),
    "hr": lambda _node, _depth: Rule(),
    "blockquote": lambda node, depth: Quote(_blocks(node.children, depth + 1)),
    "fence": _code,
    "code_block": _code,
    "table": _table,
    "bullet_list": _listing,
    "ordered_list": _listing,
}
BREAKS = {"softbreak": " ", "hardbreak": "\n"}
EMPHASIS: dict[str, Callable[[Style], Style]] = {
    "strong": lambda style: replace(style, bold=True),
    "em": lambda style: replace(style, italic=True),
    "s": lambda style: replace(style, struck=True),
}
