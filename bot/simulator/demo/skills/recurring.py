"""When somebody wants to be reminded again and again: « tous les lundis et jeudis à 7h », « chaque soir », « le 5 de
chaque mois », "every weekday until 12 December". Pure. The words that say so give way to the times that they stand for,
which `moments` reads; a time that it cannot tell is none."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.simulator.demo.skills import moments
from bot.simulator.demo.skills.moment_words import WEEKDAY, WEEKDAYS
from bot.simulator.demo.skills.moments import Arguments, Found, Moment

_NAMES: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")  # of create_task
_FRENCH: Final = tuple(WEEKDAYS)[:7]
_ALL: Final = r"(?:tous\s+les|toutes\s+les|chaque|every|each)"
_DAY_NAMES: Final = rf"(?:{WEEKDAY})s?(?:(?:\s*,\s*|\s+(?:et|and|&)\s+)(?:(?:tous\s+les|les?|on)\s+)?(?:{WEEKDAY})s?)*"
_BUT: Final = rf"(?:\s+(?:sauf|except)\s+(?:(?:les?|on)\s+)?(?P<but>{_DAY_NAMES}))?"
_WAYS: Final = tuple(
    re.compile(way + r"(?!\w)")
    for way in (
        rf"\b(?:{_ALL}|(?:les|on)(?=\s+\w+s\b))\s+(?P<days>{_DAY_NAMES})",
        rf"\b(?:{_ALL}\s+(?:jours?|days?)\s+)?(?:du|from)\s+(?P<first>{WEEKDAY})\s+(?:au|to)\s+(?P<last>{WEEKDAY})",
        r"\b(?P<working>en\s+semaine|every\s+weekday|on\s+weekdays)",
        rf"\b{_ALL}\s+(?P<nth>\d{{1,2}})(?:er|st|nd|rd|th)?\s+(?:du\s+mois|of\s+the\s+month)",
        rf"\b(?:(?:de|of)\s+)?{_ALL}\s+(?P<unit>jours?|matins?|midis?|apres[- ]midis?|soirs?|days?|mornings?|"
        rf"afternoons?|evenings?|nights?|mois|months?|ans?|annees?|years?){_BUT}",
    )
)
_REPEATED: Final = re.compile(rf"\b{_ALL}\b")
_UNTIL: Final = re.compile(r"\b(?:(?P<to>jusqu'(?:au|a)|until|till)|(?P<during>pendant|durant|for))\s+")
_TIMES: Final = {  # how one of them is said, by how what comes back begins
    "matin": ("ce matin", "demain matin"), "morning": ("this morning", "tomorrow morning"),
    "midi": ("ce midi", "demain midi"),
    "apres": ("cet apres-midi", "demain apres-midi"), "afternoon": ("this afternoon", "tomorrow afternoon"),
    "soir": ("ce soir", "demain soir"), "evening": ("this evening", "tomorrow evening"),
    "night": ("tonight", "tomorrow evening"),
}  # fmt: skip


def read(text: str, now: datetime) -> Moment:
    """The time in a text as `moments.read` tells it, the next of several, and how it comes back."""
    text, plain = moments.aligned(text)
    found = next((each for way in _WAYS if (each := way.search(plain))), None)
    if found is None:
        return replace(moments.read(text, now), repeats=_REPEATED.search(plain) is not None)
    end, until = _end(plain, now)
    days = _days(found.groupdict())
    told = [_told(text, found, end, each, now) for each in _times(found.groupdict(), days)]
    first = min((each for each in told if "due" in each.when), key=lambda each: str(each.when["due"]), default=None)
    if first is None:
        return replace(told[0], repeats=True)
    return replace(first, when=first.when | {"repeat": _repeat(found.groupdict(), days)} | until, repeats=True)


def _days(said: dict[str, str | None]) -> Sequence[int]:
    """The days of the week that are meant, Monday first; none where it is no week's."""
    if said.get("days"):
        return _named(said["days"] or "")
    if said.get("but"):
        return [day for day in range(7) if day not in _named(said["but"] or "")]
    if said.get("working"):
        return range(5)
    if said.get("first") and said.get("last"):
        first, last = WEEKDAYS[said["first"] or ""], WEEKDAYS[said["last"] or ""]
        return sorted((first + each) % 7 for each in range((last - first) % 7 + 1))
    return ()


def _named(names: str) -> Sequence[int]:
    return sorted({WEEKDAYS[name] for name in re.findall(WEEKDAY, names)})


def _times(said: dict[str, str | None], days: Sequence[int]) -> Iterable[str]:
    """What one time of it would be called, of which the earliest counts; nothing where its day or hour says enough."""
    if days:
        return [_FRENCH[day] for day in days]
    if said.get("nth"):
        return [f"le {said['nth']}"]
    return next((times for name, times in _TIMES.items() if (said.get("unit") or "").startswith(name)), [""])


def _told(text: str, found: Found, end: Found | None, time: str, now: datetime) -> Moment:
    told = moments.read(moments.without(text, end, found, instead=time), now)
    is_daily = not time and (found.groupdict().get("unit") or "").startswith(("jour", "day"))
    return replace(told, when={"due": f"{now:%Y-%m-%d}"}) if is_daily and not told.when else told


def _repeat(said: dict[str, str | None], days: Sequence[int]) -> str:
    if days:
        return "weekly" if len(days) == 1 else ",".join(_NAMES[day] for day in days)
    if said.get("nth") or (said.get("unit") or "").startswith(("mois", "month")):
        return "monthly"
    return "yearly" if (said.get("unit") or "").startswith(("an", "year")) else "daily"


def _end(plain: str, now: datetime) -> tuple[Found | None, Arguments]:
    """The words that say until when, and the last day."""
    said = _UNTIL.search(plain)
    if said is None:
        return None, {}
    last = moments.day_at(f"{'le' if said['to'] else 'dans'} {plain[said.end() :]}", now)
    if last is None:
        return None, {}
    whole = re.compile(re.escape(plain[said.start() : said.end() + last.length])).search(plain)
    return whole, {"until": f"{last.day:%Y-%m-%d}"}
