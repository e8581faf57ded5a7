"""The line that a teacher writes between two fractions and their sum, product or quotient. Pure."""

import math
import re
from dataclasses import dataclass

_TWO = re.compile(r"(\d+)/(\d+) ([+−×÷]) \(?(\d+)/(\d+)\)?")


@dataclass(frozen=True, slots=True)
class Line:
    """`kind` is same_denominator, multiply_tops or turn_over; `second` the fraction that is turned over."""

    kind: str
    line: str
    second: str


def line_between(expression: str) -> Line | None:
    """The line for an expression of exactly two fractions; None for any other, and where nothing needs doing."""
    found = _TWO.fullmatch(expression)
    if not found:
        return None
    a, b, c, d = (int(found.group(place)) for place in (1, 2, 4, 5))
    sign, second = found.group(3), f"{c}/{d}"
    if 0 in (b, d) or (sign == "÷" and c == 0):
        return None
    if sign == "×":
        return Line("multiply_tops", f"({a} × {c})/({b} × {d}) = {a * c}/{b * d}", second)
    if sign == "÷":
        return Line("turn_over", f"{a}/{b} × {d}/{c} = {a * d}/{b * c}", second)
    common = math.lcm(b, d)
    first, other = a * common // b, c * common // d
    total = first + other if sign == "+" else first - other
    return Line(
        "same_denominator", f"{first}/{common} {sign} {other}/{common} = {total}/{common}".replace("= -", "= −"), second
    )
