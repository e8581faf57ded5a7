"""When somebody wants to be reminded, as they write it: « demain à 7h », « vendredi 14h30 », « le 31 », « fin du mois »
or « dans une heure et demie », "next Monday at 9pm". Pure: the clock is passed in. A day that it cannot tell is no day,
never another."""

import re
from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from bot.text.folding import without_accents

Arguments = dict[str, Any]  # of create_task
Found = re.Match[str]

WEEK_MIN: Final = 10_080  # minutes; what is later is a day
NOON, AFTERNOON, EVENING = (12, 0), (14, 0), (19, 0)  # of a day whose hour is not said
_WEEKDAYS: Final = {
    name: number
    for names in ("lundi mardi mercredi jeudi vendredi samedi dimanche",
                  "monday tuesday wednesday thursday friday saturday sunday")
    for number, name in enumerate(names.split())
}  # fmt: skip
_MONTHS: Final = {
    name: number
    for names in ("janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
                  "january february march april may june july august september october november december")
    for number, name in enumerate(names.split(), 1)
}  # fmt: skip
_COUNTS: Final = {
    name: number
    for names in ("un deux trois quatre cinq six sept huit neuf dix onze douze",
                  "one two three four five six seven eight nine ten eleven twelve")
    for number, name in enumerate(names.split(), 1)
} | {"une": 1, "a": 1, "an": 1, "quinze": 15, "vingt": 20, "trente": 30, "quarante": 40, "quarante-cinq": 45,
     "soixante": 60, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "forty-five": 45, "sixty": 60}  # fmt: skip
_COUNT: Final = "|".join(sorted(_COUNTS, key=len, reverse=True))
_PARTS: Final = {"soir": EVENING, "tonight": EVENING, "evening": EVENING, "apres": AFTERNOON, "afternoon": AFTERNOON,
                 "midi": NOON, "noon": NOON}  # fmt: skip
_WEEKDAY, _MONTH = "|".join(_WEEKDAYS), "|".join(_MONTHS)
_NTH: Final = r"(?:er|st|nd|rd|th)?"
_MORE: Final = {"moins": -15, "demi": 30, "half": 30, "quart": 15}
_AND_MORE: Final = r"(?P<more>\s*(?:et\s+demie?|et\s+quart|moins\s+le\s+quart|and\s+a\s+half|and\s+a\s+quarter))?"
_IN: Final = re.compile(
    r"\b(?:dans|in)\s+(?:(?P<half>une\s+demi[- ]heure|half\s+an\s+hour)|"
    r"(?P<quarters>un|trois|a|three)\s+quarts?(?:er|ers)?\s+(?:d'heure|of\s+an\s+hour)|"
    rf"(?P<count>\d{{1,3}}|{_COUNT})\s*(?P<unit>mois|months?|min\w*|h(?:eures?|ours?)?(?![a-z])|jours?|days?|"
    rf"semaines?|weeks?|ans?|annees?|years?)\s*(?P<minutes>\d{{2}})?{_AND_MORE})\b"
)
_PART: Final = r"(?P<part>\s+(?:matin|midi|apres[- ]midi|soir|morning|noon|afternoon|evening)\b)?"
_DAYS: Final = tuple(
    re.compile(way + r"\b" + _PART)
    for way in (
        rf"\b(?:(?:le|ce|on)\s+)?(?:(?P<weekday>{_WEEKDAY}),?\s+)?(?:(?:le|on|the)\s+)?"
        rf"(?P<day>\d{{1,2}}){_NTH}\s+(?:of\s+)?(?P<named>{_MONTH})(?:,?\s+(?P<year>\d{{4}}))?",
        rf"\b(?:on\s+)?(?:(?P<weekday>{_WEEKDAY}),?\s+)?"
        rf"(?P<named>{_MONTH})\s+(?:the\s+)?(?P<day>\d{{1,2}}){_NTH}(?:,?\s+(?P<year>\d{{4}}))?",
        rf"\b(?:(?:le|ce)\s+)?(?:(?P<weekday>{_WEEKDAY})\s+)?"
        r"(?:le|du|au|on)\s+(?P<day>\d{1,2})(?P<sign>[/.-])(?P<month>\d{1,2})(?:(?P=sign)(?P<year>\d{4}))?",
        r"\b(?P<near>apres[- ]demain|(?:the\s+)?day\s+after\s+tomorrow|demain|tomorrow|aujourd'hui|today|tonight|"
        r"ce(?=\s+(?:matin|midi|soir))|cet(?=\s+apres)|this(?=\s+(?:morning|afternoon|evening)))",
        rf"\b(?:(?:le|ce|on|this|next|de|pour|tous\s+les|chaque|every)\s+)?(?P<weekday>{_WEEKDAY})s?"
        r"(?:\s+(?:prochain|(?P<later>en\s+huit)))?",
        r"(?:\b(?:a\s+la|en|pour\s+la|(?:at|by)\s+the)\s+)?\b(?P<end>fin\s+d[ue]\s+mois|end\s+of\s+the\s+month)",
        rf"\b(?:le|on\s+the)\s+(?P<day>\d{{1,2}}){_NTH}(?:\s+(?:du\s+mois|of\s+the\s+month))?"
        r"(?=\s*(?:$|[,.;:!?]|(?:a|at|vers|au|in|de|d'|pour|to)\b|matin|midi|soir))",
    )
)
_AFTER_BARE: Final = r"(?=\s*(?:$|[,;!?]|\.(?!\d)|(?:demain|tomorrow|tonight|le|on|ce)\b))"  # « à 7 », not « à 7 amis »
_HALF: Final = r"(?P<half>\s*(?:am|pm|du\s+matin|du\s+soir|de\s+l'apres[- ]midi))?(?!\w)"
_HOUR: Final = re.compile(
    r"\s*\b(?:a|at|vers|pour|by)\s+(?:(?P<named>midi|noon|minuit|midnight)|"
    rf"half\s+past\s+(?P<past>\d{{1,2}}|{_COUNT})|(?P<said>{_COUNT})\s+(?:heures?|o'clock)|"
    r"(?P<hour>\d{1,2})(?:\s*(?:h(?:eures?)?|o'clock)\s*|[:.](?=\d\d)|(?=\s*(?:[ap]m|du\s+(?:matin|soir))\b)|"
    rf"{_AFTER_BARE})(?P<minute>\d{{2}})?){_AND_MORE}{_HALF}"
)
_BEHIND_DAY: Final = re.compile(
    rf"\s*,?\s*(?P<hour>\d{{1,2}})\s*(?:h(?:eures?)?|:)\s*(?P<minute>\d{{2}})?{_AND_MORE}(?!\w)"
)
# A day or an hour that is said and not understood: an hour beside it would be another day's.
_UNTOLD: Final = re.compile(
    r"\b(?:hier|yesterday|(?:cette|la)\s+nuit|(?:semaine|mois|annee|an)s?\s+prochaine?|next\s+(?:week|month|year)|"
    r"week-?end)\b"
)
_REPEATED: Final = re.compile(r"\b(?:(?:tous|toutes)\s+les|chaque|every|each)(?:\s+(?:jours?|matins?|days?))?\b")


@dataclass(frozen=True, slots=True)
class Moment:
    """What create_task is told of the time, and the text without the words that said it. `repeats`: more than one was
    asked for."""

    when: Arguments
    rest: str
    repeats: bool = False


def read(text: str, now: datetime) -> Moment:
    """The time in a text, and what else it says. Nothing is told where no time, or none that exists, is said."""
    plain = without_accents(text.lower()).replace("’", "'")
    if len(plain) != len(text):  # what is cut out below must stand at the same place
        text = plain
    spell = _IN.search(plain)
    day = None if spell else next((found for way in _DAYS if (found := way.search(plain))), None)
    ahead = spell or day
    hour = _HOUR.search(plain) or (_BEHIND_DAY.match(plain, ahead.end()) if ahead else None)
    repeated = _REPEATED.search(plain)
    if _UNTOLD.search(plain):
        return Moment({}, " ".join(text.split()))
    when = _spell(spell, hour, now) if spell else _when(day, hour, now) if day or hour else {}
    rest = _without(text, spell, day, hour, repeated if when else None)
    return Moment(when | _repeat(repeated, day) if "due" in when else when, rest, repeated is not None)


def _repeat(repeated: Found | None, day: Found | None) -> Arguments:
    if repeated and day and day.groupdict().get("weekday"):
        return {"repeat": "weekly"}
    return {"repeat": "daily"} if repeated and repeated[0].endswith(("jours", "jour", "matins", "matin", "day")) else {}


def _spell(found: Found, hour: Found | None, now: datetime) -> Arguments:
    if found["half"] or found["quarters"]:
        return {"in_minutes": 30 if found["half"] else 45 if found["quarters"] in ("trois", "three") else 15}
    unit, count = found["unit"], _COUNTS.get(found["count"]) or int(found["count"])
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
    month, year = _MONTHS.get(name) or int(name), said.get("year")
    dates = (_day_of(now, each, month, number) for each in ((int(year),) if year else (now.year, now.year + 1)))
    date = next((each for each in dates if each and each >= now), None)
    is_that = date is None or not said.get("weekday") or date.weekday() == _WEEKDAYS[said["weekday"]]
    return date if is_that else None


def _days_ahead(near: str) -> int:
    return 2 if near.startswith(("apres", "the", "day")) else 1 if near in ("demain", "tomorrow") else 0


def _next_weekday(day: Found, now: datetime) -> datetime:
    ahead = (_WEEKDAYS[day["weekday"]] - now.weekday()) % 7
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
    return next((clock for name, clock in _PARTS.items() if name in said), None)


def _clock(hour: Found, day: Found | None = None) -> tuple[int, int] | None:
    """Hours and minutes after the day's midnight; the midnight that is meant is the one at its end."""
    said, more = hour.groupdict(), _more(hour)
    if said.get("named"):
        hours, minutes = (12 if said["named"] in ("midi", "noon") else 24), more
    elif said.get("past"):
        hours, minutes = _COUNTS.get(said["past"]) or int(said["past"]), 30
    else:
        written = said.get("hour")
        hours = int(written) if written else _COUNTS[said["said"]]
        minutes = int(said.get("minute") or 0) + more
    half, part = (said.get("half") or "").strip(), _of_part(day)
    if half in ("am", "du matin"):
        hours %= 12
    elif hours < 12 and (half or part in (AFTERNOON, EVENING)):
        hours += 12
    return (hours, minutes) if hours <= 24 and minutes < 60 else None


def _more(found: Found) -> int:
    return next((minutes for word, minutes in _MORE.items() if word in (found["more"] or "")), 0)


def _moment(date: datetime, clock: tuple[int, int]) -> datetime:
    midnight = date.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + timedelta(hours=clock[0], minutes=clock[1])


def _at(date: datetime | None, clock: tuple[int, int] | None) -> Arguments:
    if date is None:
        return {}
    return {"due": f"{_moment(date, clock):%Y-%m-%d %H:%M}" if clock else f"{date:%Y-%m-%d}"}


def _without(text: str, *found: Found | None) -> str:
    gone = {place for each in found if each for place in range(*each.span())}  # « tous les » is said by two of them
    return " ".join("".join(" " if place in gone else sign for place, sign in enumerate(text)).split())
