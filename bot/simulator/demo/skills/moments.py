"""When somebody wants to be reminded, as they write it: « demain à 7h », « vendredi 14h30 », « le 3/12 », « dans une
heure », "next Monday at 9pm". Pure: the clock is passed in. A day that it cannot tell is no day, never another."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from bot.text.folding import without_accents

Arguments = dict[str, Any]  # of create_task

WEEK_MIN: Final = 10_080  # minutes; what is later is a day
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
_COUNTS: Final = {"un": 1, "une": 1, "a": 1, "an": 1, "one": 1, "deux": 2, "two": 2, "trois": 3, "three": 3,
                  "quatre": 4, "four": 4, "cinq": 5, "five": 5, "dix": 10, "ten": 10, "quinze": 15}  # fmt: skip
_IN: Final = re.compile(
    rf"\b(?:dans|in)\s+(?:(?P<half>une\s+demi[- ]heure|half\s+an\s+hour)|(?P<count>\d{{1,3}}|{'|'.join(_COUNTS)})\s*"
    r"(?P<unit>min\w*|h(?:eures?|ours?)?(?![a-z])|jours?|days?|semaines?|weeks?)\s*(?P<more>\d{2}|et\s+demie)?)\b"
)
_DAY: Final = re.compile(
    r"\b(?:(?P<near>apres[- ]demain|demain|aujourd'hui|ce\s+soir|tomorrow|today|tonight)|"
    rf"(?:(?:le|ce|on|this|next|de|pour)\s+)?(?P<weekday>{'|'.join(_WEEKDAYS)})(?:\s+prochain)?|"
    r"(?:le|du|au|on)\s+(?P<day>\d{1,2})/(?P<month>\d{1,2})(?:/(?P<year>\d{4}))?|"
    rf"(?:(?:le|on)\s+)?(?P<date>\d{{1,2}})(?:er|st|nd|rd|th)?\s+(?P<named>{'|'.join(_MONTHS)})"
    r"(?:\s+(?P<of>\d{4}))?)\b(?P<part>\s+(?:matin|soir|morning|evening)\b)?"
)
_HOUR: Final = re.compile(
    r"\s*\b(?:a|at|vers)\s+(?:(?P<named>midi|noon|minuit|midnight)|"
    r"(?P<hour>\d{1,2})\s*(?:h(?:eures?)?|:)?\s*(?P<minute>\d{2})?)"
    r"(?P<half>\s*(?:am|pm|du\s+matin|du\s+soir|de\s+l'apres-midi))?\b"
)
_BEHIND_DAY: Final = re.compile(r"\s*,?\s*(?P<hour>\d{1,2})\s*(?:h(?:eures?)?|:)\s*(?P<minute>\d{2})?\b")
_AHEAD: Final = {"demain": 1, "tomorrow": 1, "apres": 2, "aujourd'hui": 0, "ce": 0, "today": 0, "tonight": 0}


@dataclass(frozen=True, slots=True)
class Moment:
    """What create_task is told of the time, and the text without the words that said it."""

    when: Arguments
    rest: str


def read(text: str, now: datetime) -> Moment:
    """The time in a text, and what else it says. Nothing is told where no time, or none that exists, is said."""
    plain = without_accents(text.lower())
    if len(plain) != len(text):  # what is cut out below must stand at the same place
        text = plain
    if (spell := _IN.search(plain)) is not None:
        return Moment(_spell(spell, now), _without(text, spell))
    day = _DAY.search(plain)
    hour = _HOUR.search(plain) or (_BEHIND_DAY.match(plain, day.end()) if day else None)
    found = [each for each in (day, hour) if each is not None]
    return Moment(_when(day, hour, now) if found else {}, _without(text, *found))


def _spell(found: re.Match[str], now: datetime) -> Arguments:
    if found["half"]:
        return {"in_minutes": 30}
    unit, count = found["unit"][0], _COUNTS.get(found["count"]) or int(found["count"])
    minutes = count * {"m": 1, "h": 60, "j": 1440, "d": 1440}.get(unit, WEEK_MIN)
    if found["more"] and unit == "h":
        minutes += 30 if found["more"].startswith("et") else int(found["more"])
    if minutes <= WEEK_MIN:
        return {"in_minutes": max(1, minutes)}
    return {"due": f"{now + timedelta(minutes=minutes):%Y-%m-%d}"}


def _when(day: re.Match[str] | None, hour: re.Match[str] | None, now: datetime) -> Arguments:
    date = _date(day, now) if day else now
    if date is None:
        return {}
    evening = day is not None and re.search(r"soir|tonight|evening", day[0]) is not None
    if hour is None and not evening:
        return {"due": f"{date:%Y-%m-%d}"}
    clock = _clock(hour, evening=evening) if hour else (19, 0)
    if clock is None:
        return {}
    moment = date.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(hours=clock[0], minutes=clock[1])
    if moment <= now:
        moment += timedelta(days=7 if day and day["weekday"] else 1)
    return {"due": f"{moment:%Y-%m-%d %H:%M}"}


def _date(day: re.Match[str], now: datetime) -> datetime | None:
    if day["near"]:
        return now + timedelta(days=_AHEAD[re.split(r"[\s-]", day["near"])[0]])
    if day["weekday"]:
        ahead = (_WEEKDAYS[day["weekday"]] - now.weekday()) % 7
        return now + timedelta(days=ahead or (7 if "next" in day[0] or "prochain" in day[0] else 0))
    month = int(day["month"]) if day["month"] else _MONTHS[day["named"]]
    year, number = day["year"] or day["of"], int(day["day"] or day["date"])
    for each in (int(year),) if year else (now.year, now.year + 1):
        try:
            date = now.replace(year=each, month=month, day=number)
        except ValueError:
            continue
        if date >= now:
            return date
    return None


def _clock(hour: re.Match[str], *, evening: bool) -> tuple[int, int] | None:
    """Hours and minutes after the day's midnight; the midnight that is meant is the one at its end."""
    said = hour.groupdict()
    if said.get("named"):
        return (12, 0) if said["named"] in ("midi", "noon") else (24, 0)
    hours, minutes, half = int(hour["hour"]), int(hour["minute"] or 0), (said.get("half") or "").strip()
    if half in ("am", "du matin"):
        hours %= 12
    elif hours < 12 and (half or evening):
        hours += 12
    return (hours, minutes) if hours <= 24 and minutes < 60 else None


def _without(text: str, *found: re.Match[str]) -> str:
    for each in sorted(found, key=lambda match: -match.start()):
        text = f"{text[: each.start()]} {text[each.end() :]}"
    return " ".join(text.split())
