"""What the calculator's functions do with numbers, exact wherever these allow; sizes are bounded."""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from bot.errors import ToolRetry
from bot.tools.angles import cosine, sine, tangent
from bot.tools.roots import exact_root

Number = Fraction | float

MAX_BITS = 10_000  # of a numerator or denominator: some 3,000 digits
MAX_PLACES = 30


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


def rounded(numbers: Sequence[Number]) -> Number:
    """A number rounded to so many places, to none without them; a half goes away from zero, as pupils learn it."""
    value = Fraction(numbers[0])
    places: Number = numbers[1] if len(numbers) > 1 else Fraction(0)
    if len(numbers) > 2 or places % 1 or not -MAX_PLACES <= places <= MAX_PLACES:
        raise ToolRetry("round takes a number and how many places: round(10/3; 2)")
    scale = Fraction(10) ** int(places)
    size = math.floor(abs(value) * scale + Fraction(1, 2)) / scale
    return bounded(-size if value < 0 else size)


def mean(numbers: Sequence[Number]) -> Number:
    """Their arithmetic mean."""
    return bounded(total(numbers) / len(numbers))


def total(numbers: Sequence[Number]) -> Number:
    """Their sum."""
    result: Number = Fraction(0)
    for number in numbers:
        result = bounded(result + number)
    return result


def _whole(function: Callable[..., int]) -> Callable[[Sequence[Number]], Number]:
    """A function of whole numbers."""

    def of(numbers: Sequence[Number]) -> Number:
        if any(isinstance(number, float) or number.denominator != 1 for number in numbers):
            raise ToolRetry("gcd and lcm need whole numbers")
        return bounded(Fraction(function(*map(int, numbers))))

    return of


FUNCTIONS: dict[str, Callable[[Number], Number]] = {
    "√": square_root,
    "sqrt": square_root,
    "abs": absolute,
    "ln": _exact_at(math.log, 1, 0),
    "log": decimal_logarithm,
    "exp": _exact_at(math.exp, 0, 1),
    "sin": _exact_at(sine, 0, 0),
    "cos": _exact_at(cosine, 0, 1),
    "floor": lambda value: Fraction(math.floor(value)),
    "ceil": lambda value: Fraction(math.ceil(value)),
    "tan": _exact_at(tangent, 0, 0),
}
SEVERAL: dict[str, Callable[[Sequence[Number]], Number]] = {
    "round": rounded,
    "max": max,
    "min": min,
    "sum": total,
    "mean": mean,
    "gcd": _whole(math.gcd),
    "lcm": _whole(math.lcm),
}
