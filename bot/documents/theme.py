"""How documents look. Lengths and sizes in points, colours as red, green, blue."""

from typing import Final

Colour = tuple[int, int, int]

PAGE_WIDTH: Final = 595.28  # A4
PAGE_HEIGHT: Final = 841.89
LEFT: Final = 68.0
RIGHT: Final = PAGE_WIDTH - 68.0
TOP: Final = 78.0
BOTTOM: Final = PAGE_HEIGHT - 74.0
HEADER: Final = 44.0  # baseline of the running header
FOOTER: Final = PAGE_HEIGHT - 40.0

INK: Final[Colour] = (31, 41, 51)
DEEP: Final[Colour] = (11, 79, 92)  # titles
ACCENT: Final[Colour] = (20, 133, 138)  # rules, bullets
MUTED: Final[Colour] = (107, 118, 128)
LINK: Final[Colour] = (12, 92, 168)
HAIRLINE: Final[Colour] = (214, 221, 226)
TINT: Final[Colour] = (244, 247, 248)
HEADING_TINT: Final[Colour] = (229, 240, 241)

BODY: Final = 10.5
LEADING: Final = 1.52  # line height over size, of running text
TIGHT: Final = 1.25  # of headings
PARAGRAPH_GAP: Final = 7.5
SMALL: Final = 8.0
TABLE: Final = 9.25
CODE: Final = 9.0
TITLE: Final = 25.0
SUBTITLE: Final = 12.5
# Size, space before, space after, by level of heading; deeper ones look like the fourth.
HEADINGS: Final = ((17.0, 20.0, 7.0), (13.5, 16.0, 5.5), (11.5, 13.0, 4.0), (10.5, 11.0, 3.0))
INDENT: Final = 19.0
"""Room of a list marker or of a quotation's bar."""
CELL_PADDING: Final = 5.0

SERIES: Final[tuple[Colour, ...]] = (
    DEEP,
    (226, 149, 40),
    ACCENT,
    (178, 74, 58),
    (107, 118, 128),
    (132, 176, 92),
    (92, 107, 168),
    (196, 168, 66),
)
"""Colours of a chart's series and slices, in order; neighbours differ in lightness too, for prints in grey."""


def hexadecimal(colour: Colour) -> str:
    """`14858A`, as office files have a colour."""
    return "{:02X}{:02X}{:02X}".format(*colour)


def _pale(colour: Colour) -> Colour:
    red, green, blue = ((part + 255) // 2 for part in colour)
    return red, green, blue


SLICES: Final[tuple[Colour, ...]] = (*SERIES, *map(_pale, SERIES))
"""Of the slices of a pie, of which there are more than colours that differ: the same half as dark."""
