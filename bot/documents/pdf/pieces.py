"""What a line is made of, once its fonts and widths are known. No fonts here, and no drawing."""

from dataclasses import dataclass
from typing import NamedTuple

from bot.documents.blocks import Latex, Style
from bot.documents.pdf.drawing import Drawing


class Ink(NamedTuple):
    """A formula's drawing, and the source it was made from."""

    drawing: Drawing
    latex: Latex


class Piece(NamedTuple):
    """Text in one font and style, or a formula, whose text is what may be copied from it. `leftward`: its first letter
    is drawn on the right, and its brackets open to the left."""

    text: str
    font: str
    style: Style
    size: float
    width: float
    ink: Ink | None = None
    leftward: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """Pieces with no break between them. `forced`: a line ends here, whatever the room."""

    pieces: tuple[Piece, ...] = ()
    width: float = 0.0
    forced: bool = False


Line = tuple[Piece, ...]

BASELINE = 0.78  # of a line's height, from its top
AIR = 1.2  # points between a formula that is higher than its line and the lines beside it


def measure(line: Line) -> float:
    """The width of a line in points."""
    return sum(piece.width for piece in line)


def swell(line: Line, above: float, below: float) -> tuple[float, float]:
    """How much more room than `above` and `below` its baseline the formulas of a line need."""
    inks = [piece.ink.drawing for piece in line if piece.ink]
    higher = max((ink.ascent + AIR - above for ink in inks), default=0.0)
    deeper = max((ink.descent + AIR - below for ink in inks), default=0.0)
    return max(0.0, higher), max(0.0, deeper)


def height_of(line: Line, height: float) -> float:
    """Of a line with formulas, when text alone is `height` high."""
    return height + sum(swell(line, height * BASELINE, height * (1 - BASELINE)))
