"""Cuts a text into passages that overlap, where a reader would cut it. Pure."""

import re
from collections.abc import Iterator
from typing import Final

LENGTH: Final = 900  # characters: a model of sentences reads them whole
OVERLAP: Final = 150
# Where a passage may end, best first: behind a paragraph, a line, a sentence, a word.
_ENDS: Final = tuple(re.compile(pattern) for pattern in (r"\n[ \t]*\n", r"\n", r"(?<=[.!?;…])\s", r"\s"))


def passages_of(text: str, length: int = LENGTH, overlap: int = OVERLAP) -> Iterator[str]:
    """The passages in order, each of at most `length` characters; the next begins up to `overlap` before the end of
    the last, at a word. Every word of the text stands in one whole, unless it is longer than a passage."""
    text, start = text.strip(), 0
    while start < len(text):
        end = _end(text, start, length)
        if passage := text[start:end].strip():
            yield passage
        if end >= len(text):
            return
        start = _next_start(text, start, end, overlap)


def _end(text: str, start: int, length: int) -> int:
    """The best end in the second half of what may be taken."""
    latest = start + length
    if latest >= len(text):
        return len(text)
    for pattern in _ENDS:
        ends = [found.end() for found in pattern.finditer(text, start + length // 2, latest)]
        if ends:
            return ends[-1]
    return latest


def _next_start(text: str, start: int, end: int, overlap: int) -> int:
    space = re.compile(r"\s").search(text, max(start + 1, end - overlap), end)
    return space.end() if space else end
