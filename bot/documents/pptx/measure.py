"""How much room text takes, measured with a font wider than those it will be shown in, so that no phone without our
font lets it overflow. Lengths in points."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

from bot.documents.pptx.marks import plain

FONT: Final = Path(__file__).parents[1] / "fonts" / "DejaVuSans.ttf"
LEADING: Final = 1.2
GAP: Final = 0.45
"""Room between paragraphs, over their size."""
_UNIT: Final = 100  # the font is loaded once, at this size


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT, _UNIT)


@lru_cache(maxsize=20_000)
def _unit_width(word: str) -> float:
    return _font().getlength(plain(word)) / _UNIT


def width_of(text: str, size: float) -> float:
    """Of one line."""
    return _unit_width(text) * size


def line_count(text: str, size: float, width: float) -> int:
    """Lines of a paragraph, broken between words; a word wider than a line is broken anywhere."""
    space = _unit_width(" ") * size
    lines = 0
    for paragraph in text.split("\n"):
        lines += 1
        filled = 0.0
        for word in paragraph.split(" "):
            long = _unit_width(word) * size
            if filled and filled + space + long > width:
                lines += 1
                filled = 0.0
            if long > width:
                lines += int(long // width)
                filled = long % width
            else:
                filled += (space if filled else 0.0) + long
    return lines


def height_of(texts: Sequence[tuple[str, float, float]], *, gap: float = GAP) -> float:
    """Of paragraphs below each other: text, size, width."""
    return sum(line_count(text, size, width) * size * LEADING + size * gap for text, size, width in texts)


def fitting_size(text: str, sizes: Sequence[float], width: float, height: float) -> float:
    """The first size at which a text fits; the last when none does."""
    return next((size for size in sizes if line_count(text, size, width) * size * LEADING <= height), sizes[-1])


def cut_to(text: str, size: float, width: float, lines: int) -> str:
    """The text, shortened between words to so many lines, with an ellipsis when something is missing."""
    if line_count(text, size, width) <= lines:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if line_count(f"{text[:middle].rstrip()}…", size, width) <= lines:
            low = middle
        else:
            high = middle - 1
    shorter = text[:low].rstrip()
    whole = shorter.rpartition(" ")[0] if " " in shorter and low < len(text) and text[low] != " " else shorter
    return f"{whole or shorter}…"
