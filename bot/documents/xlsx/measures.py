"""Functions of statistics and of whole numbers. As Excel defines them. Pure."""

import math
import statistics
from collections import Counter
from collections.abc import Sequence

from bot.documents.xlsx.reckoning import Argument, Failure, cells, is_number, number, numbers, text

LONGEST = 32_767  # characters of a cell


def percentile(found: Sequence[float], share: float) -> float:
    """PERCENTILE: between two values as far as the share lies between their places."""
    if not found or not 0 <= share <= 1:
        raise Failure("#NUM!")
    ordered, place = sorted(found), share * (len(found) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def quartile(arguments: Sequence[Argument]) -> float:
    """QUARTILE: 0 is the least, 2 the median, 4 the most."""
    return percentile(numbers(arguments[:1]), int(number(arguments[1])) / 4)


def most_common(arguments: Sequence[Argument]) -> float:
    """MODE: the first of the most frequent; #N/A where nothing comes twice."""
    found = Counter(numbers(arguments)).most_common(1)
    if not found or found[0][1] < 2:
        raise Failure("#N/A")
    return found[0][0]


def correlation(arguments: Sequence[Argument]) -> float:
    """CORREL of the pairs of which both are numbers."""
    first, second = cells(arguments[:1]), cells(arguments[1:])
    if len(first) != len(second):
        raise Failure("#N/A")
    pairs = [(float(x), float(y)) for x, y in zip(first, second, strict=True) if is_number(x) and is_number(y)]
    if len(pairs) < 2 or any(len(set(side)) < 2 for side in zip(*pairs, strict=True)):
        raise Failure("#DIV/0!")
    left, right = zip(*pairs, strict=True)
    return statistics.correlation(left, right)


def factorial(value: float) -> float:
    """FACT of the whole part."""
    if not 0 <= value < 171:
        raise Failure("#NUM!")
    return float(math.factorial(int(value)))


def divisor(arguments: Sequence[Argument]) -> float:
    """GCD of whole parts."""
    return float(math.gcd(*_whole(arguments)))


def multiple(arguments: Sequence[Argument]) -> float:
    """LCM of whole parts."""
    return float(math.lcm(*_whole(arguments)))


def _whole(arguments: Sequence[Argument]) -> list[int]:
    found = [int(value) for value in numbers(arguments)]
    if any(value < 0 or value >= 2**53 for value in found):
        raise Failure("#NUM!")
    return found


def repeated(arguments: Sequence[Argument]) -> str:
    """REPT, no longer than a cell."""
    part, times = text(arguments[0]), int(number(arguments[1]))
    if times < 0 or len(part) * times > LONGEST:
        raise Failure("#VALUE!")
    return part * times
