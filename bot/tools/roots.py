"""Roots that come out even, found among the fractions without rounding."""

from fractions import Fraction

MAX_DEGREE = 100


def exact_root(value: Fraction, degree: int) -> Fraction | None:
    """The root of a number that is not negative, where it is a fraction."""
    if value < 0 or degree > MAX_DEGREE:
        return None
    root = Fraction(_whole_root(value.numerator, degree), _whole_root(value.denominator, degree))
    return root if root**degree == value else None


def _whole_root(value: int, degree: int) -> int:
    """The largest whole number whose power is not above the value."""
    low, high = 0, 1 << (value.bit_length() // degree + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= value else (low, middle)
    return low
