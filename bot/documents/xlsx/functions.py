"""The functions formulas may use: those computed here and no others, so that every file holds its results and none
reaches out (WEBSERVICE, HYPERLINK, DDE, INDIRECT, RTD, CALL… are no functions). As Excel defines them. Pure."""

import math
import statistics
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from decimal import ROUND_DOWN, ROUND_UP
from typing import Final

from bot.documents.xlsx.finance import future_value, interest, payment, present_value, principal
from bot.documents.xlsx.reckoning import (
    Argument,
    Failure,
    Value,
    cells,
    day_of,
    is_number,
    matches,
    months_later,
    number,
    numbers,
    resembles,
    rounded,
    serial_of,
    text,
)


def _date(year: float, month: float, day: float) -> float:
    return serial_of(months_later(date(int(year), 1, 1), int(month) - 1) + timedelta(int(day) - 1))


def _sum_if(arguments: Sequence[Argument]) -> list[float]:
    where = cells(arguments[:1])
    what = cells(arguments[2:3]) or where
    criterion = cells(arguments[1:2])[0]
    return [
        float(value)
        for place, value in zip(where, what, strict=False)
        if matches(place, criterion) and is_number(value)
    ]


def _look_up(arguments: Sequence[Argument]) -> Value:
    """VLOOKUP for the very value, or in a sorted table for the last that is not above it. A number is no text of the
    same digits, as in Excel."""
    wanted, table, column = arguments[0], arguments[1], int(number(arguments[2]))
    if not isinstance(table, list) or isinstance(wanted, list):
        raise Failure("#VALUE!")
    alike = [row for row in table if isinstance(row[0], str) == isinstance(wanted, str) and row[0] is not None]
    found = _last_below(alike, wanted) if number(arguments[3]) else _first_same(alike, wanted)
    if found is None:
        raise Failure("#N/A")
    if not 1 <= column <= len(found):
        raise Failure("#REF!")
    return found[column - 1]


def _first_same(rows: Sequence[Sequence[Value]], wanted: Value) -> Sequence[Value] | None:
    if isinstance(wanted, str):
        return next((row for row in rows if resembles(row[0], wanted)), None)
    return next((row for row in rows if row[0] == (wanted or 0)), None)


def _last_below(rows: Sequence[Sequence[Value]], wanted: Value) -> Sequence[Value] | None:
    """None also where the rows are not sorted, in which Excel finds anything."""
    keys = [_key(row[0]) for row in rows]
    if keys != sorted(keys):
        return None
    return next((row for row, key in zip(reversed(rows), reversed(keys), strict=True) if key <= _key(wanted)), None)


def _key(value: Value) -> tuple[float, str]:
    return (0.0, value.lower()) if isinstance(value, str) else (float(value or 0), "")


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


def _plain(function: Callable[..., float]) -> Callable[[Sequence[Argument]], Value]:
    return lambda arguments: function(*(number(argument) for argument in arguments))


Function = Callable[[Sequence[Argument]], Value]
FUNCTIONS: Final[dict[str, tuple[int, int, Function]]] = {
    # name: fewest and most arguments, what it does. IF and IFERROR are the evaluator's: they leave arguments alone.
    "SUM": (1, 30, lambda a: math.fsum(numbers(a))),
    "PRODUCT": (1, 30, lambda a: math.prod(numbers(a))),
    "SUMPRODUCT": (1, 10, _products),
    "AVERAGE": (1, 30, lambda a: _mean(numbers(a))),
    "MEDIAN": (1, 30, lambda a: statistics.median(numbers(a))),
    "STDEV": (1, 30, lambda a: statistics.stdev(numbers(a))),
    "MIN": (1, 30, lambda a: min(numbers(a), default=0.0)),
    "MAX": (1, 30, lambda a: max(numbers(a), default=0.0)),
    "COUNT": (1, 30, lambda a: float(sum(map(is_number, cells(a))))),
    "COUNTA": (1, 30, lambda a: float(sum(value is not None for value in cells(a)))),
    "COUNTIF": (2, 2, lambda a: float(sum(matches(value, cells(a[1:])[0]) for value in cells(a[:1])))),
    "SUMIF": (2, 3, lambda a: math.fsum(_sum_if(a))),
    "AVERAGEIF": (2, 3, lambda a: _mean(_sum_if(a))),
    "RANK": (2, 3, _rank),
    "VLOOKUP": (4, 4, _look_up),
    "ROUND": (2, 2, _plain(rounded)),
    "ROUNDUP": (2, 2, _plain(lambda value, digits: rounded(value, digits, ROUND_UP))),
    "ROUNDDOWN": (2, 2, _plain(lambda value, digits: rounded(value, digits, ROUND_DOWN))),
    "INT": (1, 1, _plain(lambda value: float(math.floor(value)))),
    "ABS": (1, 1, _plain(abs)),
    "MOD": (2, 2, _plain(_modulo)),
    "POWER": (2, 2, _plain(math.pow)),
    "SQRT": (1, 1, _plain(_root)),
    "PI": (0, 0, _plain(lambda: math.pi)),
    "AND": (1, 30, lambda a: all(map(bool, cells(a)))),
    "OR": (1, 30, lambda a: any(map(bool, cells(a)))),
    "NOT": (1, 1, lambda a: not number(a[0])),
    "PMT": (3, 5, _plain(payment)),
    "IPMT": (4, 4, _plain(interest)),
    "PPMT": (4, 4, _plain(principal)),
    "PV": (3, 5, _plain(present_value)),
    "FV": (3, 5, _plain(future_value)),
    "DATE": (3, 3, _plain(_date)),
    "YEAR": (1, 1, lambda a: float(day_of(a[0]).year)),
    "MONTH": (1, 1, lambda a: float(day_of(a[0]).month)),
    "DAY": (1, 1, lambda a: float(day_of(a[0]).day)),
    "EDATE": (2, 2, lambda a: serial_of(months_later(day_of(a[0]), int(number(a[1]))))),
    "CONCATENATE": (1, 30, lambda a: "".join(map(text, a))),
    "UPPER": (1, 1, lambda a: text(a[0]).upper()),
    "LOWER": (1, 1, lambda a: text(a[0]).lower()),
    "TRIM": (1, 1, lambda a: " ".join(text(a[0]).split())),
    "LEN": (1, 1, lambda a: float(len(text(a[0])))),
    "LEFT": (2, 2, lambda a: text(a[0])[: max(0, int(number(a[1])))]),
    "IF": (2, 3, lambda _: None),
    "IFERROR": (2, 2, lambda _: None),
}
FRENCH: Final = {
    "SOMME": "SUM",
    "PRODUIT": "PRODUCT",
    "SOMMEPROD": "SUMPRODUCT",
    "MOYENNE": "AVERAGE",
    "MEDIANE": "MEDIAN",
    "ECARTYPE": "STDEV",
    "NB": "COUNT",
    "NBVAL": "COUNTA",
    "NB.SI": "COUNTIF",
    "SOMME.SI": "SUMIF",
    "MOYENNE.SI": "AVERAGEIF",
    "RANG": "RANK",
    "RECHERCHEV": "VLOOKUP",
    "ARRONDI": "ROUND",
    "ARRONDI.SUP": "ROUNDUP",
    "ARRONDI.INF": "ROUNDDOWN",
    "ENT": "INT",
    "PUISSANCE": "POWER",
    "RACINE": "SQRT",
    "ET": "AND",
    "OU": "OR",
    "NON": "NOT",
    "VPM": "PMT",
    "INTPER": "IPMT",
    "PRINCPER": "PPMT",
    "VA": "PV",
    "VC": "FV",
    "ANNEE": "YEAR",
    "MOIS": "MONTH",
    "JOUR": "DAY",
    "MOIS.DECALER": "EDATE",
    "CONCATENER": "CONCATENATE",
    "MAJUSCULE": "UPPER",
    "MINUSCULE": "LOWER",
    "SUPPRESPACE": "TRIM",
    "NBCAR": "LEN",
    "GAUCHE": "LEFT",
    "SI": "IF",
    "SIERREUR": "IFERROR",
}
