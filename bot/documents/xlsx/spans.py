"""Formulas about days of the week, and about how far days lie apart. As Excel defines them. Pure."""

from collections.abc import Sequence

from bot.documents.xlsx.reckoning import Argument, Failure, Value, cells, day_of, number, text


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
