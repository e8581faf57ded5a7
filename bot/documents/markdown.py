"""Markdown to blocks. HTML tags are dropped, images shown by their description, other schemes than http(s) unlinked."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from bot.documents.blocks import (
    PLAIN,
    Alignment,
    Block,
    Code,
    Equation,
    Heading,
    Latex,
    Listing,
    Paragraph,
    Quote,
    Rule,
    Side,
    Span,
    Spans,
    Style,
    Table,
)
from bot.documents.repairs import repaired
from bot.documents.spacing import tied
from bot.text.formula import Formula
from bot.text.latex import to_unicode
from bot.text.markup_blocks import SIDES
from bot.text.markup_source import BREAK, protect
from bot.text.stash import Stash, without_private_use
from bot.text.tables import evened

MAX_DEPTH = 12  # of lists and quotations in one another; deeper ones are flattened
BARE_LINK = re.compile(r"https?://[^\s<>\"«»]*[^\s<>\"«».,;:!?)\]}'’]")
LINE_END = "\u2028"
WRAPPED = 60  # characters of a line
ENUMERATED = re.compile(r"(?:[a-z]|[ivx]{1,4})[.)](?=\s|$)")  # « b) », which begins an answer or a question of its own
CLOSING = re.compile(r"[.,;](?!\S)")
TASK = re.compile(r"^\[([ xX])\](?: |$)")
MARKED: dict[str, Side | None] = {SIDES[""]: None, SIDES["center"]: "center", SIDES["right"]: "right"}
ALIGNMENTS: dict[str, Alignment] = {
    "text-align:left": "left",
    "text-align:right": "right",
    "text-align:center": "center",
}


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: ARG002 - the words of all stay
        return True


def parse(markdown: str) -> tuple[Block, ...]:
    """The blocks of a CommonMark text with tables, strikethrough and LaTeX, whose spans carry source and text."""
    formulas, addresses = Stash(15), Stash(16)
    parser = _Parser("commonmark", {"html": False, "maxNesting": 40})
    parser.enable(["table", "strikethrough"]).disable(["code", "lheading", "html_block", "html_inline"])
    source = protect(without_private_use(repaired(markdown)), formulas, addresses, sided=True)
    tokens = parser.parse(evened(source, ended=True))
    for token in tokens:
        for part in (token, *(token.children or ())):
            part.content = addresses.restore(part.content).replace(BREAK, "\n")
            if part.type == "text":
                part.meta["parts"] = formulas.split(part.content, Formula)
            part.content = formulas.restore(part.content)
    return tuple(_sided(_blocks(SyntaxTreeNode(tokens).children, 0)))


def _sided(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks, each on its side, without the marks that say which."""
    side: Side | None = None
    for block in blocks:
        if isinstance(block, Paragraph) and (mark := "".join(span.text for span in block.spans)) in MARKED:
            side = MARKED[mark]
        else:
            yield replace(block, side=side) if side and isinstance(block, (Heading, Paragraph)) else block


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
    if node.type in ("bullet_list", "ordered_list"):
        return _listings(node, depth)
    if node.type in BUILDERS:
        return (BUILDERS[node.type](node, depth),)
    if node.type == "paragraph":
        return _paragraph(_inline(node))
    return (Paragraph((Span(node.content),)),) if node.content else _blocks(node.children, depth)


def _paragraph(spans: Spans) -> tuple[Block, ...]:
    """A paragraph, cut where a displayed formula stands on its own line."""
    blocks: list[Block] = []
    for displayed, group in groupby(spans, key=lambda span: span.formula is not None and span.formula.displayed):
        if displayed:
            blocks += [Equation(span) for span in group]
            continue
        text = _trimmed(tuple(group))
        if blocks and (closing := CLOSING.match(text[0].text if text else "")):
            blocks[-1] = _closed(blocks[-1], closing[0])
            text = _trimmed((replace(text[0], text=text[0].text[closing.end() :]), *text[1:]))
        blocks += [Paragraph(text)] if text else []
    return tuple(blocks) or (Paragraph(()),)


def _closed(block: Block, mark: str) -> Block:
    """A displayed formula with the full stop or comma that follows it."""
    if not isinstance(block, Equation) or block.span.formula is None:
        return block
    formula = replace(block.span.formula, source=f"{block.span.formula.source}{mark}")
    return Equation(replace(block.span, text=block.span.text + mark, formula=formula))


def _trimmed(spans: Spans) -> Spans:
    """The spans without the spaces and line breaks at their two ends."""
    while spans and not spans[0].text.strip():
        spans = spans[1:]
    while spans and not spans[-1].text.strip():
        spans = spans[:-1]
    return spans


def _code(node: SyntaxTreeNode, _depth: int) -> Block:
    if node.info.strip().lower() == "math":
        latex = node.content.strip()
        return Equation(Span(to_unicode(latex), formula=Latex(latex, displayed=True)))
    return Code(node.content.rstrip("\n"))


def _listings(node: SyntaxTreeNode, depth: int) -> tuple[Listing, ...]:
    """A list, cut where its numbers leap: whoever answers the questions 2, 3 and 7 has not answered a fourth."""
    items = tuple(_ticked(_blocks(item.children, depth + 1)) for item in node.children)
    tight = all(child.hidden for item in node.children for child in item.children if child.type == "paragraph")
    if node.type != "ordered_list":
        return (Listing(items, None, tight),)
    numbers = _numbers(node)
    leaps = [at for at in range(1, len(numbers)) if numbers[at] != numbers[at - 1] + 1]
    return tuple(
        Listing(items[first:last], numbers[first], tight)
        for first, last in zip([0, *leaps], [*leaps, len(items)], strict=True)
    )


def _numbers(node: SyntaxTreeNode) -> Sequence[int]:
    """As they are written; counted on from the first where one of them comes twice, as in « 1. 1. 1. »."""
    first = int(node.attrs.get("start", 1))
    said = [int(item.info) if item.info.isdecimal() else first for item in node.children]
    return said if len(set(said)) == len(said) else range(first, first + len(said))


def _table(node: SyntaxTreeNode, _depth: int) -> Table:
    rows = [row for part in node.children for row in part.children]
    cells = [tuple(_cell(_inline(cell)) for cell in row.children) for row in rows]
    alignments = tuple(ALIGNMENTS.get(str(cell.attrs.get("style", ""))) for cell in rows[0].children)
    return Table(cells[0], tuple(cells[1:]), alignments)


def _cell(spans: Spans) -> Spans:
    return (replace(spans[0], text=ticked(spans[0].text)), *spans[1:]) if spans else spans


def _inline(node: SyntaxTreeNode) -> Spans:
    return _lined([span for child in node.children for span in _spans(child, PLAIN)])


def _lined(spans: list[Span]) -> Spans:
    """Ends of lines stay, as in messages: answers to choose from, names below each other. But where a long line goes on
    in small letters somebody has wrapped a paragraph."""
    lined: list[Span] = []
    length = 0
    for place, span in enumerate(spans):
        if span.text == LINE_END:
            following = spans[place + 1].text if place + 1 < len(spans) else ""
            is_wrapped = length >= WRAPPED and following[:1].islower() and not ENUMERATED.match(following)
            lined.append(replace(span, text=" " if is_wrapped else "\n"))
            length = 0
        else:
            lined.append(span)
            length = 0 if span.text == "\n" else length + len(span.text)
    return tuple(lined)


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
    return [span for part in node.meta.get("parts", [node.content]) for span in _text(part, style)]


def _text(part: str, style: Style) -> list[Span]:
    if isinstance(part, Formula):
        return [Span(str(part), style, Latex(part.latex, part.displayed))] if part.strip() else []
    return linked(tied(part), style)


def _ticked(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """An item of a task list: its box as a sign."""
    if not (blocks and isinstance(blocks[0], Paragraph) and blocks[0].spans):
        return blocks
    first, *others = blocks[0].spans
    return (Paragraph((replace(first, text=ticked(first.text)), *others)), *blocks[1:])


def ticked(text: str) -> str:
    """A text with the box that it begins with as a sign."""
    return TASK.sub(lambda found: f"{'☐' if found[1] == ' ' else '☑'}{found[0][3:]}", text)


BUILDERS: dict[str, Callable[[SyntaxTreeNode, int], Block]] = {
    "heading": lambda node, _depth: Heading(int(node.tag[1]), _inline(node)),
    "hr": lambda _node, _depth: Rule(),
    "blockquote": lambda node, depth: Quote(_blocks(node.children, depth + 1)),
    "fence": _code,
    "code_block": _code,
    "table": _table,
}
BREAKS = {"softbreak": LINE_END, "hardbreak": "\n"}
EMPHASIS: dict[str, Callable[[Style], Style]] = {
    "strong": lambda style: replace(style, bold=True),
    "em": lambda style: replace(style, italic=True),
    "s": lambda style: replace(style, struck=True),
}
