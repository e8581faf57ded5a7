"""Sine, cosine and tangent of an angle in radians, zero or without value where only the rounding of π hides it."""

import math

ROUNDED_OFF = 4e-16  # of an angle from 1 radian on: what is left of a sine that is zero
LARGEST = 1e6  # radians; beyond them nobody means a multiple of π


def sine(angle: float) -> float:
    """sin(180°) is 0."""
    return _settled(math.sin(angle), angle)


def cosine(angle: float) -> float:
    """cos(90°) is 0."""
    return _settled(math.cos(angle), angle)


def tangent(angle: float) -> float:
    """A right angle has none. Raises ZeroDivisionError."""
    if cosine(angle) == 0:
        raise ZeroDivisionError(angle)
    return math.tan(angle) if sine(angle) else 0.0


def _settled(value: float, angle: float) -> float:
    return 0.0 if 1 <= abs(angle) <= LARGEST and abs(value) < ROUNDED_OFF * abs(angle) else value
