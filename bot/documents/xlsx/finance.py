"""Loans and savings: the functions that accountants know, payments at the end of each period unless told. Pure."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bot.documents.xlsx.reckoning import Failure

HIGHEST_RETURN: Final = 1e6


def payment(rate: float, periods: float, present: float, future: float = 0.0, at_start: float = 0.0) -> float:
    """PMT."""
    if not periods:
        raise Failure("#NUM!")
    if not rate:
        return -(present + future) / periods
    growth = math.pow(1 + rate, periods)
    return -rate * (present * growth + future) / ((1 + rate * bool(at_start)) * (growth - 1))


def future_value(rate: float, periods: float, paid: float, present: float = 0.0, at_start: float = 0.0) -> float:
    """FV."""
    if not rate:
        return -(present + paid * periods)
    growth = math.pow(1 + rate, periods)
    return -(present * growth + paid * (1 + rate * bool(at_start)) * (growth - 1) / rate)


def present_value(rate: float, periods: float, paid: float, future: float = 0.0, at_start: float = 0.0) -> float:
    """PV."""
    if not rate:
        return -(future + paid * periods)
    growth = math.pow(1 + rate, periods)
    return -(future + paid * (1 + rate * bool(at_start)) * (growth - 1) / rate) / growth


def interest(rate: float, period: float, periods: float, present: float) -> float:
    """IPMT, payments at the end of each period."""
    if not 1 <= period <= periods:
        raise Failure("#NUM!")
    return future_value(rate, period - 1, payment(rate, periods, present), present) * rate


def principal(rate: float, period: float, periods: float, present: float) -> float:
    return payment(rate, periods, present) - interest(rate, period, periods, present)


def periods(rate: float, paid: float, present: float, future: float = 0.0, at_start: float = 0.0) -> float:
    """NPER."""
    if not rate:
        return -(present + future) / paid
    paid *= 1 + rate * bool(at_start)
    return math.log((paid - future * rate) / (paid + present * rate)) / math.log(1 + rate)


def net_present(rate: float, flows: Sequence[float]) -> float:
    """NPV: the first flow comes after one period."""
    return math.fsum(flow / math.pow(1 + rate, number) for number, flow in enumerate(flows, 1))


def internal_return(flows: Sequence[float]) -> float:
    """IRR of flows that change their sign once, and lose nothing: of others spreadsheets find several, or none."""
    signs = [flow > 0 for flow in flows if flow]
    total = math.fsum(flows)
    if sum(one != other for one, other in pairwise(signs)) != 1 or (total and (total > 0) == signs[0]):
        raise Failure("#NUM!")
    low, high = 0.0, 1.0
    while high < HIGHEST_RETURN and (net_present(high, flows) < 0) == signs[0]:
        high *= 2
    if high > HIGHEST_RETURN:
        raise Failure("#NUM!")
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if (net_present(middle, flows) < 0) == signs[0] else (low, middle)
    return (low + high) / 2


def linear(cost: float, rest: float, life: float) -> float:
    """SLN: what a thing loses in a period."""
    return (cost - rest) / life
