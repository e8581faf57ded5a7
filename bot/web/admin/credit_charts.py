"""The chart of the credit log: what was given and what was taken, by day."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from itertools import groupby
from typing import Final

from bot.dao.admin.credits import DaySum
from bot.types import Language
from bot.web.admin import figures
from bot.web.admin.charts import Chart, bars, lines

MOST_DAYS: Final = 366  # drawn: the last ones
MOST_BARS: Final = 45  # more days are lines, and months in the table
Say = Callable[..., str]


def chart(days: Sequence[DaySum], language: Language, say: Say) -> Chart | None:
    """None where there is nothing to draw."""
    if not days:
        return None
    drawn = _every_day(days)
    labels = [figures.short_day(each.day, language) for each in drawn]
    series = {
        say("admin_credits_in"): [float(each.credits_in) for each in drawn],
        say("admin_credits_out"): [float(each.credits_out) for each in drawn],
    }
    is_long = len(drawn) > MOST_BARS
    return Chart(
        (lines if is_long else bars)(labels, series),
        _summary(drawn, language, say),
        (say("admin_credits_chart_months" if is_long else "admin_credits_chart_days"), *series),
        _by_month(drawn, language) if is_long else [
            _row(figures.day(each.day, language), [each], language) for each in reversed(drawn) if each.entries
        ],
    )  # fmt: skip


def _every_day(days: Sequence[DaySum]) -> Sequence[DaySum]:
    """The days without entries too, from the first to the last."""
    by_date = {each.day: each for each in days}
    last = days[-1].day
    number = min((last - days[0].day).days + 1, MOST_DAYS)
    dates = [last - timedelta(days=back) for back in reversed(range(number))]
    return [by_date.get(day, DaySum(day, 0, 0, 0)) for day in dates]


def _summary(drawn: Sequence[DaySum], language: Language, say: Say) -> str:
    return say(
        "admin_credits_chart_summary",
        first=figures.day(drawn[0].day, language),
        last=figures.day(drawn[-1].day, language),
        given=figures.number(sum(each.credits_in for each in drawn), language),
        taken=figures.number(sum(each.credits_out for each in drawn), language),
    )


def _by_month(drawn: Sequence[DaySum], language: Language) -> Sequence[Sequence[str]]:
    def month(each: DaySum) -> date:
        return each.day.replace(day=1)

    months = [(first, list(some)) for first, some in groupby(drawn, month)]
    return [_row(figures.month(first, language), some, language) for first, some in reversed(months)]


def _row(label: str, days: Sequence[DaySum], language: Language) -> Sequence[str]:
    given, taken = sum(each.credits_in for each in days), sum(each.credits_out for each in days)
    return (label, figures.number(given, language), figures.number(taken, language))
