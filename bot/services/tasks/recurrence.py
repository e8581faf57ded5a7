"""How a task comes back: on which days, at which hour of the person's own clock. Pure."""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import count, islice
from typing import Final
from zoneinfo import ZoneInfo

from bot.errors import ToolRetry
from bot.services.tasks.due import MORNING, Due, on_whole_day, whole_day_at

DAILY, WEEKLY, MONTHLY, YEARLY = "daily", "weekly", "monthly", "yearly"
NTH: Final = "nth"  # the first Sunday of every month
LAST_WEEK: Final = 5  # whichever is the last one of its month
LAST: Final = 31  # the last day of a month that has fewer
_LONGEST_GAP: Final = 368  # days from one time to the next at most, that of today included
_WEEKDAYS: Final = "mon tue wed thu fri sat sun".split()
_NAME: Final = re.compile(r"(mon|tues?|wed(nes)?|thu(rs?)?|fri|sat(ur)?|sun)(days?)?")
_SAYING_NOTHING: Final = frozenset("days every each on and of the".split())  # « days: fri », "every monday and friday"
_SPANS: Final = {"day": DAILY, "week": WEEKLY, "month": MONTHLY, "year": YEARLY}
_ONCE: Final = frozenset("none no never once null".split())
_FORMS: Final = (
    "Write repeat as daily, weekly, monthly, yearly, days: mon,thu, or last fri, first sun (of every month). Nothing "
    "else is possible, neither oftener nor every second week: say so and note nothing else instead, unless they agree."
)
_OTHER: Final = re.compile(r"\b(?:every|each)\s+(?:second|2nd|third|3rd|fourth|4th)\b(?!.*month)")
_GROUPS: Final = {"weekday": "mon-fri", "weekdays": "mon-fri", "weekend": "sat-sun", "weekends": "sat-sun"}
_PLACES: Final = {
    "first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "last": LAST_WEEK,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Recurrence:
    """`days`: those of the week from 0, of the month, month and day of the year, or place in the month (1 to 4, 5 for
    the last) and day of the week. `hour`: of the person's clock; None
    where the whole day is meant. Whatever clocks do in the night they change, it comes once a day at most."""

    kind: str
    days: tuple[int, ...] = ()
    hour: time | None = None

    def stored(self) -> str:
        """As a task keeps it: `weekly 0,3 07:00`."""
        hour = f"{self.hour:%H:%M}" if self.hour else ""
        between = "/" if self.kind == NTH else ","  # the release before takes no such pair for a day of the year
        return " ".join(filter(None, (self.kind, between.join(map(str, self.days)), hour)))

    def falls_on(self, day: date) -> bool:
        """Whether it comes on a day. In a month that is shorter it comes on the last one."""
        match self.kind:
            case "daily":
                return True
            case "weekly":
                return day.weekday() in self.days
            case "nth":
                return day.weekday() == self.days[1] and self.days[0] in _places_of(day)
            case "monthly":
                month, number = day.month, self.days[0]
            case _:
                month, number = self.days
        return (day.month, day.day) == (month, min(number, monthrange(day.year, day.month)[1]))

    def first(self, start: date, zone: ZoneInfo, now: datetime) -> Due:
        """The first time from a day on that is still ahead; of this whole day the evening may be left."""
        today = now.astimezone(zone).date()
        if self.hour is None and start <= today and self.falls_on(today):
            due = on_whole_day(today, zone, now)
            if due.remind_at is not None:
                return due
        return self._next(max(start, today), zone, now)

    def after(self, moment: datetime, zone: ZoneInfo) -> Due:
        """The next time behind a moment."""
        return self._next(moment.astimezone(zone).date(), zone, moment)

    def latest(self, moment: datetime, zone: ZoneInfo) -> Due:
        """The last time up to a moment."""
        back = _days(moment.astimezone(zone).date(), -1)
        return next(due for due in self._on(back, zone) if _reminds(due) <= moment)

    def _next(self, day: date, zone: ZoneInfo, behind: datetime) -> Due:
        return next(due for due in self._on(_days(day, 1), zone) if _reminds(due) > behind)

    def _on(self, days: Iterable[date], zone: ZoneInfo) -> Iterator[Due]:
        for day in filter(self.falls_on, days):
            if self.hour is None:
                yield Due(whole_day_at(day, zone), True, _at(day, MORNING, zone))
            else:
                at = _at(day, self.hour, zone)
                yield Due(at, False, at)


def of_stored(text: str) -> Recurrence:
    """What `stored` wrote."""
    kind, *rest = text.split()
    hour = time.fromisoformat(rest.pop()) if rest and ":" in rest[-1] else None
    return Recurrence(kind, tuple(map(int, re.split("[,/]", rest[0]))) if rest else (), hour)


def says_once(text: str) -> bool:
    """Whether what a model writes says that nothing comes back."""
    return text.strip().lower() in _ONCE


def read_repeat(text: str, day: date, hour: time | None, number: int) -> Recurrence:
    """What a model writes. `number`: of the month's day as it was written, which this month may not have. Raises
    ToolRetry."""
    words = [word for word in re.split(r"[\s,;:]+", text.strip().lower()) if word]
    names = [_SPANS.get(word, word) for word in words if word not in _SAYING_NOTHING]
    match names:
        case ["daily"]:
            return Recurrence(DAILY, (), hour)
        case ["weekly"]:
            return Recurrence(WEEKLY, (day.weekday(),), hour)
        case ["monthly"]:
            return Recurrence(MONTHLY, (number,), hour)
        case ["yearly"]:
            return Recurrence(YEARLY, (day.month, number), hour)
    days, place = _weekdays(names), _place(names)
    if place is not None and _OTHER.search(text.lower()):  # every other Monday, as « every second monday » says too
        raise ToolRetry(f"{text} may be every other week. {_FORMS}")
    if place is not None:
        return Recurrence(*place, hour)
    if not days:
        raise ToolRetry(f"{text} is no way to repeat. {_FORMS}")
    return Recurrence(DAILY, (), hour) if len(days) == len(_WEEKDAYS) else Recurrence(WEEKLY, days, hour)


def _weekdays(names: Sequence[str]) -> tuple[int, ...]:
    """The days of the week that are named, « mon-fri » among them; none where anything else is."""
    found = set[int]()
    for name in names:
        ends = _GROUPS.get(name, name).split("-")
        if len(ends) > 2 or not all(map(_NAME.fullmatch, ends)):
            return ()
        first, last = (_WEEKDAYS.index(end[:3]) for end in (ends[0], ends[-1]))
        found |= {day % 7 for day in range(first, last + (7 if last < first else 0) + 1)}
    return tuple(sorted(found))


def _place(names: Sequence[str]) -> tuple[str, tuple[int, ...]] | None:
    """Kind and days of « last fri », "first sunday (of the month)", "last day"; None where that is not said."""
    match [name for name in names if name != MONTHLY]:
        case ["last", "daily"]:
            return MONTHLY, (LAST,)
        case [place, name] if place in _PLACES and _NAME.fullmatch(name):
            return NTH, (_PLACES[place], _WEEKDAYS.index(name[:3]))
    return None


def _places_of(day: date) -> tuple[int, ...]:
    """Which of its kind a day is in its month; of the last one that, too."""
    place = (day.day - 1) // 7 + 1
    return (place, LAST_WEEK) if (day + timedelta(days=7)).month != day.month else (place,)


def _days(start: date, step: int) -> Iterator[date]:
    return (start + timedelta(days=each) for each in islice(count(0, step), _LONGEST_GAP))


def _at(day: date, hour: time, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, hour, zone).astimezone(UTC)


def _reminds(due: Due) -> datetime:
    return due.remind_at or due.at
