"""Reads when something is due, by the clock of the person's place."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.errors import ToolRetry

LONGEST = timedelta(days=5 * 366)
MORNING, EVENING = time(8), time(18)  # when one is reminded of a day without an hour
_FORMS = "Write it as YYYY-MM-DD or YYYY-MM-DD HH:MM, in the person's own time."


@dataclass(frozen=True, slots=True)
class Due:
    """When (UTC), whether a whole day is meant, and when to remind of it, if there is still time."""

    at: datetime
    whole_day: bool
    remind_at: datetime | None


def read_due(text: str, zone: ZoneInfo, now: datetime) -> Due:
    """`2026-11-24`, `2026-11-24 18:30`. Raises ToolRetry for what is no day, is past or is years away."""
    day, moment = _parsed(text.strip(), zone)
    local_now = now.astimezone(zone)
    at = moment or datetime.combine(day, time(23, 59), zone)
    if at <= local_now:
        raise ToolRetry(f"{text} is past: for the person it is {local_now:%A %Y-%m-%d %H:%M}. Ask them which day.")
    if at - local_now > LONGEST:
        raise ToolRetry(f"{text} is more than five years away. Ask the person which year they mean.")
    return Due(at.astimezone(UTC), moment is None, _utc(moment or _on_the_day(day, local_now)))


def in_minutes(minutes: int, now: datetime) -> Due:
    """So many minutes from now."""
    at = now + timedelta(minutes=minutes)
    return Due(at, False, at)


def _parsed(text: str, zone: ZoneInfo) -> tuple[date, datetime | None]:
    try:
        if len(text) <= len("2026-11-24"):
            return date.fromisoformat(text), None
        moment = datetime.fromisoformat(text)
        local = moment.astimezone(zone) if moment.tzinfo else moment.replace(tzinfo=zone)
        return local.date(), local
    except (ValueError, OverflowError) as error:
        raise ToolRetry(f"{text} is no day of the calendar. {_FORMS}") from error


def _on_the_day(day: date, local_now: datetime) -> datetime | None:
    moments = (datetime.combine(day, hour, local_now.tzinfo) for hour in (MORNING, EVENING))
    return next((moment for moment in moments if moment > local_now), None)


def _utc(moment: datetime | None) -> datetime | None:
    return moment.astimezone(UTC) if moment else None
