"""What the signs of formulas do to values. As Excel defines them. Pure."""

import math
from typing import Final

from bot.documents.xlsx.reckoning import Argument, Failure, Value, number, text

COMPARING: Final = ("=", "<>", "<", ">", "<=", ">=")


def operate_alone(sign: str, operand: Argument) -> Value:
    """A sign of one operand: `%` stands behind it, `-` and `+` before. Raises Failure."""
    value = number(operand)
    return value / 100 if sign == "%" else -value if sign == "-" else value


def operate(sign: str, left: Argument, right: Argument) -> Value:
    """A sign between two single values. Raises Failure, ZeroDivisionError, OverflowError."""
    if isinstance(left, list) or isinstance(right, list):
        raise Failure(f"#VALUE! (no whole area beside {sign}: use SUMIFS, COUNTIFS, AVERAGEIFS or a column of its own)")
    if sign == "&":
        return text(left) + text(right)
    if sign in COMPARING:
        return _compare(sign, left, right)
    first, second = number(left), number(right)
    match sign:
        case "+":
            return first + second
        case "-":
            return first - second
        case "*":
            return first * second
        case "/":
            return first / second
    return math.pow(first, second)


def _compare(sign: str, left: Value, right: Value) -> bool:
    """Numbers stand before texts, as in Excel; an empty cell equals 0 and an empty text."""
    first, second = _key(left, right), _key(right, left)
    if sign in ("=", "<>"):
        return (first == second) == (sign == "=")
    if sign in ("<", "<="):
        return first < second or (sign == "<=" and first == second)
    return first > second or (sign == ">=" and first == second)


def _key(value: Value, other: Value) -> tuple[int, float, str]:
    if value is None:
        value = "" if isinstance(other, str) else 0.0
    return (1, 0.0, value.lower()) if isinstance(value, str) else (0, float(value), "")
