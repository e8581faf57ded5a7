"""When something is due, by the clock of the person's place."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.errors import ToolRetry
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
    ],
)
def test_what_is_no_day_or_past_or_far_away_is_asked_again(text: str, said: str) -> None:
    with pytest.raises(ToolRetry, match=said):
        read_due(text, PARIS, NOW)


def test_a_spell_counts_from_now() -> None:
    assert in_minutes(90, NOW).remind_at == datetime(2026, 11, 22, 11, 0, tzinfo=UTC)
