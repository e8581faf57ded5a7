"""On which days and at which hour a task comes back."""

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import ToolRetry
from bot.i18n.day import weekdays_in
from bot.services.tasks.asked_time import AskedTime
from bot.services.tasks.recurrence import of_stored
from bot.types import Language

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 26, 13, 40, tzinfo=UTC)  # a Thursday, 14:40 in Paris


def times(asked: AskedTime, many: int = 4, now: datetime = NOW, zone: ZoneInfo = PARIS) -> list[str]:
    """The first reminders, by the clock there."""
    due = asked.read(zone, now)
    assert due is not None
    assert due.repeats is not None
    rule, dues = of_stored(due.repeats), [due]
    assert rule.stored() == due.repeats
    while len(dues) < many:
        dues.append(rule.after(dues[-1].remind_at or dues[-1].at, zone))
    return [_shown(due.remind_at, zone) for due in dues]


def _shown(moment: datetime | None, zone: ZoneInfo) -> str:
    assert moment is not None
    return f"{moment.astimezone(zone):%y-%m-%d %H:%M}"


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (AskedTime("2026-11-26 20:00", repeat="daily"), ["26-11-26 20:00", "26-11-27 20:00"]),
        (AskedTime("2026-11-26 07:00", repeat="daily"), ["26-11-27 07:00", "26-11-28 07:00"]),  # over today
        (AskedTime("2026-11-26", repeat="daily"), ["26-11-26 18:00", "26-11-27 08:00", "26-11-28 08:00"]),
        (AskedTime(in_minutes=1440, repeat="daily"), ["26-11-27 14:40", "26-11-28 14:40"]),
        (AskedTime("2026-11-30 07:00", repeat="weekly"), ["26-11-30 07:00", "26-12-07 07:00"]),
        (AskedTime("2026-11-26 07:00", repeat="Monday, thurs"), ["26-11-30 07:00", "26-12-03 07:00", "26-12-07 07:00"]),
        (AskedTime("2026-12-05", repeat="monthly"), ["26-12-05 08:00", "27-01-05 08:00"]),
        (AskedTime("2026-12-31 09:00", repeat="monthly"), ["26-12-31 09:00", "27-01-31 09:00", "27-02-28 09:00",
                                                            "27-03-31 09:00", "27-04-30 09:00"]),
        (AskedTime("2027-02-31 09:00", repeat="monthly"), ["27-02-28 09:00", "27-03-31 09:00"]),
        (AskedTime("2026-11-27 07:00", repeat="last fri"), ["26-11-27 07:00", "26-12-25 07:00", "27-01-29 07:00",
                                                             "27-02-26 07:00", "27-03-26 07:00", "27-04-30 07:00"]),
        (AskedTime("2026-12-06", repeat="first sunday"), ["26-12-06 08:00", "27-01-03 08:00", "27-02-07 08:00"]),
        (AskedTime("2026-11-26 20:00", repeat="2nd sat"), ["26-12-12 20:00", "27-01-09 20:00", "27-02-13 20:00"]),
        (AskedTime("1990-02-29", repeat="yearly"), ["27-02-28 08:00", "28-02-29 08:00", "29-02-28 08:00"]),
        (AskedTime("2026-11-26 20:00", repeat="mon,tue,wed,thu,fri,sat,sun"), ["26-11-26 20:00", "26-11-27 20:00"]),
    ],
)  # fmt: skip
def test_the_days_on_which_it_comes(asked: AskedTime, expected: list[str]) -> None:
    assert times(asked, len(expected)) == expected


@pytest.mark.parametrize(
    ("repeat", "stored"),
    [("days: mon,thu", "weekly 0,3 20:00"), ("days: fri", "weekly 4 20:00"),
     ("every Monday and Friday", "weekly 0,4 20:00"),
     ("mon-fri", "weekly 0,1,2,3,4 20:00"), ("every weekday", "weekly 0,1,2,3,4 20:00"),
     ("sun-tue", "weekly 0,1,6 20:00"),
     ("weekends", "weekly 5,6 20:00"), ("mon-wed, sat", "weekly 0,1,2,5 20:00"), ("mon-sun", "daily 20:00"),
     ("last fri", "nth 5/4 20:00"), ("monthly, first Sunday", "nth 1/6 20:00"),
     ("every third Thursday of the month", "nth 3/3 20:00"), ("last day of the month", "monthly 31 20:00"),
     ("every last friday", "nth 5/4 20:00"), ("every first monday", "nth 1/0 20:00"), ("second mon", "nth 2/0 20:00"),
     ("every day", "daily 20:00"), ("each month", "monthly 26 20:00"), ("none", None), (" Never ", None)],
)  # fmt: skip
def test_a_way_to_come_back_is_read_as_the_tool_describes_it_and_as_models_put_it(
    repeat: str, stored: str | None
) -> None:
    due = AskedTime("2026-11-26 20:00", repeat=repeat).read(PARIS, NOW)
    assert due is not None
    assert due.repeats == stored


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("2027-03-27 07:00", ["27-03-27 07:00", "27-03-28 07:00", "27-03-29 07:00"]),  # clocks go forward on the 28th
        ("2027-03-27 02:30", ["27-03-27 02:30", "27-03-28 03:30", "27-03-29 02:30"]),  # an hour that is left out
        ("2027-10-30 02:30", ["27-10-30 02:30", "27-10-31 02:30", "27-11-01 02:30"]),  # one that comes twice
    ],
)
def test_an_hour_stays_through_the_nights_in_which_clocks_change(first: str, expected: list[str]) -> None:
    assert times(AskedTime(first, repeat="daily"), 3) == expected


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (AskedTime("2026-11-26 20:00", repeat="hourly"), "no way to repeat"),
        (AskedTime("2026-11-26 20:00", repeat="every 2 weeks"), "no way to repeat"),
        (AskedTime("2026-11-26 20:00", repeat="every other day"), "no way to repeat"),
        (AskedTime("2026-11-26 20:00", repeat="mon-wed-fri"), "no way to repeat"),
        (AskedTime("2026-11-26 20:00", repeat="every second monday"), "every other week"),
        (AskedTime("2026-11-26 20:00", repeat="each 2nd sat"), "every other week"),
        (AskedTime("2026-11-26 20:00", repeat="fifth sun"), "no way to repeat"),
        (AskedTime("2026-11-26 20:00", repeat="last fri, sat"), "no way to repeat"),
        (AskedTime("2026-11-26 20:00", repeat="last month"), "no way to repeat"),
        (AskedTime("2026-11-26 20:00", repeat="daily monthly"), "no way to repeat"),
        (AskedTime("2026-11-26 20:00", repeat=" , "), "no way to repeat"),
        (AskedTime(repeat="daily"), "Give due with repeat"),
        (AskedTime("2026-11-26", 5, "daily"), "not both"),
        (AskedTime("2026-13-31", repeat="monthly"), "no day of the calendar"),
        (AskedTime("2040-01-01", repeat="yearly"), "five years away"),
        (AskedTime("2026-11-26 20:00", until="2026-12-01"), "goes with repeat"),
        (AskedTime("2026-11-26 20:00", repeat="daily", until="2026-11-25"), "before the first time"),
        (AskedTime("2026-11-26 20:00", repeat="daily", until="deux semaines"), "no day of the calendar"),
    ],
)
def test_what_cannot_come_back_is_asked_again(asked: AskedTime, said: str) -> None:
    with pytest.raises(ToolRetry, match=said):
        asked.read(PARIS, NOW)


@given(
    st.sampled_from(["daily", "weekly", "monthly", "yearly", "tue,sat", "last fri", "first sun"]),
    st.datetimes(datetime(2026, 1, 1), datetime(2029, 1, 1)),
    st.sampled_from(["Europe/Paris", "Africa/Casablanca", "America/St_Johns", "Africa/Dakar", "Pacific/Apia"]),
    st.booleans(),
)
def test_each_time_is_behind_the_one_before_and_on_another_day(
    repeat: str, now: datetime, name: str, whole_day: bool
) -> None:
    zone, moment = ZoneInfo(name), now.replace(tzinfo=UTC)
    first = AskedTime(f"{now:%Y-%m-%d}" if whole_day else f"{now:%Y-%m-%d %H:%M}", repeat=repeat).read(zone, moment)
    assert first is not None
    assert first.repeats is not None
    rule, dues = of_stored(first.repeats), [first]
    for _ in range(4):
        at = dues[-1].remind_at
        assert at is not None
        assert at > moment
        dues.append(rule.after(at, zone))
        assert rule.latest(dues[-1].remind_at or at, zone) == dues[-1]
    days = [due.at.astimezone(zone).date() for due in dues]
    assert all(before < behind for before, behind in pairwise(days))


@pytest.mark.parametrize(
    ("stored", "expected"),
    [("daily 14:40", "26-11-26 14:40"), ("daily 14:41", "26-11-25 14:41"), ("weekly 4 07:00", "26-11-20 07:00"),
     ("daily", "26-11-26 08:00"), ("monthly 31 20:00", "26-10-31 20:00")],
)  # fmt: skip
def test_the_last_time_is_none_that_is_still_ahead(stored: str, expected: str) -> None:
    assert _shown(of_stored(stored).latest(NOW, PARIS).remind_at, PARIS) == expected


def test_days_are_said_together() -> None:
    assert weekdays_in((0,), Language.FR) == "lundis"
    assert weekdays_in((0, 2, 4), Language.FR) == "lundis, mercredis et vendredis"
    assert weekdays_in((0, 3), Language.EN) == "Monday and Thursday"
