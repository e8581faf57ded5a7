"""When somebody wants to be reminded, as they write it: « demain à 7h », « vendredi 14h30 », « le 31 », « fin du mois »
or « dans une heure et demie », "next Monday at 9pm". Pure: the clock is passed in. A day that it cannot tell is no day,
never another."""

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from bot.simulator.demo.skills.moment_words import (
    AFTERNOON,
    BEHIND_DAY,
    COUNTS,
    DAYS,
    EVENING,
    HOUR,
    IN,
    MONTHS,
    MORE,
    PARTS,
    UNTOLD,
    WEEKDAYS,
)
from bot.text.folding import without_accents

Arguments = dict[str, Any]  # of create_task
Found = re.Match[str]

WEEK_MIN: Final = 10_080  # minutes; what is later is a day


@dataclass(frozen=True, slots=True)
class Last:
    """A day, and how many of the letters behind the first word say it."""

    day: datetime
    length: int


@dataclass(frozen=True, slots=True)
class Moment:
    """What create_task is told of the time, and the text without the words that said it. `repeats`: more than one was
    asked for."""

    when: Arguments
    rest: str
    repeats: bool = False


def read(text: str, now: datetime) -> Moment:
    """The time in a text, and what else it says. Nothing is told where no time, or none that exists, is said."""
    text, plain = aligned(text)
    spell = IN.search(plain)
    day = None if spell else next((found for way in DAYS if (found := way.search(plain))), None)
    ahead = spell or day
    hour = HOUR.search(plain) or (BEHIND_DAY.match(plain, ahead.end()) if ahead else None)
    if UNTOLD.search(plain):
        return Moment({}, " ".join(text.split()))
    when = _spell(spell, hour, now) if spell else _when(day, hour, now) if day or hour else {}
    return Moment(when, " ".join(without(text, spell, day, hour).split()))


def aligned(text: str) -> tuple[str, str]:
    """A text, and its letters without accents at the same places: what is found in them is cut out of it."""
    plain = without_accents(text.lower()).replace("’", "'")
    return (text if len(plain) == len(text) else plain), plain


def day_at(plain: str, now: datetime) -> Last | None:
    """The day that letters without accents begin with: « le 12 decembre », « dans deux semaines »."""
    spell = IN.match(plain)
    found = spell or next((each for way in DAYS if (each := way.match(plain))), None)
    if found is None:
        return None
    told = _spell(spell, None, now) if spell else _when(found, None, now)
    due = str(told.get("due", ""))[: len("2026-11-26")]
    minutes = timedelta(minutes=told.get("in_minutes", 0))
    day = datetime.fromisoformat(due) if due else now + minutes if minutes else None
    return Last(day, found.end() - plain.index(" ") - 1) if day else None


def _spell(found: Found, hour: Found | None, now: datetime) -> Arguments:
    if found["half"] or found["quarters"]:
        return {"in_minutes": 30 if found["half"] else 45 if found["quarters"] in ("trois", "three") else 15}
    unit, count = found["unit"], COUNTS.get(found["count"]) or int(found["count"])
    if unit.startswith(("mo", "a", "y")):
        months = count * (1 if unit.startswith("mo") else 12)
        return _at(_month_later(now, months), _clock(hour) if hour else None)
    per_unit = {"m": 1, "h": 60, "j": 1440, "d": 1440}.get(unit[0], WEEK_MIN)
    minutes = count * per_unit + int(found["minutes"] or 0) + round(_more(found) * per_unit / 60)
    if per_unit >= 1440 and (hour or minutes > WEEK_MIN):
        return _at(now + timedelta(minutes=minutes), _clock(hour) if hour else None)
    return {"in_minutes": max(1, minutes)}


def _when(day: Found | None, hour: Found | None, now: datetime) -> Arguments:
    date = _date(day, now) if day else now
    clock = _clock(hour, day) if hour else _of_part(day)
    if date is None or (hour and clock is None):
        return {}
    if clock and _moment(date, clock) <= now:
        later = _next(day, date)
        return _at(later, clock) if later else {}
    return _at(date, clock)


def _next(day: Found | None, date: datetime) -> datetime | None:
    """The day that is meant when the hour of this one is over; None where it was named."""
    said = {name for name, value in day.groupdict().items() if value} - {"part"} if day else set()
    if said <= {"weekday"}:
        return date + timedelta(days=7 if said else 1)
    return _in_a_month(date + timedelta(days=1), date.day) if said == {"day"} else None


def _date(day: Found, now: datetime) -> datetime | None:
    said = day.groupdict()
    if said.get("near"):
        return now + timedelta(days=_days_ahead(said["near"]))
    if said.get("end"):
        return now.replace(day=monthrange(now.year, now.month)[1])
    if not said.get("day"):
        return _next_weekday(day, now)
    number, name = int(said["day"]), said.get("named") or said.get("month")
    if not name:
        return _in_a_month(now, number)
    month, year = MONTHS.get(name) or int(name), said.get("year")
    dates = (_day_of(now, each, month, number) for each in ((int(year),) if year else (now.year, now.year + 1)))
    date = next((each for each in dates if each and each >= now), None)
    is_that = date is None or not said.get("weekday") or date.weekday() == WEEKDAYS[said["weekday"]]
    return date if is_that else None


def _days_ahead(near: str) -> int:
    return 2 if near.startswith(("apres", "the", "day")) else 1 if near in ("demain", "tomorrow") else 0


def _next_weekday(day: Found, now: datetime) -> datetime:
    ahead = (WEEKDAYS[day["weekday"]] - now.weekday()) % 7
    ahead = ahead or (7 if "next" in day[0] or "prochain" in day[0] else 0)
    return now + timedelta(days=ahead + (7 if day["later"] else 0))


def _in_a_month(now: datetime, number: int) -> datetime | None:
    """The next day of this number: « le 31 » of November is that of December."""
    months = (_month_later(now.replace(day=1), later) for later in range(3))
    dates = (_day_of(now, month.year, month.month, number) for month in months)
    return next((date for date in dates if date and date >= now), None)


def _month_later(now: datetime, months: int) -> datetime:
    years, month = divmod(now.month - 1 + months, 12)
    year = now.year + years
    return now.replace(year=year, month=month + 1, day=min(now.day, monthrange(year, month + 1)[1]))


def _day_of(now: datetime, year: int, month: int, number: int) -> datetime | None:
    try:
        return now.replace(year=year, month=month, day=number)
    except ValueError:
        return None


def _of_part(day: Found | None) -> tuple[int, int] | None:
    """The hour of a part of the day without one; in the morning whoever reminds knows it."""
    said = day["part"] or ("tonight" if day[0] == "tonight" else "") if day else ""
    return next((clock for name, clock in PARTS.items() if name in said), None)


def _clock(hour: Found, day: Found | None = None) -> tuple[int, int] | None:
    """Hours and minutes after the day's midnight; the midnight that is meant is the one at its end."""
    said, more = hour.groupdict(), _more(hour)
    if said.get("named"):
        hours, minutes = (12 if said["named"] in ("midi", "noon") else 24), more
    elif said.get("past"):
        hours, minutes = COUNTS.get(said["past"]) or int(said["past"]), 30
    else:
        written = said.get("hour")
        hours = int(written) if written else COUNTS[said["said"]]
        minutes = int(said.get("minute") or 0) + more
    half, part = (said.get("half") or "").strip(), _of_part(day)
    if half in ("am", "du matin"):
        hours %= 12
    elif hours < 12 and (half or part in (AFTERNOON, EVENING)):
        hours += 12
    return (hours, minutes) if hours <= 24 and minutes < 60 else None


def _more(found: Found) -> int:
    return next((minutes for word, minutes in MORE.items() if word in (found["more"] or "")), 0)


def _moment(date: datetime, clock: tuple[int, int]) -> datetime:
    midnight = date.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + timedelta(hours=clock[0], minutes=clock[1])


def _at(date: datetime | None, clock: tuple[int, int] | None) -> Arguments:
    if date is None:
        return {}
    return {"due": f"{_moment(date, clock):%Y-%m-%d %H:%M}" if clock else f"{date:%Y-%m-%d}"}


def without(text: str, *found: Found | None, instead: str = "") -> str:
    """A text with nothing, or something else, in the place of the last of these; the others are cut out."""
    for each in sorted((each for each in found if each), key=lambda one: one.start(), reverse=True):
        text = f"{text[: each.start()]} {instead if each is found[-1] else ''} {text[each.end() :]}"
    return text
