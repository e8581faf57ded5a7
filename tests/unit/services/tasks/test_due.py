"""When something is due, by the clock of the person's place."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.errors import ToolRetry
from bot.services.tasks.asked_time import AskedTime
from bot.services.tasks.due import in_minutes, read_due

PARIS = ZoneInfo("Europe/Paris")
NOW = datetime(2026, 11, 22, 9, 30, tzinfo=UTC)  # 10:30 in Paris


def test_an_hour_is_that_of_the_persons_place() -> None:
    due = read_due("2026-11-24 18:30", PARIS, NOW)
    assert due.at == datetime(2026, 11, 24, 17, 30, tzinfo=UTC)
    assert (due.whole_day, due.remind_at) == (False, due.at)


@pytest.mark.parametrize("text", ["2026-11-24T18:30", "2026-11-24T18:30:00", " 2026-11-24 18:30 ", "2026-11-24T17:30Z"])
def test_models_write_an_hour_in_several_ways(text: str) -> None:
    assert read_due(text, PARIS, NOW).at == datetime(2026, 11, 24, 17, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "now", "hour"),
    [
        ("2026-11-24", NOW, 7),  # 8 in the morning there
        ("2026-11-22", NOW, 17),  # today: this evening
        ("2026-11-22", NOW.replace(hour=20), None),  # today, and it is late: nothing to remind of
    ],
)
def test_a_day_is_reminded_of_in_the_morning_or_when_that_is_over_in_the_evening(
    text: str, now: datetime, hour: int | None
) -> None:
    due = read_due(text, PARIS, now)
    assert due.whole_day
    assert (due.remind_at.hour if due.remind_at else None) == hour


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2026-02-31", "no day of the calendar"),
        ("2027-02-29", "no day of the calendar"),
        ("demain", "no day of the calendar"),
        ("2026-11-24 25:00", "no day of the calendar"),
        ("", "no day of the calendar"),
        ("9999-12-31T23:59:59.999999-23:59", "no day of the calendar"),
        ("2026-11-21", "is past: for the person it is Sunday 2026-11-22 10:30"),
        ("2026-11-22 10:29", "is past"),
        ("2040-01-01", "more than five years away"),
        ("0001-01-01 00:00", "is past"),
        ("9999-12-31 23:59", "more than five years away"),
    ],
)
def test_what_is_no_day_or_past_or_far_away_is_asked_again(text: str, said: str) -> None:
    """Behind universal time the last hour of the year 9999 has no time there, ahead of it the first of the year 1."""
    for zone in (PARIS, ZoneInfo("America/New_York")):
        with pytest.raises(ToolRetry, match=said):
            read_due(text, zone, datetime(2026, 11, 22, 10, 30, tzinfo=zone))


@pytest.mark.parametrize("text", ["demain", "demain matin", "2026-11-24 matin", "Lundi"])
def test_a_day_in_words_is_asked_for_in_figures_and_not_for_a_time_zone(text: str) -> None:
    asked, zone = AskedTime(text).elsewhere()
    assert zone is None
    with pytest.raises(ToolRetry, match=f"{text} is no day of the calendar. Write it as YYYY-MM-DD"):
        asked.read(PARIS, NOW)


def test_a_spell_counts_from_now() -> None:
    assert in_minutes(90, NOW).remind_at == datetime(2026, 11, 22, 11, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("now", "due"),
    [
        ("2026-10-24T12:00", "2026-10-25T00:30"),  # the evening before: the first of the two
        ("2026-10-25T00:29", "2026-10-25T00:30"),
        ("2026-10-25T00:40", "2026-10-25T01:30"),  # 2:40 on the clock, for the first time
        ("2026-10-25T01:15", "2026-10-25T01:30"),  # 2:15, for the second time
        ("2026-10-25T01:31", None),
    ],
)
def test_of_an_hour_that_comes_twice_the_one_ahead_is_meant(now: str, due: str | None) -> None:
    """Clocks in Paris went back from 3 to 2 on 25 October 2026."""
    moment = datetime.fromisoformat(f"{now}+00:00")
    if due is None:
        with pytest.raises(ToolRetry, match="is past"):
            read_due("2026-10-25 02:30", PARIS, moment)
    else:
        read = read_due("2026-10-25 02:30", PARIS, moment)
        assert read.at == read.remind_at == datetime.fromisoformat(f"{due}+00:00")
    assert read_due("2026-10-25 02:30+01:00", PARIS, NOW - timedelta(days=40)).at.hour == 1, "said exactly"


@pytest.mark.parametrize(("now", "at"), [("2027-03-27T12:00", "2027-03-28T01:30"), ("2027-03-28T01:10", None)])
def test_an_hour_that_is_left_out_is_the_one_behind_it(now: str, at: str | None) -> None:
    moment = datetime.fromisoformat(f"{now}+00:00")
    if at is None:
        with pytest.raises(ToolRetry, match="is past"):
            read_due("2027-03-28 02:00", PARIS, moment)
    else:
        assert read_due("2027-03-28 02:30", PARIS, moment).at == datetime.fromisoformat(f"{at}+00:00")
