"""Cuts a long text into parts at the best place: paragraph, line, sentence, word, and only then between graphemes."""

from collections.abc import Callable
from typing import Final

import regex

Measure = Callable[[str], int]

FENCE: Final = "```"
_OPENER: Final = FENCE + "\n"
_CLOSER: Final = "\n" + FENCE
_FENCES_FROM: Final = 40  # below this limit closing and reopening a fence would leave no room for its text
LONGEST_WHOLE: Final = 200
_ENOUGH: Final = 0.4  # a paragraph, line or sentence end counts when the part is at least this full

# A space that carries a combining mark is one grapheme with it, not a place to cut.
_BARE: Final = r"(?![\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=SpacingMark}])"
_PARAGRAPH: Final = regex.compile(rf"\n\s*+\n{_BARE}")
_LINE: Final = regex.compile(rf"\n{_BARE}")
SENTENCE: Final = regex.compile(rf"(?<=[.!?…:;][\"')\]»”]?)\s++{_BARE}|(?<=[。！？।؟۔])")
_WORD: Final = regex.compile(rf"\s++{_BARE}")
_LINK: Final = regex.compile(r"https?://\S+")
_FENCE_LINE: Final = regex.compile(r"(?m)^[ \t>]*```")
_GRAPHEME: Final = regex.compile(r"\X")
_SPACE_BEFORE: Final = regex.compile(rf"\A[\s\x1C-\x1F]+{_BARE}")
_BLANK_LINES_BEFORE: Final = regex.compile(rf"\A(?:[^\S\n]*\n)+{_BARE}")


def utf16_units(text: str) -> int:
    """The length of a text in UTF-16 units, the strictest way to count "characters" of a message."""
    return len(text) + sum(character > "\uffff" for character in text)


def split(text: str, limit: int, *, measure: Measure = len, whole: regex.Pattern[str] | None = None) -> list[str]:
    """Parts of the text in order, each with `measure(part) <= limit`; no parts for a blank text.

    `measure` must not shrink when text is added. Nothing is lost but white space at the cuts. A link is cut only when
    it is longer than a part, a grapheme only when it alone is, and what `whole` finds (of LONGEST_WHOLE characters at
    most) where there is no other place. A ``` fence that is cut is closed and opened again.
    Raises ValueError for a limit below 1."""
    if limit < 1:
        raise ValueError("the limit must be at least 1")
    parts = []
    rest = _SPACE_BEFORE.sub("", text).rstrip()
    while measure(rest) > limit:
        head, rest = _cut(rest, limit, measure, whole)
        parts.append(head)
    return [part for part in (*parts, rest) if part]


def _cut(text: str, limit: int, measure: Measure, whole: regex.Pattern[str] | None) -> tuple[str, str]:
    """The first part of a text that is too long, and what is left."""
    position = _best_position(text, _reach(text, limit, measure), whole)
    if limit < _FENCES_FROM or not _inside_fence(text[:position]):
        return text[:position].rstrip(), _left(text, position)
    position = _best_position(text, _reach(text, limit, lambda head: measure(head + _CLOSER)), None)
    head = text[:position].rstrip()
    if not _inside_fence(head):
        return head, _left(text, position)
    opening = _last_fence(head)
    if opening > 0 and "\n" not in head[opening:]:  # nothing of the code fits: the whole fence moves on
        return head[:opening].rstrip(), text[opening:]
    return head + _CLOSER, _OPENER + _left(text, position).removeprefix("\n")


def _reach(text: str, limit: int, measure: Measure) -> int:
    """The length of the longest prefix that fits, at least 1."""
    low, high = 1, min(len(text), limit + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure(text[:middle]) <= limit else (low, middle - 1)
    return low


def _best_position(text: str, reach: int, whole: regex.Pattern[str] | None) -> int:
    """Where to cut, at most at `reach`: the end of the last paragraph, line, sentence or word before it."""
    window = text[: reach + 2]  # a little more, so that white space right after the last word that fits is seen
    floor = len(_OPENER) if text.startswith(FENCE) else 0
    kept = [link.span() for link in _LINK.finditer(window)]  # a full stop of another script may stand inside one
    if whole is not None:
        kept += [found.span() for found in whole.finditer(text[: reach + LONGEST_WHOLE])]
    for boundary, least in ((_PARAGRAPH, _ENOUGH), (_LINE, _ENOUGH), (SENTENCE, _ENOUGH), (_WORD, 0)):
        ends = [m.start() for m in boundary.finditer(window) if floor < m.start() <= reach]
        found = [end for end in ends if not any(start < end < stop for start, stop in kept)]
        if found and found[-1] >= reach * least:
            return found[-1]
    return _inside_word(text, reach, floor)


def _inside_word(text: str, reach: int, floor: int) -> int:
    """Where to cut a text without white space: before a link, else between two graphemes, else at `reach`."""
    for link in _LINK.finditer(text[: reach + 1]):
        if link.start() < reach < link.end() and link.start() > floor:
            return link.start()
    position = 0
    for grapheme in _GRAPHEME.finditer(text):
        if grapheme.end() > reach:
            break
        position = grapheme.end()
    return position if position > floor else reach


def _left(text: str, position: int) -> str:
    """What follows a cut: blank lines go; the indentation of the next line stays."""
    rest = text[position:]
    return (_BLANK_LINES_BEFORE if rest.startswith("\n") else _SPACE_BEFORE).sub("", rest)


def _inside_fence(text: str) -> bool:
    return len(_FENCE_LINE.findall(text)) % 2 == 1


def _last_fence(text: str) -> int:
    return max(match.start() for match in _FENCE_LINE.finditer(text))
