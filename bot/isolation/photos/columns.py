"""Long strips, such as a capture of a whole conversation, laid out as a page in columns: made small as they are, a line
of text would be a few pixels high. Pure but for the pixels."""

from math import ceil, sqrt
from typing import Final

from PIL import Image

STRIP: Final = 3  # times as high as wide; the longest telephone has 2.4
MOST_COLUMNS: Final = 8
OVERLAP: Final = 48  # pixels that each column has of the one before: a line that was cut is whole in one of them
GAP: Final = 16  # pixels between two


def columns_of(width: int, height: int, long_side: int) -> int:
    """How many columns a picture is best shown in, on a square of `long_side`; 1 for any but a strip that is longer."""
    if height <= long_side or height < STRIP * width:
        return 1
    return min(MOST_COLUMNS, round(sqrt(height / width)))


def room_of(columns: int, long_side: int) -> tuple[int, int]:
    """The width and height that a strip may have for so many columns of it to fit."""
    between = columns - 1
    return (long_side - between * GAP) // columns, long_side * columns - between * OVERLAP


def in_columns(strip: Image.Image, columns: int) -> Image.Image:
    """Its pieces from top to bottom, beside each other from left to right."""
    if columns == 1:
        return strip
    width, height = strip.size
    tall = ceil((height + (columns - 1) * OVERLAP) / columns)
    page = Image.new(strip.mode, (columns * (width + GAP) - GAP, tall), "white")
    for number in range(columns):
        top = number * (tall - OVERLAP)
        page.paste(strip.crop((0, top, width, min(top + tall, height))), (number * (width + GAP), 0))
    return page
