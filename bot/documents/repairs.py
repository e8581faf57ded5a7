"""Markdown as its writer meant it, where a mark is missing: « ##Titre » without its space, a table without the dashes
below its head; or is of a web page: an element that turns the page. Code stays as it is. Pure."""

import re
from collections.abc import Iterator
from typing import Final

from bot.documents.listed import relisted
from bot.text.fences import with_code

PAGE_BREAK: Final = "\\newpage"
_HEADING: Final = re.compile(r" {0,3}(#{2,6})(?![\d*#]+#)([^\s#].*)")  # « #MeToo » and « ##002# » are none
_ROW: Final = re.compile(r" {0,3}\|[ \t].*[ \t]\|[ \t]*")  # « |x| = |y| » is none
_BAR: Final = re.compile(r"(?<!\\)\|")
_DOCTYPE: Final = re.compile(r"\s*<!doctype\b[^<>]*>", re.IGNORECASE)
_BREAK: Final = re.compile(
    r"\s*<(div|p|span|br|hr)\b[^<>]*\bbreak-(?:after|before)\s*:\s*(?:always|page)\b[^<>]*>(?:\s|&nbsp;)*(?:</\1\s*>)?\s*",
    re.IGNORECASE,
)
_ANCHOR: Final = re.compile(r"[ \t]*\{[ \t]*[#.][^\W\d_][^{}]*\}[ \t]*$")  # `## Titre {#titre}`, not `{.5; 1}`
# « **Objectif :**lire »: CommonMark sees no end of bold there. It begins no word, else it may be an end itself.
_BOLD: Final = re.compile(r"(?<![\w*\\])\*\*(?=[^\s*])[^*\n`$]{1,200}[:;,.!?…]\*\*(?=\w)")
_DASHES: Final = re.compile(r"[ \t|:-]+")


def repaired(markdown: str) -> str:
    """The Markdown with the marks that it lacks."""
    begins = _DOCTYPE.match(markdown)
    lines = list(relisted(with_code(markdown[begins.end() if begins else 0 :].split("\n"))))
    return "\n".join(_lines("\n".join(lines).split("\n")))


def _lines(lines: list[str]) -> Iterator[str]:
    is_inside = False
    for place, (line, is_code) in enumerate(with_code(lines)):
        if not is_code and _BREAK.fullmatch(line):
            yield f"\n{PAGE_BREAK}\n"
            continue
        width = 0 if is_code else _width(line)
        yield line if is_code else _marked(line)
        following = lines[place + 1] if place + 1 < len(lines) else ""
        if width > 1 and not is_inside and _width(following) == width and not _is_dashes(line, following):
            yield "|" + "---|" * width
        is_inside = "|" in line


def _marked(line: str) -> str:
    line = _HEADING.sub(r"\1 \2", line, count=1) if _HEADING.match(line) else line
    if line.lstrip().startswith("#"):
        line = _ANCHOR.sub("", line)
    return _BOLD.sub(r"\g<0> ", line) if "**" in line else line


def _width(line: str) -> int:
    """Cells of a row that bars begin and end."""
    return len(_BAR.findall(line)) - 1 if _ROW.fullmatch(line) else 0


def _is_dashes(*lines: str) -> bool:
    return any("-" in line and _DASHES.fullmatch(line) for line in lines)
