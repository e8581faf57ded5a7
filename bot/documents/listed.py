"""Lines of lists as their writer meant them, where CommonMark reads them otherwise: a point that is a line to write on,
the next part of a plan right below a list, lists within numbers that are set in by two spaces. Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

_ITEM: Final = re.compile(r"( *)((?:[-*+]|\d{1,3}[.)]) +)\S")
_BLANK: Final = re.compile(r"([ \t>]*(?:[-*+]|\d{1,3}[.)]) +)(_{3,}[ \t]*)")
# « II. », « B) », « c) »: what goes on, and so cannot begin the answers to the point above.
_NEXT: Final = re.compile(r"(?:X{0,2}(?:IX|IV|VI{0,3}|II{1,2})|X{1,2}|[B-H]|[b-h])[.)] +\S")
_LEAST: Final = 2  # spaces that set in what stands within a bullet


def relisted(lines: Iterable[tuple[str, bool]]) -> Iterator[str]:
    """The lines, each with whether it is code."""
    previous, width, more = "", 0, 0  # of the number above: how wide it is, and what its list lacks
    for line, is_code in lines:
        indent = len(line) - len(line.lstrip(" "))
        if line.strip() and not indent:
            found = None if is_code else _ITEM.match(line)
            width, more = len(found[2]) if found else 0, 0
        elif not more and _LEAST <= indent < width and _ITEM.match(line):
            more = width - indent
        shifted = " " * more + line if indent >= _LEAST else line
        if is_code:
            yield shifted
        elif not indent and _NEXT.match(line) and _ITEM.match(previous):
            yield f"\n{line}"
        else:
            yield _written(shifted)
        previous = line


def _written(line: str) -> str:
    found = _BLANK.fullmatch(line)
    return found[1] + found[2].replace("_", "\\_") if found else line
