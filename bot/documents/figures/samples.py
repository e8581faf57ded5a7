"""A function's curve as points: a gap where it has no value or runs away, so that the part that matters is seen."""

import math
from collections.abc import Sequence
from itertools import pairwise

from bot.documents.figures.functions import Function
from bot.errors import DocumentError

STEPS = 480
FEWEST = 8  # points below which there is nothing to see
RUNAWAY = 6.0  # how much taller than its middle nine tenths a curve may be before it is cut

Points = list[tuple[float, float | None]]


def sampled(functions: Sequence[Function], low: float, high: float, names: Sequence[str]) -> list[Points]:
    """The points of each function, from left to right, None where there is a gap. Raises DocumentError for a function
    without values there."""
    xs = [low + (high - low) * step / STEPS for step in range(STEPS + 1)]
    curves = [[(x, _value(function, x)) for x in xs] for function in functions]
    for points, name in zip(curves, names, strict=True):
        if sum(y is not None for _x, y in points) < FEWEST:
            raise DocumentError(f"{name[:60]!r} has no values between {low:g} and {high:g}")
    bottom, top = _window([y for points in curves for _x, y in points if y is not None])
    return [_broken(points, bottom, top) for points in curves]


def _value(function: Function, x: float) -> float | None:
    try:
        value = function(x)
    except (ArithmeticError, ValueError):
        return None
    return value if math.isfinite(value) and abs(value) < 1e12 else None


def _window(values: list[float]) -> tuple[float, float]:
    """The heights worth showing: all, or what lies around the middle nine tenths when the rest runs away."""
    ordered = sorted(values)
    low, high = ordered[len(ordered) // 20], ordered[-1 - len(ordered) // 20]
    spread = high - low
    if spread == 0 or ordered[-1] - ordered[0] <= RUNAWAY * spread:
        return ordered[0], ordered[-1]
    return max(ordered[0], low - spread / 4), min(ordered[-1], high + spread / 4)


def _broken(points: Points, bottom: float, top: float) -> Points:
    """The points inside the window; a jump over nearly all of it is an asymptote, not a line."""
    kept: Points = [(x, y if y is not None and bottom <= y <= top else None) for x, y in points]
    height = top - bottom
    broken: Points = []
    for (x, y), (_next, after) in pairwise([*kept, kept[-1]]):
        broken.append((x, y))
        if y is not None and after is not None and height and abs(after - y) > 0.7 * height and len(kept) > 2:
            broken.append((x, None))
    return broken
