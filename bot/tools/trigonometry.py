"""Sine, cosine and tangent that are 0, or have no value, where that is so but for the last digit of π: cos(90°)."""

import math
from typing import Final

SLIP: Final = 3e-16  # by which part of itself an angle may miss the one that is meant


def sine(angle: float) -> float:
    """sin, the angle in radians."""
    return _snapped(math.sin(angle), angle)


def cosine(angle: float) -> float:
    """cos, the angle in radians."""
    return _snapped(math.cos(angle), angle)


def tangent(angle: float) -> float:
    """tan, the angle in radians. Raises ValueError where there is none: tan(90°)."""
    if cosine(angle) == 0:
        raise ValueError(angle)
    return _snapped(math.tan(angle), angle)


def _snapped(found: float, angle: float) -> float:
    return 0.0 if abs(found) < SLIP * abs(angle) else found
