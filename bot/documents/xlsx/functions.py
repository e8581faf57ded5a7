"""The functions formulas may use: those computed here and no others, so that every file holds its results and none
reaches out (WEBSERVICE, HYPERLINK, DDE, INDIRECT, RTD, CALL… are no functions). As Excel defines them. Pure."""

import math
import statistics
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from decimal import ROUND_DOWN, ROUND_UP
from typing import Final

from bot.documents.xlsx.conditions import chosen, counted
from bot.documents.xlsx.finance import (
    future_value,
    interest,
    internal_return,
    linear,
    net_present,
    payment,
    periods,
    present_value,
    principal,
)
from bot.documents.xlsx.lookups import at_place, look_across, look_up, position
from bot.documents.xlsx.measures import (
    correlation,
    divisor,
    factorial,
    most_common,
    multiple,
    percentile,
    quartile,
    repeated,
)
from bot.documents.xlsx.newer import NEWER
from bot.documents.xlsx.reckoning import (
    Argument,
    Failure,
    Value,
    cells,
    day_of,
    is_number,
    months_later,
    number,
    numbers,
    rounded,
    serial_of,
    text,
)
from bot.documents.xlsx.spans import apart, day_of_week, hour, minute, second, time_of_day, week, work_days


def _date(year: float, month: float, day: float) -> float:
    return serial_of(months_later(date(int(year), 1, 1), int(month) - 1) + timedelta(int(day) - 1))


def _month_behind(day: date, months: float) -> tuple[float, float]:
    """Year and month of the month after the one so many months later: its day 0 is the end of that one."""
    return float(day.year), float(day.month + int(months) + 1)


def _one_condition(arguments: Sequence[Argument]) -> list[float]:
    """Of SUMIF: what is added, if anything else, stands behind the condition; the longer of the two is cut."""
    where, what = cells(arguments[:1]), cells(arguments[2:3])
    length = min(len(where), len(what or where))
    return chosen([[(what or where)[:length]]], [[where[:length]], arguments[1]])


def _ranked(arguments: Sequence[Argument], *, descending: bool) -> float:
    found, place = sorted(numbers(arguments[:1]), reverse=descending), int(number(arguments[1]))
    if not 1 <= place <= len(found):
        raise Failure("#NUM!")
    return found[place - 1]


def _last(written: str, count: int) -> str:
    return written[-count:] if count > 0 else ""


def _middle(written: str, first: int, count: int) -> str:
    if first < 1 or count < 0:
        raise Failure("#VALUE!")
    return written[first - 1 : first - 1 + count]


def _rank(arguments: Sequence[Argument]) -> float:
    value, others = number(arguments[0]), numbers(arguments[1:2])
    ascending = len(arguments) > 2 and number(arguments[2]) != 0
    if value not in others:
        raise Failure("#N/A")
    return 1.0 + sum(other < value if ascending else other > value for other in others)


def _products(arguments: Sequence[Argument]) -> float:
    columns = [[float(cell) if is_number(cell) else 0.0 for cell in cells([a])] for a in arguments]
    if len({len(column) for column in columns}) > 1:
        raise Failure("#VALUE!")
    return math.fsum(math.prod(row) for row in zip(*columns, strict=True))


def _subtotal(arguments: Sequence[Argument]) -> Value:
    """Of cells that are no subtotals themselves, which the evaluator leaves out."""
    name = _SUBTOTALS.get(int(number(arguments[0])) % 100)
    if name is None or not 0 < number(arguments[0]) < 200:
        raise Failure("#VALUE!")
    return FUNCTIONS[name][2](arguments[1:])


def _joined(arguments: Sequence[Argument]) -> str:
    parts = [text(value) for value in cells(arguments[2:])]
    return text(arguments[0]).join(part for part in parts if part or not number(arguments[1]))


def _mean(found: Sequence[float]) -> float:
    if not found:
        raise Failure("#DIV/0!")
    return math.fsum(found) / len(found)


def _modulo(value: float, divisor: float) -> float:
    if not divisor:
        raise Failure("#DIV/0!")
    return value - divisor * math.floor(value / divisor)


def _root(value: float) -> float:
    if value < 0:
        raise Failure("#NUM!")
    return math.sqrt(value)


def _truths(arguments: Sequence[Argument]) -> list[bool]:
    """Cells that are empty or hold a text are passed over."""
    found = [bool(value) for value in cells(arguments) if value is not None and not isinstance(value, str)]
    if not found:
        raise Failure("#VALUE!")
    return found


def _plain(function: Callable[..., float]) -> Callable[[Sequence[Argument]], Value]:
    return lambda arguments: function(*(number(argument) for argument in arguments))


_SUBTOTALS: Final = {
    1: "AVERAGE", 2: "COUNT", 3: "COUNTA", 4: "MAX", 5: "MIN", 6: "PRODUCT", 7: "STDEV", 9: "SUM"
}  # fmt: skip
Function = Callable[[Sequence[Argument]], Value]
FUNCTIONS: Final[dict[str, tuple[int, int, Function]]] = {
    # name: fewest and most arguments, what it does. IF and IFERROR are the evaluator's, which leave arguments
    # alone, and TODAY. NEWER ones are written with others.
    "SUM": (1, 30, lambda a: math.fsum(numbers(a))),
    "PRODUCT": (1, 30, lambda a: math.prod(numbers(a))),
    "SUMPRODUCT": (1, 10, _products),
    "AVERAGE": (1, 30, lambda a: _mean(numbers(a))),
    "MEDIAN": (1, 30, lambda a: statistics.median(numbers(a))),
    "STDEV": (1, 30, lambda a: statistics.stdev(numbers(a))),
    "STDEVP": (1, 30, lambda a: statistics.pstdev(numbers(a))),
    "VAR": (1, 30, lambda a: statistics.variance(numbers(a))),
    "VARP": (1, 30, lambda a: statistics.pvariance(numbers(a))),
    "MODE": (1, 30, most_common),
    "QUARTILE": (2, 2, quartile),
    "PERCENTILE": (2, 2, lambda a: percentile(numbers(a[:1]), number(a[1]))),
    "CORREL": (2, 2, correlation),
    "MIN": (1, 30, lambda a: min(numbers(a), default=0.0)),
    "MAX": (1, 30, lambda a: max(numbers(a), default=0.0)),
    "COUNT": (1, 30, lambda a: float(sum(map(is_number, cells(a))))),
    "COUNTA": (1, 30, lambda a: float(sum(value is not None for value in cells(a)))),
    "COUNTBLANK": (1, 1, lambda a: float(sum(value in (None, "") for value in cells(a)))),
    "COUNTIF": (2, 2, counted),
    "SUMIF": (2, 3, lambda a: math.fsum(_one_condition(a))),
    "AVERAGEIF": (2, 3, lambda a: _mean(_one_condition(a))),
    "COUNTIFS": (2, 30, counted),
    "SUMIFS": (3, 31, lambda a: math.fsum(chosen(a[:1], a[1:]))),
    "AVERAGEIFS": (3, 31, lambda a: _mean(chosen(a[:1], a[1:]))),
    "MAXIFS": (3, 31, lambda a: max(chosen(a[:1], a[1:]), default=0.0)),
    "MINIFS": (3, 31, lambda a: min(chosen(a[:1], a[1:]), default=0.0)),
    "SUBTOTAL": (2, 30, _subtotal),
    "RANK": (2, 3, _rank),
    "LARGE": (2, 2, lambda a: _ranked(a, descending=True)),
    "SMALL": (2, 2, lambda a: _ranked(a, descending=False)),
    "VLOOKUP": (3, 4, look_up),
    "HLOOKUP": (3, 4, look_across),
    "MATCH": (2, 3, position),
    "INDEX": (2, 3, at_place),
    "ROUND": (2, 2, _plain(rounded)),
    "ROUNDUP": (2, 2, _plain(lambda value, digits: rounded(value, digits, ROUND_UP))),
    "ROUNDDOWN": (2, 2, _plain(lambda value, digits: rounded(value, digits, ROUND_DOWN))),
    "TRUNC": (1, 2, _plain(lambda value, digits=0.0: rounded(value, digits, ROUND_DOWN))),
    "INT": (1, 1, _plain(lambda value: float(math.floor(value)))),
    "ABS": (1, 1, _plain(abs)),
    "MOD": (2, 2, _plain(_modulo)),
    "POWER": (2, 2, _plain(math.pow)),
    "SQRT": (1, 1, _plain(_root)),
    "EXP": (1, 1, _plain(math.exp)),
    "LN": (1, 1, _plain(math.log)),
    "LOG10": (1, 1, _plain(math.log10)),
    "LOG": (1, 2, _plain(lambda value, base=10.0: math.log10(value) if base == 10 else math.log(value, base))),
    "SIGN": (1, 1, _plain(lambda value: float((value > 0) - (value < 0)))),
    "PI": (0, 0, _plain(lambda: math.pi)),
    "FACT": (1, 1, _plain(factorial)),
    "GCD": (1, 30, divisor),
    "LCM": (1, 30, multiple),
    "AND": (1, 30, lambda a: all(_truths(a))),
    "OR": (1, 30, lambda a: any(_truths(a))),
    "NOT": (1, 1, lambda a: not number(a[0])),
    "PMT": (3, 5, _plain(payment)),
    "IPMT": (4, 4, _plain(interest)),
    "PPMT": (4, 4, _plain(principal)),
    "PV": (3, 5, _plain(present_value)),
    "FV": (3, 5, _plain(future_value)),
    "NPER": (3, 5, _plain(periods)),
    "NPV": (2, 30, lambda a: net_present(number(a[0]), numbers(a[1:]))),
    "IRR": (1, 2, lambda a: internal_return(numbers(a[:1]))),
    "SLN": (3, 3, _plain(linear)),
    "DATE": (3, 3, _plain(_date)),
    "YEAR": (1, 1, lambda a: float(day_of(a[0]).year)),
    "MONTH": (1, 1, lambda a: float(day_of(a[0]).month)),
    "DAY": (1, 1, lambda a: float(day_of(a[0]).day)),
    "EDATE": (2, 2, lambda a: serial_of(months_later(day_of(a[0]), int(number(a[1]))))),
    "EOMONTH": (2, 2, lambda a: _date(*_month_behind(day_of(a[0]), number(a[1])), 0)),
    "WEEKDAY": (1, 2, day_of_week),
    "DATEDIF": (3, 3, apart),
    "WEEKNUM": (1, 2, week),
    "TIME": (3, 3, _plain(time_of_day)),
    "HOUR": (1, 1, hour),
    "MINUTE": (1, 1, minute),
    "SECOND": (1, 1, second),
    "NETWORKDAYS": (2, 3, work_days),
    "CONCATENATE": (1, 30, lambda a: "".join(map(text, a))),
    "TEXTJOIN": (3, 30, _joined),
    "REPT": (2, 2, repeated),
    "UPPER": (1, 1, lambda a: text(a[0]).upper()),
    "LOWER": (1, 1, lambda a: text(a[0]).lower()),
    "TRIM": (1, 1, lambda a: " ".join(text(a[0]).split())),
    "SUBSTITUTE": (3, 3, lambda a: text(a[0]).replace(text(a[1]), text(a[2])) if text(a[1]) else text(a[0])),
    "ISBLANK": (1, 1, lambda a: a[0] is None),
    "ISNUMBER": (1, 1, lambda a: not isinstance(a[0], list) and is_number(a[0])),
    "LEN": (1, 1, lambda a: float(len(text(a[0])))),
    "LEFT": (2, 2, lambda a: text(a[0])[: max(0, int(number(a[1])))]),
    "RIGHT": (2, 2, lambda a: _last(text(a[0]), int(number(a[1])))),
    "MID": (3, 3, lambda a: _middle(text(a[0]), int(number(a[1])), int(number(a[2])))),
    "TODAY": (0, 0, lambda _: None),
    "IF": (2, 3, lambda _: None),
    "IFERROR": (2, 2, lambda _: None),
    **{name: (fewest, most, lambda _: None) for name, (fewest, most) in NEWER.items()},
}
