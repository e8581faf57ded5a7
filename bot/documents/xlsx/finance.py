"""Loans and savings: the functions that accountants know, payments at the end of each period unless told. Pure."""

import math

from bot.documents.xlsx.reckoning import Failure


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
