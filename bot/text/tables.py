"""Tables of Markdown as wide as what stands in them: where its dashes were miscounted a table is none, and what a row
has beyond the head is left out. Formulas have been taken out before. Pure."""

import re
from itertools import takewhile
from typing import Final

from bot.text.fences import with_code

_DASHES: Final = re.compile(r"[ \t>]*+(?:\|[ \t]*+)?:?-++:?[ \t]*+(?>(?:\|[ \t]*+:?-++:?[ \t]*+)*)(?:\|[ \t]*+)?")
# What is no cell: marks of a quotation or an item, bars at both ends.
_OUTER: Final = re.compile(r"^[ \t>]*+(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\|))?\|?|(?<!\\)\|[ \t]*+$")
_MOST: Final = 30  # columns of a table in a document
_BAR: Final = re.compile(r"(?<!\\)\|")


def evened(markdown: str, *, ended: bool = False) -> str:
    """The Markdown, in which heads and their dashes are as wide as the widest row of their table. `ended`: a
    line without a bar ends one."""
    lines, below = markdown.split("\n"), 0
    for place, (line, is_code) in enumerate(with_code(lines[:-1])):
        if is_code or place < below or not _is_dashes(lines[place + 1]) or not _BAR.search(line):
            continue
        rows = list(takewhile(_BAR.search, lines[place + 2 :]))
        below = place + 2 + len(rows)
        if ended and below < len(lines) and lines[below][:1] not in ("", ">"):
            lines[below] = f"\n{lines[below]}"
        lines[place : place + 2] = _evened(line, lines[place + 1], max(map(_filled, rows), default=0))
    return "\n".join(lines)


def _is_dashes(line: str) -> bool:
    return "|" in line and _DASHES.fullmatch(line) is not None


def _evened(head: str, dashes: str, width: int) -> tuple[str, str]:
    named, marks = len(_cells(head)), _cells(dashes)
    width = max(named, min(width, _MOST))
    if named < width:
        head = head.rstrip()
        head += " |" * (width - named + (not head.endswith("|")))
    if len(marks) != width:
        before = len(dashes) - len(dashes.lstrip(" \t>"))
        dashes = f"{dashes[:before]}|{'|'.join([*marks, *['---'] * width][:width])}|"
    return head, dashes


def _cells(row: str) -> list[str]:
    return _BAR.split(_OUTER.sub("", row))


def _filled(row: str) -> int:
    """How many cells there are as far as the last that is not empty; none of what is dashes again."""
    cells = [] if _is_dashes(row) else _cells(row)
    return max((place for place, cell in enumerate(cells, 1) if cell.strip()), default=0)
