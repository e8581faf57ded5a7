"""Blocks as Markdown that reads well as it is, and means the same again when it is parsed."""

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final

from bot.documents.blocks import (
    Alignment,
    Block,
    Chart,
    Code,
    Curve,
    Equation,
    Heading,
    Listing,
    PageBreak,
    Paragraph,
    Picture,
    Quote,
    Rule,
    Span,
    Spans,
    Table,
)
from bot.documents.columns import alignments_of
from bot.documents.figures.numbers import written
from bot.documents.figures.words import described
from bot.text.safe import safe_text
from bot.types import Language

SPECIAL: Final = re.compile(r"([\\`*_\[<>~$|])")
BEGINS_A_BLOCK: Final = re.compile(r"^(\s*)([#>+-]|={3,}|\d+(?=[.)]))", re.MULTILINE)
BAR: Final = re.compile(r"(?<!\\)\|")
SIDES: Final[dict[Alignment, str]] = {"left": "---", "right": "---:", "center": ":---:"}


class Writer:
    """Writes the blocks of one document in its language."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def blocks(self, blocks: Iterable[Block], *, tight: bool = False) -> str:
        """The blocks, an empty line between them but in a `tight` list."""
        return ("\n" if tight else "\n\n").join(text for block in blocks if (text := self._block(block)))

    def _block(self, block: Block) -> str:
        match block:
            case Heading(level, spans):
                return f"{'#' * min(max(level, 2), 6)} {spans_as_text(spans)}".replace("\n", " ")
            case Paragraph(spans):
                return _guarded(spans_as_text(spans))
            case Listing(items, start, tight):
                return self._listing(items, start, tight)
            case Quote(blocks):
                return _indented(self.blocks(blocks), "> ", "> ")
            case Code(text):
                fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
                return f"{fence}\n{safe_text(text)}\n{fence}"
            case Table(head, rows, _):
                return _table(head, rows, alignments_of(block))
            case _:
                return self._figure(block)

    def _figure(self, block: Block) -> str:
        match block:
            case Equation(span):
                return f"$$\n{_formula(span.formula.source if span.formula else span.text)}\n$$"
            case Chart(_, title):
                caption = f"**{escaped(title)}**\n\n" if title else ""
                return f"{caption}{self._chart(block)}"
            case Curve():
                return f"*{escaped(described(block, self._language))}*"
            case Picture(text=text):
                return f"*{escaped(text)}*"
            case PageBreak() | Rule():
                return "---"
        return ""

    def _chart(self, chart: Chart) -> str:
        """Its numbers, which is what a text file can show of it."""
        write = partial(written, language=self._language, is_percent=chart.is_percent)
        head = [(Span(""),), *((Span(series.name),) for series in chart.series)]
        rows = [
            (
                (Span(label),),
                *((Span("" if value is None else write(value)),) for value in values),
            )
            for label, *values in zip(chart.labels, *(series.values for series in chart.series), strict=True)
        ]
        return _table(head, rows, ["left", *["right"] * len(chart.series)])  # type: ignore[list-item]

    def _listing(self, items: tuple[tuple[Block, ...], ...], start: int | None, tight: bool) -> str:
        lines = []
        for number, item in enumerate(items, start or 1):
            marker = "- " if start is None else f"{number}. "
            lines.append(_indented(self.blocks(item, tight=tight), marker, " " * len(marker)))
        return ("\n" if tight else "\n\n").join(lines)


def spans_as_text(spans: Spans) -> str:
    """Running text with its marks."""
    return "".join(_span(span) for span in spans)


def escaped(text: str) -> str:
    """Text that means nothing but itself."""
    return SPECIAL.sub(r"\\\1", safe_text(text))


def _span(span: Span) -> str:
    if span.formula:
        return f"${_formula(span.formula.source)}$"
    text = safe_text(span.text)
    if not text.strip():
        return text.replace("\n", "\\\n")
    core = text.strip()
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    core = f"`{core.replace('`', chr(39))}`" if span.style.code else escaped(core)
    for wanted, mark in ((span.style.bold, "**"), (span.style.italic, "*"), (span.style.struck, "~~")):
        core = f"{mark}{core}{mark}" if wanted else core
    if span.style.link:
        core = f"<{span.style.link}>" if text == span.style.link else f"[{core}]({span.style.link})"
    return f"{before}{core}{after}".replace("\n", "\\\n")


def _formula(source: str) -> str:
    """LaTeX that a reader who knows no formulas makes no element, image or link of either; it means what it meant."""
    harmless = safe_text(source)
    for mark, instead in (("![", "! ["), ("](", "] ("), ("<", r"\lt "), (">", r"\gt ")):
        harmless = harmless.replace(mark, instead)
    return " ".join(harmless.split())


def _guarded(text: str) -> str:
    """A paragraph whose lines begin no list, heading or quotation by accident."""
    return BEGINS_A_BLOCK.sub(lambda found: f"{found[1]}{_harmless(found[2])}", text)


def _harmless(mark: str) -> str:
    return f"{mark}\\" if mark.isdigit() else f"\\{mark}"


def _indented(text: str, first: str, rest: str) -> str:
    lines = text.split("\n")
    return "\n".join(f"{rest if number else first}{line}".rstrip() for number, line in enumerate(lines))


def _table(head: Sequence[Spans], rows: Iterable[Sequence[Spans]], sides: Sequence[Alignment]) -> str:
    lines = [_row(head), f"| {' | '.join(SIDES[side] for side in sides)} |", *(_row(row) for row in rows)]
    return "\n".join(lines)


def _row(cells: Sequence[Spans]) -> str:
    return f"| {' | '.join(map(_cell, cells))} |"


def _cell(spans: Spans) -> str:
    """A bar in code or a formula would end the cell, and with it the code: what follows would be read as marks."""
    text = spans_as_text(spans).replace("\\\n", " ").strip()
    return BAR.sub(r"\|", text)
