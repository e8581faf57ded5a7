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
    ahead = day - local_now.date()  # days first: in the years 1 and 9999 not every hour has one in universal time
    if ahead > LONGEST:
        raise ToolRetry(f"{text} is more than five years away. Ask the person which year they mean.")
    if ahead >= timedelta(0):
        at = _next_of_its_name(moment or datetime.combine(day, time(23, 59), zone), now)
        if at > now:
            return Due(at, moment is None, at if moment else _on_the_day(day, now, zone))
    raise ToolRetry(f"{text} is past: for the person it is {local_now:%A %Y-%m-%d %H:%M}. Ask them which day.")


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


def _on_the_day(day: date, now: datetime, zone: ZoneInfo) -> datetime | None:
    moments = (datetime.combine(day, hour, zone).astimezone(UTC) for hour in (MORNING, EVENING))
    return next((moment for moment in moments if moment > now), None)


def _next_of_its_name(local: datetime, now: datetime) -> datetime:
    """An hour of a clock as UTC. In the night in which clocks go back one hour comes twice: the second time is meant
    once the first is over. Hours of one zone would be compared by what the clock shows."""
    at = local.astimezone(UTC)
    return at if at > now else local.replace(fold=1).astimezone(UTC)
