"""A formula once it is typeset: outlines and bars in points around the origin of its baseline, y downwards. Data and
sizes only: `formulas` makes it, `painter` draws it."""

from dataclasses import dataclass, replace
from typing import NamedTuple


class Glyph(NamedTuple):
    """The outline of a sign in PDF path operators, in units of its own, with its origin and its scale."""

    outline: str
    x: float
    y: float
    scale: float


class Bar(NamedTuple):
    """A filled rectangle, such as the line of a fraction."""

    x: float
    y: float
    width: float
    height: float


class Stroke(NamedTuple):
    """A straight line of some thickness, such as one that strikes a term out."""

    x: float
    y: float
    to_x: float
    to_y: float
    thickness: float


Mark = Glyph | Bar | Stroke


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks, and the room they take: `ascent` above the baseline, `descent` below it, both positive, times `scale`."""

    marks: tuple[Mark, ...]
    natural_width: float
    natural_ascent: float
    natural_descent: float
    scale: float = 1.0

    @property
    def width(self) -> float:
        return self.natural_width * self.scale

    @property
    def ascent(self) -> float:
        return self.natural_ascent * self.scale

    @property
    def descent(self) -> float:
        return self.natural_descent * self.scale

    def within(self, width: float, height: float) -> "Drawing":
        """The same, made smaller where it would not fit."""
        ratio = min(1.0, width / max(self.width, 1e-6), height / max(self.ascent + self.descent, 1e-6))
        return self if ratio == 1.0 else replace(self, scale=self.scale * ratio)
