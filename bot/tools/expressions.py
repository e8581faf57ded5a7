"""Arithmetic as pupils and clerks write it: a small parser and evaluator, exact wherever the numbers allow.

Values are fractions until a root or a function leaves them; the text is never run as code, sizes are bounded."""

import math
import re
from collections.abc import Callable
from fractions import Fraction

from bot.errors import ToolFailed, ToolRetry
from bot.tools.angles import cosine, sine, tangent
from bot.tools.roots import exact_root

Number = Fraction | float

MAX_CHARS = 500
MAX_DEPTH = 40
MAX_BITS = 10_000  # of a numerator or denominator: some 3,000 digits

SPELLINGS = str.maketrans(
    {"−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "÷": "/", "∕": "/", ":": "/", "[": "(", "]": ")"}
)
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
TOKEN = re.compile(
    r" *(?:(?P<number>\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?|[.,]\d+)(?:[eE](?P<exponent>[+-]?\d{1,4}))?"
    r"|(?P<word>[^\W\d_]+)|(?P<sign>\*\*|[-+*/^%()!°√]))"
)
MAYBE_THOUSANDS = re.compile(r"[1-9]\d{0,2}[.,]000")  # 48,000 in English, 48.000 on many a price list
# What makes a remainder of the % before it; « 15 % de 200 » and « 15 % x 200 » are of a percentage.
OPERAND = re.compile(r"[\d.,(√]|(?!(?:de|of|du|des)\b|x(?![^\W\d_]))[^\W\d_]", re.IGNORECASE)


def evaluate(expression: str) -> Number:
    """The value of an expression. Raises ToolRetry when it cannot be understood or is too large, ToolFailed when it
    has no real value."""
    if len(expression) > MAX_CHARS:
        raise ToolRetry(f"the expression is longer than {MAX_CHARS} characters: do it in steps")
    try:
        return _Parser(_tokens(expression)).value()
    except ZeroDivisionError:
        raise ToolFailed("division by zero: this has no value") from None
    except (ValueError, OverflowError):
        raise ToolFailed("this has no real value, or one too large to write") from None


class _Parser:
    """Recursive descent, one method per level of precedence; a percentage remembers that it is one, because
    `200 + 15%` means different things to different people."""

    def __init__(self, tokens: list[Fraction | str]) -> None:
        self._tokens = [*tokens, ""]
        self._at = 0
        self._depth = 0

    def value(self) -> Number:
        result = self._sum()
        if self._next != "":
            raise ToolRetry(f"an operator is missing before {self._next}")
        return result

    @property
    def _next(self) -> Fraction | str:
        return self._tokens[self._at]

    def _take(self, *wanted: str) -> str | None:
        token = self._next
        if isinstance(token, str) and token in wanted:
            self._at += 1
            return token
        return None

    def _sum(self) -> Number:
        result = self._product()
        while sign := self._take("+", "-"):
            start = self._at
            operand = self._product()
            alone = self._at - start == 2 and self._tokens[self._at - 1] == "percent"
            if alone and result != 1:  # 18 % of 1 and 18 hundredths are the same
                raise ToolRetry("say what the percentage is of, such as 200 + 15% de 200")
            result = bounded(result + operand if sign == "+" else result - operand)
        return result

    def _product(self) -> Number:
        result = self._signed()
        while sign := self._take("*", "/", "%", "of"):
            operand = self._signed()
            if sign == "/":
                result = bounded(result / operand)
            else:
                result = bounded(result % operand if sign == "%" else result * operand)
        return result

    def _signed(self) -> Number:
        negative = False
        while sign := self._take("+", "-"):
            negative ^= sign == "-"
        result = self._power()
        return -result if negative else result

    def _power(self) -> Number:
        base = self._postfix()
        if not self._take("^", "**"):
            return base
        return power(base, self._nested(self._signed))

    def _postfix(self) -> Number:
        result = self._atom()
        while sign := self._take(*SUFFIXES):
            result = SUFFIXES[sign](result)
        return result

    def _atom(self) -> Number:
        token = self._next
        self._at += 1
        if isinstance(token, Fraction):
            return token
        if token == "(":  # noqa: S105 - a bracket, no password
            result = self._nested(self._sum)
            if not self._take(")"):
                raise ToolRetry("a closing bracket is missing")
            return result
        if token in CONSTANTS:
            return CONSTANTS[token]
        if token in FUNCTIONS:
            if token != "√" and self._next != "(":  # noqa: S105
                raise ToolRetry(f"write the argument of {token} in brackets")
            return FUNCTIONS[token](self._nested(self._atom))
        raise ToolRetry(f"a number is missing before {token}" if token else "the expression ends too early")

    def _nested(self, level: Callable[[], Number]) -> Number:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ToolRetry("too many brackets: do it in steps")
        result = level()
        self._depth -= 1
        return result


def _tokens(expression: str) -> list[Fraction | str]:
    text = re.sub("[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+", lambda found: f"^({found[0].translate(SUPERSCRIPTS)})", expression)
    text = re.sub(r"\s", " ", text).translate(SPELLINGS).rstrip(" =")
    tokens: list[Fraction | str] = []
    at = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise ToolRetry(f"{text[at:].split()[0][:20]} is not part of an arithmetic expression")
        at = found.end()
        tokens.append(_token(found, text[at:].lstrip()))
    return tokens


def _token(found: re.Match[str], rest: str) -> Fraction | str:
    number, word, sign = found["number"], found["word"], found["sign"]
    if number:
        if MAYBE_THOUSANDS.fullmatch(number):
            raise ToolRetry(f"{number}: write {number[:-4]}000 or {number[:-4]}, for it may be either")
        scale = f"e{found['exponent']}" if found["exponent"] else ""
        value = Fraction(number.replace(" ", "").replace(",", ".") + scale)
        bounded(value)
        return value
    if word:
        name = WORDS.get(word.lower(), word.lower())
        if name not in KNOWN:
            raise ToolRetry(f"{word[:20]} is not known here: only numbers, operators and {', '.join(FUNCTIONS)}")
        return name
    # Between two numbers % is the remainder; after a number alone it is a percentage.
    if sign == "%" and not OPERAND.match(rest):
        return "percent"
    return sign


def bounded(value: Number) -> Number:
    """The value itself. Raises ToolRetry when it has too many digits to be worth computing with."""
    if isinstance(value, Fraction) and max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
        raise ToolRetry("the numbers become too large: more than 3,000 digits")
    return value


def power(base: Number, exponent: Number) -> Number:
    """base ** exponent, exact for whole exponents and roots that come out even, judged before it is computed."""
    if isinstance(base, float) or isinstance(exponent, float):
        return math.pow(base, exponent)
    if exponent.denominator != 1:
        root = exact_root(base, exponent.denominator)
        return math.pow(base, exponent) if root is None else power(root, Fraction(exponent.numerator))
    bits = max(base.numerator.bit_length(), base.denominator.bit_length())
    if bits > 1 and (bits - 1) * abs(exponent.numerator) > MAX_BITS:
        raise ToolRetry("the power is too large: more than 3,000 digits")
    return bounded(base**exponent.numerator)


def square_root(value: Number) -> Number:
    """The root as a fraction where it is one."""
    root = exact_root(value, 2) if isinstance(value, Fraction) else None
    return math.sqrt(value) if root is None else root


def _exact_at(function: Callable[[float], float], point: int, value: int) -> Callable[[Number], Number]:
    """A function that leaves the fractions everywhere but at one point."""
    return lambda number: (
        Fraction(value) if number == point and isinstance(number, Fraction) else function(float(number))
    )


def decimal_logarithm(value: Number) -> Number:
    """log10, exact for powers of ten."""
    if isinstance(value, Fraction) and value > 0:
        exponent = round(math.log10(value.numerator) - math.log10(value.denominator))
        if value == Fraction(10) ** exponent:
            return Fraction(exponent)
    return math.log10(value)


def absolute(value: Number) -> Number:
    """|value|, still exact."""
    return -value if value < 0 else value


def factorial(value: Number) -> Number:
    """value! for whole numbers from 0 to 1,000."""
    if isinstance(value, float) or value.denominator != 1 or not 0 <= value <= 1_000:
        raise ToolRetry("a factorial needs a whole number from 0 to 1,000")
    return bounded(Fraction(math.factorial(value.numerator)))


FUNCTIONS: dict[str, Callable[[Number], Number]] = {
    "√": square_root,
    "sqrt": square_root,
    "abs": absolute,
    "ln": _exact_at(math.log, 1, 0),
    "log": decimal_logarithm,
    "exp": _exact_at(math.exp, 0, 1),
    "sin": _exact_at(sine, 0, 0),
    "cos": _exact_at(cosine, 0, 1),
    "tan": _exact_at(tangent, 0, 0),
}
SUFFIXES: dict[str, Callable[[Number], Number]] = {
    "!": factorial,
    "°": math.radians,
    "percent": lambda value: value / 100,
}
CONSTANTS: dict[str, Number] = {"pi": math.pi, "e": math.e}
WORDS = {"π": "pi", "racine": "sqrt", "x": "*", "mod": "%", "de": "of", "du": "of", "des": "of"}
KNOWN = {*FUNCTIONS, *CONSTANTS, "of", "*", "%"}
