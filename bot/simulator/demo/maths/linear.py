"""Equations of the first degree in one unknown: read, and solved step by step as on a blackboard. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

MAX_CHARS = 120
MAX_DEPTH = 12
_TOKEN = re.compile(r"\s*(?:(\d+(?:[.,]\d+)?)|([a-zA-Z])|([-+−–×*÷/:()]))")
_MINUS = ("-", "−", "–")


class NotLinear(Exception):
    """Not something that this module can read: another degree, two unknowns, no mathematics."""


@dataclass(frozen=True, slots=True)
class Linear:
    """`slope` × unknown + `constant`."""

    slope: Fraction
    constant: Fraction

    def __add__(self, other: "Linear") -> "Linear":
        return Linear(self.slope + other.slope, self.constant + other.constant)

    def __neg__(self) -> "Linear":
        return Linear(-self.slope, -self.constant)

    def __mul__(self, other: "Linear") -> "Linear":
        if self.slope and other.slope:
            raise NotLinear("a square")
        one, many = (other, self) if self.slope else (self, other)
        return Linear(many.slope * one.constant, many.constant * one.constant)

    def inverse(self) -> "Linear":
        if self.slope or not self.constant:
            raise NotLinear("division by the unknown or by zero")
        return Linear(Fraction(0), 1 / self.constant)

    def at(self, value: Fraction) -> Fraction:
        return self.slope * value + self.constant

    def written(self, unknown: str) -> str:
        """`2x − 6`, `3x/4 + 1`, `−x`, `7`."""
        if not self.slope:
            return number(self.constant)
        size = abs(self.slope)
        top = f"{size.numerator if size.numerator != 1 else ''}{unknown}"
        term = f"{'−' if self.slope < 0 else ''}{top}{f'/{size.denominator}' if size.denominator != 1 else ''}"
        if not self.constant:
            return term
        return f"{term} {'−' if self.constant < 0 else '+'} {number(abs(self.constant))}"


@dataclass(frozen=True, slots=True)
class Move:
    """One line on the board: what is done (`expand`, `add`, `subtract`, `divide`, `multiply`), with what, and what
    stands there then."""

    kind: str
    operand: str
    equation: str


@dataclass(frozen=True, slots=True)
class Equation:
    """Two sides of the first degree at most."""

    typed: str
    unknown: str
    left: Linear
    right: Linear

    @property
    def collected(self) -> tuple[Fraction, Fraction]:
        """`a`, `b` of a × unknown = b, as the last line on the board has them."""
        slope, constant = self.left.slope - self.right.slope, self.right.constant - self.left.constant
        return (-slope, -constant) if self.right.slope > self.left.slope else (slope, constant)

    @property
    def moves(self) -> Sequence[Move]:
        """The way to `unknown = …`, without the last division, whose value the calculator gives."""
        left, right, moves = self.left, self.right, []
        if _bare(self._line(left, right)) != _bare(self.typed):
            moves.append(Move("expand", "", self._line(left, right)))
        if right.slope > left.slope:  # nobody likes to divide by a negative number
            left, right = right, left
            moves.append(Move("swap", "", self._line(left, right)))
        for part in (Linear(right.slope, Fraction(0)), Linear(Fraction(0), left.constant)):
            if part.slope or part.constant:
                left, right = left + -part, right + -part
                moves.append(self._shift(part, left, right))
        return moves

    def _shift(self, part: Linear, left: Linear, right: Linear) -> Move:
        is_positive = (part.slope or part.constant) > 0
        shown = part if is_positive else -part
        return Move("subtract" if is_positive else "add", shown.written(self.unknown), self._line(left, right))

    def _line(self, left: Linear, right: Linear) -> str:
        return f"{left.written(self.unknown)} = {right.written(self.unknown)}"


def number(value: Fraction) -> str:
    """`−3/4`, `12`."""
    return str(value).replace("-", "−")


def read_equation(text: str) -> Equation:
    """Read `3(x-2) = x+4`. Raises NotLinear."""
    letters = {letter.lower() for letter in re.findall(r"[a-zA-Z]", text)}
    sides = text.split("=")
    if len(text) > MAX_CHARS or len(letters) != 1 or len(sides) != 2:
        raise NotLinear(text[:MAX_CHARS])
    left, right = (_Reader(side).whole() for side in sides)
    return Equation(" ".join(text.split()), letters.pop(), left, right)


def _bare(text: str) -> str:
    """Without what spelling leaves free: spaces, kinds of minus, the sign of a multiplication."""
    return re.sub(r"[-–]", "−", re.sub(r"[\s×*]", "", text))


class _Reader:
    """Recursive descent; a missing sign between factors is a multiplication."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._at = 0
        self._depth = 0

    def whole(self) -> Linear:
        value = self._sum()
        if self._next:
            raise NotLinear(self._next)
        return value

    @property
    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._next
        self._at += 1
        return token

    def _sum(self) -> Linear:
        value = self._product()
        while self._next and self._next in ("+", *_MINUS):
            value += -self._product() if self._take() in _MINUS else self._product()
        return value

    def _product(self) -> Linear:
        value = self._signed()
        while self._next and self._next not in ("+", ")", *_MINUS):
            sign = self._take() if self._next in "×*÷/:" else "×"
            factor = self._signed()
            value = value * (factor.inverse() if sign in "÷/:" else factor)
        return value

    def _signed(self) -> Linear:
        if self._next in _MINUS:
            self._take()
            return -self._signed()
        return self._atom()

    def _atom(self) -> Linear:
        token = self._take()
        if token == "(":  # noqa: S105 - a bracket, no password
            self._depth += 1
            if self._depth > MAX_DEPTH:
                raise NotLinear("too many brackets")
            value = self._sum()
            if self._take() != ")":
                raise NotLinear("a bracket is open")
            return value
        if token.isalpha():
            return Linear(Fraction(1), Fraction(0))
        try:
            return Linear(Fraction(0), Fraction(token.replace(",", ".")))
        except ValueError:
            raise NotLinear(token) from None


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    while at < len(text.rstrip()):
        found = _TOKEN.match(text, at)
        if not found:
            raise NotLinear(text[at : at + 10])
        tokens.append(found.group().strip())
        at = found.end()
    return tokens
