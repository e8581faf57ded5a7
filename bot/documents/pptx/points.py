"""Bullets: what they say, how large they can be, and where they go on when they do not fit. Pure but for the font."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.documents.pptx.marks import plain
from bot.documents.pptx.measure import height_of, line_count

SIZES: Final = (28.0, 26.0, 24.0, 22.0, 20.0, 18.0)
SMALLEST: Final = 18.0
SUB: Final = 0.88
"""The size of a sub-point, over that of a point."""
INDENT: Final = 24.0  # points, of each level
_SUB_POINT = re.compile(r"^(?:\s{2,}|\t+)?(?:[-–•]\s+|\*\s+(?!\*))|^(?:\s{2,}|\t+)")
_LINE_OF_ITS_OWN = re.compile(r"\n(?=[ \t]*(?:[-–•]|\*(?!\*))[ \t]+\S)")
_SENTENCE = re.compile(r"(?<=[.!?…;])\s+")


@dataclass(frozen=True, slots=True)
class Point:
    """One bullet; level 0 or 1. `text` is marked."""

    text: str
    level: int = 0

    @property
    def plain(self) -> str:
        return plain(self.text)


def points_of(bullets: Sequence[str], clean: Callable[[str], str]) -> list[Point]:
    """Bullets as written, « - » or an indentation before sub-points, of one bullet's lines too; empty ones are left
    out. Where each begins with a dash none is below another, but for those that are set in."""
    points: list[Point] = []
    lines = [part for each in bullets for part in _LINE_OF_ITS_OWN.split(each) if part.strip()]
    are_dashed = all(map(_SUB_POINT.match, lines)) and not "".join(lines)[:1].isspace()
    for bullet in lines:
        mark = _SUB_POINT.match(bullet)
        is_below = bool(mark and points) and (not are_dashed or bullet[:1].isspace())
        text = clean(bullet[mark.end() :] if mark else bullet).strip()
        if text:
            points.append(Point(text, int(is_below)))
    return points


def height(points: Sequence[Point], size: float, width: float) -> float:
    """Points of room that bullets take."""
    return height_of([_measured(point, size, width) for point in points])


def fitted(points: Sequence[Point], width: float, room: float, sizes: Sequence[float] = SIZES) -> float | None:
    """The largest size at which all bullets fit; None when none does."""
    return next((size for size in sizes if height(points, size, width) <= room), None)


def paged(points: Sequence[Point], width: float, room: float, size: float = SMALLEST) -> list[list[Point]]:
    """Bullets over several slides, about as full as each other, none cut that fits on one."""
    whole = [part for point in points for part in _parts(point, width, room, size)]
    pages = _filled(whole, width, room, size)
    if len(pages) > 1:  # not one lonely line on the last
        even = height(whole, size, width) / len(pages)
        balanced = _filled(whole, width, min(room, even + 2.5 * size), size)
        pages = balanced if len(balanced) == len(pages) else pages
    return pages


def _measured(point: Point, size: float, width: float) -> tuple[str, float, float]:
    return point.plain, size * (SUB if point.level else 1.0), width - INDENT * (point.level + 1)


def _filled(points: Sequence[Point], width: float, room: float, size: float) -> list[list[Point]]:
    pages: list[list[Point]] = [[]]
    for point in points:
        if pages[-1] and height([*pages[-1], point], size, width) > room:
            pages.append([])
        pages[-1].append(point)
    return pages


def _parts(point: Point, width: float, room: float, size: float) -> list[Point]:
    """A bullet that no slide holds, cut between sentences, else between words."""
    if height([point], size, width) <= room:
        return [point]
    text, own, inner = _measured(point, size, width)
    most = max(1, int((room * 0.9) // (own * 1.2)))
    parts: list[str] = []
    for sentence in _SENTENCE.split(text):
        for piece in _pieces(sentence, own, inner, most):
            if parts and line_count(f"{parts[-1]} {piece}", own, inner) <= most:
                parts[-1] = f"{parts[-1]} {piece}"
            else:
                parts.append(piece)
    return [Point(part, point.level) for part in parts]


def _pieces(text: str, size: float, width: float, lines: int) -> list[str]:
    if line_count(text, size, width) <= lines:
        return [text]
    pieces, current = [], ""
    for word in re.findall(r"\S{1,60}\s*", text):
        if current and line_count(current + word, size, width) > lines:
            pieces.append(current.strip())
            current = ""
        current += word
    return [*pieces, current.strip()]
