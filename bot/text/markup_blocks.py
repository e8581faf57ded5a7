r"""Blocks that a model writes in HTML or LaTeX, as Markdown: lists, tables and headings keep their shape where their
tags alone would be dropped. `\n` around what begins a block; inside a Markdown table everything stays on its line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Self

LISTS: Final = ("ul", "ol")
ALONE: Final = ("p", "div", "section", "article", "blockquote", "figure", "center", "dl", "dt", "dd", "summary", "pre")
_NAME: Final = re.compile(r"<(/?)([a-z][a-z0-9]*)", re.IGNORECASE)
_ROW: Final = re.compile(r"<tr\b[^<>]*>(.*?)(?=</?tr\b|</?t(?:head|body|foot)\b|\Z)", re.IGNORECASE | re.DOTALL)
_CELL: Final = re.compile(r"<t[hd]\b([^<>]*)>(.*?)(?=</?t[hd]\b|\Z)", re.IGNORECASE | re.DOTALL)
_ACROSS: Final = re.compile(r"colspan\s*=\s*[\"']?(\d{1,2})", re.IGNORECASE)
_DOWN: Final = re.compile(r"rowspan\s*=\s*[\"']?(\d{1,2})", re.IGNORECASE)
_CAPTION: Final = re.compile(r"<caption\b[^<>]*>(.*?)</caption>", re.IGNORECASE | re.DOTALL)
_ITEM: Final = re.compile(r"\\item\b\s*(?:\[([^\]\n]{1,40})\])?\s*")
_WORDS: Final = re.compile(r"\w(?:[^*_]*\w)?")
_ORDER: Final = re.compile(r"\\([a-z]+)\*?\{(.*)\}", re.DOTALL)
_HEADINGS: Final = {"section": "##", "subsection": "###", "subsubsection": "####"}
_MARKS: Final = {"textbf": "**", "textit": "*", "emph": "*"}
_BLOCK_LINE: Final = re.compile(r"[ \t>]{0,20}(?:\||[-*+•][ \t]|\d{1,3}[.)][ \t]|>)")
SIDES: Final = {"": "\ue010", "center": "\ue011", "right": "\ue012"}
"""Paragraphs of their own that say on which side those behind them stand: private-use characters."""
_SIDE: Final = re.compile(r"<center\b|(?:align\s*=|text-align\s*:)\s*[\"']?(center|right)\b", re.IGNORECASE)
_MARK: Final = re.compile(r"\A[ \t>]*(?:[-*+•]|\d{1,3}[.)])?(?=\s|\Z)")
_TAG: Final = re.compile(r"<[^<>]*>")
_LOOKS_BACK: Final = 200  # characters
MOST_DEPTH: Final = 6


@dataclass(frozen=True, slots=True)
class Where:
    """Where a tag stands. `in_line`: on a line that must stay one, a row or an item of Markdown's; `follows`: something
    is said before it there, in its cell."""

    in_line: bool
    follows: bool

    @classmethod
    def of(cls, text: str, at: int) -> Self:
        """Of a tag that begins so far in a text."""
        begins = text.rfind("\n", 0, at) + 1
        said = _TAG.sub("", text[max(begins, at - _LOOKS_BACK) : at]).rpartition("|")[2]
        return cls(_BLOCK_LINE.match(text, begins, at) is not None, bool(_MARK.sub("", said).strip()))


@dataclass(slots=True)
class Blocks:
    """Where in the lists of one text its tags stand: `None` for one of dots, else the number of its last item.
    `closed`: the elements that end somewhere in it; another's name is one that somebody speaks of. `sided`: where what
    they hold stands in the middle or on the right, SIDES say so."""

    closed: frozenset[str] = frozenset()
    sided: bool = False
    _lists: list[int | None] = field(default_factory=list)
    _open: list[tuple[str, str]] = field(default_factory=list)

    def markdown(self, found: dict[str, str], where: Where) -> str | None:
        """A tag or a block of another language, by the groups it was found as; None for anything else."""
        if "tag" in found:
            return self.tag(found["tag"].lstrip(), where)
        if "order" in found:
            return order(found["order"])
        if "listed" in found:
            return listing(found["listed"], found["items"])
        return table(found["table"]) if "table" in found else None

    def tag(self, tag: str, where: Where) -> str:
        """What takes a tag's place."""
        found = _NAME.match(tag)
        if found is None:
            return ""
        is_end, name = bool(found[1]), found[2].lower()
        if name in LISTS and not (is_end or {name, "li"} & self.closed):
            return ""
        if name in LISTS:
            return self._list(name, is_end, where.in_line)
        if name == "li":
            return "" if is_end or not self._lists else self._item(where)
        if where.in_line:
            return "<br>" if name in ALONE and where.follows and not is_end else ""
        if self._lists or (not is_end and name not in self.closed):
            return ""
        if re.fullmatch("h[1-6]", name):
            before = "\n\n" if is_end else f"\n\n{'#' * max(2, int(name[1]))} "
        else:
            before = "\n\n" if name in ALONE else ""
        return self._sided(tag, name, before, is_end=is_end) if before and self.sided else before

    def _sided(self, tag: str, name: str, before: str, *, is_end: bool) -> str:
        """What takes the place of a tag, with the mark of another side that begins or ends there."""
        old = self._side
        if not is_end:
            found = _SIDE.search(tag)
            self._open.append((name, (found[1] or "center").lower() if found else ""))
        elif name in (names := [element for element, _ in self._open]):
            del self._open[len(names) - 1 - names[::-1].index(name) :]
        mark = f"\n\n{SIDES[self._side]}\n\n" if self._side != old else ""
        return before + mark if is_end else mark + before

    @property
    def _side(self) -> str:
        return next((side for _, side in reversed(self._open) if side), "")

    def _list(self, name: str, is_end: bool, in_line: bool) -> str:
        if not is_end:
            self._lists.append(0 if name == "ol" else None)
        elif self._lists:
            self._lists.pop()
        return "" if in_line or self._lists[1:] or (self._lists and is_end) else "\n\n"

    def _item(self, where: Where) -> str:
        mark = "-"
        if self._lists and (last := self._lists[-1]) is not None:
            self._lists[-1] = last + 1
            mark = f"{last + 1}."
        if where.in_line:
            return f"{'<br>' * where.follows}{'•' if mark == '-' else mark} "
        return f"\n{'    ' * min(len(self._lists) - 1, MOST_DEPTH)}{mark} "


def table(source: str) -> str:
    """An HTML table as a Markdown one; its first row is the head."""
    taken: dict[int, int] = {}
    rows = [_cells(cells, taken) for row in _ROW.findall(source) if (cells := _CELL.findall(row))]
    if not rows:
        return ""
    width = max(map(len, rows))
    lines = [f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in rows]
    caption = _CAPTION.search(source)
    above = f"\n\n{' '.join(caption[1].split())}" if caption else ""
    return "\n".join([f"{above}\n", lines[0], "|" + "---|" * width, *lines[1:], "\n"])


def _cells(found: Sequence[tuple[str, str]], taken: dict[int, int]) -> list[str]:
    """A row's cells, empty below and beside one that is larger. `taken`: rows more that each column's last takes."""
    cells: list[str] = []
    for attributes, words in found:
        _pass_over(cells, taken)
        across, down = (int(over[1]) if (over := size.search(attributes)) else 1 for size in (_ACROSS, _DOWN))
        for place in range(len(cells), len(cells) + max(1, across)):
            taken[place] = down - 1
        cells += [" ".join(words.split()).replace("|", "\\|"), *[""] * (across - 1)]
    _pass_over(cells, taken)
    return cells


def _pass_over(cells: list[str], taken: dict[int, int]) -> None:
    while taken.get(len(cells), 0) > 0:
        taken[len(cells)] -= 1
        cells.append("")


def listing(name: str, body: str) -> str:
    r"""LaTeX's itemize, enumerate or description."""
    _, *items = _ITEM.split(body)
    lines = []
    for number, (label, words) in enumerate(zip(items[::2], items[1::2], strict=True), 1):
        mark = f"{number}." if name == "enumerate" else "-"
        said = f"{label} " if label else ""
        lines.append(f"{mark} {said}{' '.join(words.split())}")
    return "\n".join(["\n", *lines, "\n"])


def order(source: str) -> str:
    r"""`\section{…}`, `\textbf{…}` and their like."""
    found = _ORDER.fullmatch(source)
    if found is None:
        return source
    name, words = found[1], found[2].strip()
    if name in _HEADINGS:
        return f"\n\n{_HEADINGS[name]} {words}\n\n"
    mark = _MARKS.get(name, "") if _WORDS.fullmatch(words) else ""
    return f"{mark}{words}{mark}"
