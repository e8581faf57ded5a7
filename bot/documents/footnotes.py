"""Footnotes in Markdown: `[^1]` where something is to be added, a line `[^1]: the note` anywhere else. They become
raised numbers, and a list at the end. Done before parsing, since CommonMark takes `[^1]: word` for a link's address.
Pure."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from bot.text.fences import with_code

_NOTE: Final = re.compile(r" {0,3}\[\^([^\]\s]{1,40})\]:[ \t]*(.*)")
_MARK: Final = re.compile(r"(?P<code>`+[^`]+`+)|\[\^(?P<name>[^\]\s]{1,40})\](?!:)")
_RAISED: Final = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def with_footnotes(markdown: str) -> str:
    """The Markdown without footnotes of its own kind. A mark to which nothing is noted stays as it is."""
    if "[^" not in markdown:
        return markdown
    notes: dict[str, str] = {}
    lines = list(_body(markdown.split("\n"), notes))
    numbers = _numbers((line for line, is_code in lines if not is_code), notes)

    def raised(found: re.Match[str]) -> str:
        number = numbers.get((found["name"] or "").casefold())
        return found[0] if number is None else str(number).translate(_RAISED)

    text = "\n".join(line if is_code else _MARK.sub(raised, line) for line, is_code in lines)
    listed = [f"{number}. {notes[name]}" for name, number in numbers.items()]
    return "\n".join([text.rstrip(), "", "---", "", *listed]) if listed else markdown


def _body(lines: Iterable[str], notes: dict[str, str]) -> Iterator[tuple[str, bool]]:
    """The lines that are no notes, each with whether it is code; the notes are put where they belong."""
    name = ""
    for line, is_code in with_code(lines):
        if is_code:
            yield line, True
        elif found := _NOTE.fullmatch(line):
            name = found[1].casefold()
            notes.setdefault(name, found[2].strip())
        elif name and line[:1] in " \t" and line.strip():
            notes[name] = f"{notes[name]} {line.strip()}".strip()
        else:
            name = ""
            yield line, False


def _numbers(lines: Iterable[str], notes: Iterable[str]) -> dict[str, int]:
    """The notes by the order in which the text comes to them; behind them those that it never comes to."""
    marked = (found["name"].casefold() for line in lines for found in _MARK.finditer(line) if found["name"])
    noted = set(notes)
    return {name: number for number, name in enumerate(dict.fromkeys([*filter(noted.__contains__, marked), *notes]), 1)}
