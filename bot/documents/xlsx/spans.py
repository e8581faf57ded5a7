"""Formulas about days of the week, and about how far days lie apart. As Excel defines them. Pure."""

from collections.abc import Sequence

from bot.documents.xlsx.reckoning import Argument, Failure, Value, cells, day_of, number, second_of, text


def apart(arguments: Sequence[Argument]) -> Value:
    """DATEDIF in whole years, months or days; the units that Excel itself warns of are none."""
    first, last = day_of(arguments[0]), day_of(arguments[1])
    if last < first:
        raise Failure("#NUM!")
    months = (last.year - first.year) * 12 + last.month - first.month - (last.day < first.day)
    spans = {"Y": months // 12, "M": months, "YM": months % 12, "D": (last - first).days}
    unit = text(arguments[2]).upper()
    if unit not in spans:
        raise Failure("#NUM!")
    return float(spans[unit])


def work_days(arguments: Sequence[Argument]) -> Value:
    """NETWORKDAYS: Monday to Friday, both ends included, without the holidays of the third argument."""
    first, last = day_of(arguments[0]), day_of(arguments[1])
    sign = 1.0 if first <= last else -1.0
    first, last = min(first, last), max(first, last)
    days = (last - first).days + 1
    counted = days // 7 * 5 + sum((first.weekday() + day) % 7 < 5 for day in range(days % 7))
    free = {day_of(cell) for cell in cells(arguments[2:]) if cell is not None}
    return sign * (counted - sum(first <= day <= last and day.weekday() < 5 for day in free))


def day_of_week(arguments: Sequence[Argument]) -> Value:
    """WEEKDAY: 1 is Sunday (1), 1 is Monday (2), 0 is Monday (3)."""
    monday, kind = day_of(arguments[0]).weekday(), number(arguments[1]) if len(arguments) > 1 else 1.0
    if kind not in (1, 2, 3):
        raise Failure("#NUM!")
    return float({1: (monday + 1) % 7 + 1, 2: monday + 1, 3: monday}[int(kind)])


def week(arguments: Sequence[Argument]) -> Value:
    """WEEKNUM: the week of January 1 is the first, and begins on Sunday (1) or Monday (2); 21 counts as ISO does."""
    day, kind = day_of(arguments[0]), number(arguments[1]) if len(arguments) > 1 else 1.0
    if kind == 21:
        return float(day.isocalendar().week)
    if kind not in (1, 2):
        raise Failure("#NUM!")
    first = day.replace(month=1, day=1)
    before = (first.weekday() + (kind == 1)) % 7
    return float(((day - first).days + before) // 7 + 1)


def time_of_day(hours: float, minutes: float, seconds: float) -> float:
    """TIME: a part of a day, without whole days."""
    whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
    if whole < 0:
        raise Failure("#NUM!")
    return whole % 86_400 / 86_400


def hour(arguments: Sequence[Argument]) -> Value:
    """HOUR of the clock: 0 to 23."""
    return float(second_of(arguments[0]) // 3600)


def minute(arguments: Sequence[Argument]) -> Value:
    """MINUTE of the hour."""
    return float(second_of(arguments[0]) // 60 % 60)


def second(arguments: Sequence[Argument]) -> Value:
    """SECOND of the minute."""
    return float(second_of(arguments[0]) % 60)
