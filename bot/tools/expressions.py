"""Arithmetic as pupils and clerks write it: a small parser and evaluator, exact wherever the numbers allow.

Values are fractions until a root or a function leaves them; the text is never run as code, sizes are bounded."""

import math
import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction

from bot.errors import ToolFailed, ToolRetry
from bot.tools.functions import FUNCTIONS, SEVERAL, Number, absolute, bounded, factorial, power

MAX_CHARS = 500
MAX_DEPTH = 40

SPELLINGS = str.maketrans(
    {"−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "÷": "/", "∕": "/", ":": "/", "[": "(", "]": ")"}
)
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
TOKEN = re.compile(
    r" *(?:(?P<number>[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:,\d{3})+\.\d+|(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})(?![.,]?\d))"
    r"|\d{1,3}(?: \d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?|[.,]\d+)(?:[eE](?P<exponent>[+-]?\d{1,4}))?"
    r"|(?P<word>[^\W\d_]+)|(?P<sign>\*\*|[-+*/^%()!°√|]|;|,(?= )))"
)
VULGAR = re.compile("(?<![\\d.,])(\\d*) ?([¼-¾⅐-⅞])")  # 2½ is two and a half
COMMA = re.compile(r",\d")
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
            raise ToolRetry(f"an operator is missing before {_said(self._next)}")
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
        if token == "|":  # noqa: S105
            result = self._nested(self._sum)
            if not self._take("|"):
                raise ToolRetry("a closing | is missing")
            return absolute(result)
        if token in CONSTANTS:
            return CONSTANTS[token]
        if token in FUNCTIONS:
            if token != "√" and self._next != "(":  # noqa: S105
                raise ToolRetry(f"write the argument of {token} in brackets")
            return FUNCTIONS[token](self._nested(self._atom))
        if token in SEVERAL:
            return SEVERAL[token](self._list(token))
        raise ToolRetry(f"a number is missing before {token}" if token else "the expression ends too early")

    def _list(self, name: str) -> list[Number]:
        """The numbers in the brackets behind a function of several."""
        if not self._take("("):
            raise ToolRetry(f"write the numbers of {name} in brackets, with ; between them")
        numbers = [self._nested(self._sum)]
        while self._take(";"):
            numbers.append(self._nested(self._sum))
        if not self._take(")"):
            raise ToolRetry("a closing bracket is missing")
        return numbers

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
    text = VULGAR.sub(
        lambda found: f"({found[1] or 0}+{unicodedata.normalize('NFKC', found[2]).replace('⁄', '/')})", text
    )
    tokens: list[Fraction | str] = []
    at = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise ToolRetry(f"{text[at:].split()[0][:20]} is not part of an arithmetic expression")
        at = found.end()
        tokens.append(_token(found, text[at:].lstrip()))
    if ";" not in text and COMMA.search(text) and not SEVERAL.keys().isdisjoint(filter(_is_name, tokens)):
        raise ToolRetry("between the numbers of a function write ; for a comma is decimal: round(10/3; 2), max(1,5; 2)")
    return tokens


def _is_name(token: Fraction | str) -> bool:
    return isinstance(token, str)


def _said(token: Fraction | str) -> str:
    return f"{float(token):g}" if isinstance(token, Fraction) else token


def _token(found: re.Match[str], rest: str) -> Fraction | str:
    number, word, sign = found["number"], found["word"], found["sign"]
    if number:
        if MAYBE_THOUSANDS.fullmatch(number):
            raise ToolRetry(f"{number}: write {number[:-4]}000 or {number[:-4]}, for it may be either")
        scale = f"e{found['exponent']}" if found["exponent"] else ""
        value = Fraction(_plain(number) + scale)
        bounded(value)
        return value
    if word:
        name = WORDS.get(word.lower(), word.lower())
        if name not in KNOWN:
            raise ToolRetry(
                f"{word[:20]} is not known here: only numbers, operators and {', '.join((*FUNCTIONS, *SEVERAL))}"
            )
        return name
    # Between two numbers % is the remainder; after a number alone it is a percentage.
    if sign == "%" and not OPERAND.match(rest):
        return "percent"
    return ";" if sign == "," else sign


def _plain(number: str) -> str:
    """A number with a point alone. What stands twice, or before the other one, is between thousands."""
    digits = number.replace(" ", "")
    last = max(digits.rfind("."), digits.rfind(","))
    if last < 0 or digits.count(digits[last]) > 1:
        return digits.replace(".", "").replace(",", "")
    return f"{digits[:last].replace('.', '').replace(',', '')}.{digits[last + 1 :]}"


SUFFIXES: dict[str, Callable[[Number], Number]] = {
    "!": factorial,
    "°": math.radians,
    "percent": lambda value: value / 100,
}
CONSTANTS: dict[str, Number] = {"pi": math.pi, "e": math.e}
WORDS = {
    "π": "pi", "racine": "sqrt", "x": "*", "mod": "%", "de": "of", "du": "of", "des": "of", "arrondi": "round",
    "arrondir": "round", "somme": "sum", "moyenne": "mean", "average": "mean", "avg": "mean", "pgcd": "gcd",
    "ppcm": "lcm",
}  # fmt: skip
KNOWN = {*FUNCTIONS, *SEVERAL, *CONSTANTS, "of", "*", "%"}
