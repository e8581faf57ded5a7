"""The time that a model asks for, as it writes it, and what is meant. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.errors import ToolRetry
from bot.i18n.day import zone_named
from bot.services.tasks.due import Due, in_minutes, last_moment_of, read_due, read_first
from bot.services.tasks.recurrence import read_repeat, says_once


@dataclass(frozen=True, slots=True)
class AskedTime:
    """The arguments of create_task that say when."""

    due: str | None = None
    in_minutes: int | None = None
    repeat: str | None = None
    until: str | None = None

    def elsewhere(self) -> tuple["AskedTime", ZoneInfo | None]:
        """The same without the time zone that stands behind `due` where somebody is not where their number is from:
        « 2026-11-24 18:30 Africa/Lubumbashi ». Raises ToolRetry for one that is none."""
        when, _, name = (self.due or "").strip().rpartition(" ")
        if not (when and name[:1].isupper()):  # else it is no day: « demain matin »
            return self, None
        zone = zone_named(name)
        if zone is None:
            raise ToolRetry(f"{name} is no time zone. Write one as Africa/Lubumbashi behind due, or none.")
        return replace(self, due=when), zone

    def at_hour(self, hour: time | None) -> "AskedTime":
        """The same for a task that has an hour: a day alone leaves it."""
        day = (self.due or "").strip()
        is_day = 0 < len(day) <= len("2026-11-24")
        return replace(self, due=f"{day} {hour:%H:%M}") if is_day and hour is not None else self

    def read(self, zone: ZoneInfo, now: datetime) -> Due | None:
        """When; None where no day is said. Raises ToolRetry for what is no day or fits no other argument."""
        if self.due and self.in_minutes:
            raise ToolRetry("Give due or in_minutes, not both.")
        if self.repeat and not says_once(self.repeat):
            return self._read_repeated(self.repeat, zone, now)
        if self.until:
            raise ToolRetry("until goes with repeat.")
        if self.in_minutes:
            return in_minutes(self.in_minutes, now)
        return read_due(self.due, zone, now) if self.due else None

    def _read_repeated(self, repeat: str, zone: ZoneInfo, now: datetime) -> Due:
        if self.in_minutes:
            local = (now + timedelta(minutes=self.in_minutes)).astimezone(zone)
            day, hour, number = read_first(f"{local:%Y-%m-%d %H:%M}", zone, now)
        elif self.due:
            day, hour, number = read_first(self.due, zone, now)
        else:
            raise ToolRetry("Give due with repeat: the first day, with the hour if they said one.")
        rule = read_repeat(repeat, day, hour, number)
        first = rule.first(day, zone, now)
        until = last_moment_of(self.until, zone) if self.until else None
        if until is not None and until < first.at:
            raise ToolRetry(f"until {self.until} is over before the first time, {first.at.astimezone(zone):%Y-%m-%d}.")
        return replace(first, repeats=rule.stored(), until=until)
