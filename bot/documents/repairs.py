"""Markdown as its writer meant it, where a mark is missing: « ##Titre » without its space, a table without the dashes
below its head. Code stays as it is. Pure."""

import re
from collections.abc import Iterator
from typing import Final

from bot.text.fences import with_code

_HEADING: Final = re.compile(r" {0,3}(#{2,6})(?![\d*#]+#)([^\s#].*)")  # « #MeToo » and « ##002# » are none
_ROW: Final = re.compile(r" {0,3}\|[ \t].*[ \t]\|[ \t]*")  # « |x| = |y| » is none
_BAR: Final = re.compile(r"(?<!\\)\|")
_DASHES: Final = re.compile(r"[ \t|:-]+")


def repaired(markdown: str) -> str:
    """The Markdown with the marks that it lacks."""
    return "\n".join(_lines(markdown.split("\n")))


def _lines(lines: list[str]) -> Iterator[str]:
    is_inside = False
    for place, (line, is_code) in enumerate(with_code(lines)):
        width = 0 if is_code else _width(line)
        yield line if is_code else _HEADING.sub(r"\1 \2", line, count=1) if _HEADING.match(line) else line
        following = lines[place + 1] if place + 1 < len(lines) else ""
        if width > 1 and not is_inside and _width(following) == width and not _is_dashes(line, following):
            yield "|" + "---|" * width
        is_inside = "|" in line


def _width(line: str) -> int:
    """Cells of a row that bars begin and end."""
    return len(_BAR.findall(line)) - 1 if _ROW.fullmatch(line) else 0


def _is_dashes(*lines: str) -> bool:
    return any("-" in line and _DASHES.fullmatch(line) for line in lines)
