"""Reads when something is due, by the clock of the person's place."""

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.errors import ToolRetry

LONGEST = timedelta(days=5 * 366)
MORNING, EVENING = time(8), time(18)  # when one is reminded of a day without an hour
_BEYOND = re.compile(r"(?P<year>[12]\d{3})-(?P<month>0[1-9]|1[0-2])-(?P<day>29|3[01])(?P<hour>.*)")
_FORMS = "Write it as YYYY-MM-DD or YYYY-MM-DD HH:MM, in the person's own time."


@dataclass(frozen=True, slots=True)
class Due:
    """When (UTC), whether a whole day is meant, and when to remind of it, if there is still time. Of what comes back
    it is the next time: `repeats` as bot.services.tasks.recurrence stores it, until a moment or for good."""

    at: datetime
    whole_day: bool
    remind_at: datetime | None
    repeats: str | None = None
    until: datetime | None = None


def read_due(text: str, zone: ZoneInfo, now: datetime) -> Due:
    """`2026-11-24`, `2026-11-24 18:30`. Raises ToolRetry for what is no day, is past or is years away."""
    day, moment = _parsed(text.strip(), zone)
    local_now = now.astimezone(zone)
    # days first: in the years 1 and 9999 not every hour has one in universal time
    if _ahead(text, day, local_now) >= timedelta(0):
        due = on_whole_day(day, zone, now)
        if moment is not None:
            at = _next_of_its_name(moment, now)
            due = Due(at, False, at)
        if due.at > now:
            return due
    raise ToolRetry(f"{text} is past: for the person it is {local_now:%A %Y-%m-%d %H:%M}. Ask them which day.")


def in_minutes(minutes: int, now: datetime) -> Due:
    """So many minutes from now."""
    at = now + timedelta(minutes=minutes)
    return Due(at, False, at)


def on_whole_day(day: date, zone: ZoneInfo, now: datetime) -> Due:
    """A day without an hour. Its reminder comes in the morning, or in the evening when that is over."""
    return Due(whole_day_at(day, zone), True, _on_the_day(day, now, zone))


def whole_day_at(day: date, zone: ZoneInfo) -> datetime:
    """The last minute of a day."""
    return datetime.combine(day, time(23, 59), zone).astimezone(UTC)


def read_first(text: str, zone: ZoneInfo, now: datetime) -> tuple[date, time | None, int]:
    """From which day on something comes back, at which hour, and on which day of the month: `2027-02-31` is the 31st of
    every month that has one, from the end of February on. A day that is past is as good as any."""
    number = None
    try:
        day, moment = _parsed(text.strip(), zone)
    except ToolRetry:
        month = _BEYOND.fullmatch(text.strip())
        if month is None:
            raise
        number = int(month["day"])
        last = monthrange(int(month["year"]), int(month["month"]))[1]
        day, moment = _parsed(f"{month['year']}-{month['month']}-{last}{month['hour']}", zone)
    _ahead(text, day, now.astimezone(zone))
    return day, moment.time().replace(second=0, microsecond=0, fold=0) if moment else None, number or day.day


def _ahead(text: str, day: date, local_now: datetime) -> timedelta:
    """How far a day is away. Raises ToolRetry for one that is years away."""
    ahead = day - local_now.date()
    if ahead > LONGEST:
        raise ToolRetry(f"{text} is more than five years away. Ask the person which year they mean.")
    return ahead


def last_moment_of(text: str, zone: ZoneInfo) -> datetime:
    """The end of a day until which something comes back. Raises ToolRetry."""
    return whole_day_at(min(_parsed(text.strip(), zone)[0], date(9999, 12, 30)), zone)


def _parsed(text: str, zone: ZoneInfo) -> tuple[date, datetime | None]:
    try:
        if len(text) <= len("2026-11-24"):
            return date.fromisoformat(text), None
        moment = datetime.fromisoformat(text)
        local = moment.astimezone(zone) if moment.tzinfo else moment.replace(tzinfo=zone)
        return local.date(), local
    except (ValueError, OverflowError) as error:
        raise ToolRetry(f"{text} is no day of the calendar. {_FORMS}") from error


def _on_the_day(day: date, now: datetime, zone: ZoneInfo) -> datetime | None:
    moments = (datetime.combine(day, hour, zone).astimezone(UTC) for hour in (MORNING, EVENING))
    return next((moment for moment in moments if moment > now), None)


def _next_of_its_name(local: datetime, now: datetime) -> datetime:
    """An hour of a clock as UTC. In the night in which clocks go back one hour comes twice: the second time is meant
    once the first is over. Hours of one zone would be compared by what the clock shows."""
    at = local.astimezone(UTC)
    return at if at > now else local.replace(fold=1).astimezone(UTC)
