"""Code fences: which lines are code; and those that a model does not set on lines of their own, set there, for Markdown
would take what follows for code, or for the name of a language and drop it. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

FENCE: Final = "```"
_EDGE: Final = " \t>"
_MARK: Final = re.compile(rf"[{_EDGE}]*(`{{3,}}|~{{3,}})")
_LANGUAGE: Final = re.compile(r"[\w+#.-]*")
_BEGINS_ITS_LINE: Final = re.compile(rf"[{_EDGE}]*(?:(?:[-*+•]|\d{{1,3}}[.)])[ \t]+)*(?P<fence>`{{3,}})[^`]*")


def fenced(markdown: str) -> str:
    """The Markdown with each fence of backticks at the beginning of a line, and nothing behind one that closes."""
    if FENCE not in markdown:
        return markdown
    lines = markdown.split("\n")
    written: list[str] = []
    fence = ""  # that of the code these lines are
    for at, line in enumerate(lines):
        if fence:
            closed = _closing(line, fence)
            fence = "" if closed else fence
            written += closed or [line]
        elif begun := _BEGINS_ITS_LINE.fullmatch(line):
            fence = begun["fence"]
            written.append(line)
        else:
            opened = _opening(line, lines, at)
            fence = FENCE if opened else ""
            written += opened or [line]
    return "\n".join(written)


def with_code(lines: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Each line, and whether it is code or a fence of it."""
    fence = ""
    for line in lines:
        mark = _MARK.match(line)
        yield line, bool(fence or mark)
        if mark and mark[1].startswith(fence):
            fence = "" if fence else mark[1]


def _closing(line: str, fence: str) -> list[str] | None:
    """The lines that a line of code becomes where it closes the fence: the fence alone, then what was said behind."""
    code, found, said = line.partition(fence)
    said = said.lstrip("`")
    if not found or (said and not said[0].isspace()) or (code.strip(_EDGE) and said.strip()):
        return None
    if not code.strip(_EDGE):
        return [code + fence, said.strip()] if said.strip() else [line]
    return [code, fence]


def _opening(line: str, lines: Sequence[str], at: int) -> list[str] | None:
    """The lines that a line of text becomes where it ends by opening a fence that the next one closes."""
    before, found, language = line.partition(FENCE)
    if not found or "`" in before or not _LANGUAGE.fullmatch(language.strip()):
        return None
    end = next((below for below in islice(lines, at + 1, None) if FENCE in below), None)
    if end is None or _closing(end, FENCE) is None:
        return None
    indent = end[: len(end) - len(end.lstrip(_EDGE))] if end.lstrip(_EDGE).startswith(FENCE) else ""
    return [before.rstrip(), f"{indent}{FENCE}{language.strip()}"]
