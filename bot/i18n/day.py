"""Days and hours as people say them: a date in their language, and whom one wishes a good evening."""

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import phonenumbers
from phonenumbers import PhoneNumberFormat, PhoneNumberType
from phonenumbers.tzdata import TIMEZONE_DATA, TIMEZONE_LONGEST_PREFIX

from bot.i18n.country import region_at
from bot.types import Language

EVENING_FROM, EVENING_UNTIL = 18, 4  # o'clock; people in West Africa say « bonsoir » as soon as the afternoon ends

# Numbers of these countries have in the table another country's hour, for half the year at least, or few people's.
_BETTER: Final = {
    "211": "Africa/Juba", "212": "Africa/Casablanca", "213": "Africa/Algiers", "218": "Africa/Tripoli",
    "3519": "Europe/Lisbon", "44": "Europe/London", "505": "America/Managua",
    "68987": "Pacific/Tahiti", "68989": "Pacific/Tahiti",
}  # fmt: skip
_ZONE: Final = re.compile(r"[A-Z][A-Za-z]+(?:/[A-Za-z_-]+)*")
# Towns after which models call a zone that bears the name of another one.
_CONGOLESE: Final = {
    **dict.fromkeys("Bukavu Bunia Goma Kananga Kindu Kisangani Kolwezi Likasi Mbuji-Mayi Uvira".split(), "Lubumbashi"),
    **dict.fromkeys("Boma Kikwit Matadi Mbandaka".split(), "Kinshasa"),
}
_FRENCH: Final = {
    "Algiers": "Alger", "Brussels": "Bruxelles", "Cairo": "Le Caire", "Lisbon": "Lisbonne", "London": "Londres",
}  # fmt: skip
_BETTER_EXAMPLES: Final = {"CA": "1416"}  # of a country with several hours: where most live

_DATES = {Language.FR: "%d/%m/%Y", Language.EN: "%d %b %Y"}
_WEEKDAYS = {
    Language.FR: "lundi mardi mercredi jeudi vendredi samedi dimanche".split(),
    Language.EN: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(),
}
_MONTHS = {
    Language.FR: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(),
    Language.EN: "January February March April May June July August September October November December".split(),
}
_SHORT_MONTHS = {
    Language.FR: "janv. févr. mars avril mai juin juil. août sept. oct. nov. déc.".split(),
    Language.EN: "Jan. Feb. March April May June July Aug. Sept. Oct. Nov. Dec.".split(),
}


def date_in(moment: datetime, language: Language) -> str:
    """A day in figures, by the clock of the moment's own zone."""
    return moment.strftime(_DATES[language])


def day_in(day: date, language: Language) -> str:
    """A day in words: « mardi 24 novembre 2026 », « dimanche 1er mars 2026 », "Tuesday 24 November 2026"."""
    return f"{_WEEKDAYS[language][day.weekday()]} {long_date_in(day, language)}"


def weekdays_in(days: Sequence[int], language: Language) -> str:
    """Days of the week, from 0, on which something comes back: « lundis et jeudis », "Monday and Thursday"."""
    plural = "s" if language is Language.FR else ""
    names = [f"{_WEEKDAYS[language][day]}{plural}" for day in days]
    last = f" {'et' if language is Language.FR else 'and'} {names[-1]}" if names[1:] else names[0]
    return ", ".join(names[:-1]) + last


def weekday_in(day: int, language: Language) -> str:
    """A day of the week, from 0."""
    return _WEEKDAYS[language][day]


def long_date_in(day: date, language: Language) -> str:
    """The same without the day of the week: « 24 novembre 2026 »."""
    number = "1er" if day.day == 1 and language is Language.FR else str(day.day)
    return f"{number} {_MONTHS[language][day.month - 1]} {day.year}"


def moment_in(moment: datetime, language: Language) -> str:
    """A day and an hour by the clock of the moment's own zone: « mardi 24 novembre 2026 à 18 h 30 »."""
    if language is Language.EN:
        return f"{day_in(moment, language)} at {moment:%H:%M}"
    minutes = f"\u00a0{moment:%M}" if moment.minute else ""
    return f"{day_in(moment, language)} à {moment.hour}\u00a0h{minutes}"


def short_moment_in(moment: datetime, language: Language) -> str:
    """The same in little room: « 3 sept. à 14 h 05 », "3 Sept. at 14:05"."""
    month = _SHORT_MONTHS[language][moment.month - 1]
    if language is Language.EN:
        return f"{moment.day} {month} at {moment:%H:%M}"
    return f"{'1er' if moment.day == 1 else moment.day} {month} à {moment.hour}\u00a0h\u00a0{moment:%M}"


def is_evening(address: str, now: datetime) -> bool:
    """Whether it is evening or night at the place a channel address is from; by universal time where nobody knows."""
    hour = now.astimezone(zone_of(address)).hour
    return hour >= EVENING_FROM or hour < EVENING_UNTIL


def today_at(address: str, now: datetime) -> date:
    """The date at the place a channel address is from: whose day it is that ends at midnight."""
    return moment_at(address, now).date()


def moment_at(address: str, moment: datetime) -> datetime:
    """The same moment by the clock of the place a channel address is from."""
    return moment.astimezone(zone_of(address))


def zone_of(address: str) -> ZoneInfo:
    """The first time zone of a channel address's number, or of the country of somebody who hides it. Read off the
    number's first digits, without parsing it: every turn asks."""
    return zone_named(next(iter(_zones_at(address)), "")) or ZoneInfo("UTC")


def is_hour_open(address: str, moment: datetime) -> bool:
    """Whether a number says the country alone and clocks there differ, as from Kinshasa to Lubumbashi."""
    found = (zone_named(name) for name in _zones_at(address))
    return len({moment.astimezone(zone).utcoffset() for zone in found if zone is not None}) > 1


def zone_named(name: str) -> ZoneInfo | None:
    """A time zone by its IANA name, or by a Congolese town in its place: « Africa/Goma ». None where there is none:
    « Etc/Unknown » among them."""
    area, _, town = name.partition("/")
    if area == "Africa" and town in _CONGOLESE:
        name = f"Africa/{_CONGOLESE[town]}"
    try:
        return ZoneInfo(name) if _ZONE.fullmatch(name) else None
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder of them
        return None


def place_of(zone: ZoneInfo, language: Language = Language.EN) -> str:
    """The town that a time zone is named after; in French the commonest by their French names."""
    town = zone.key.rpartition("/")[2].replace("_", " ")
    return _FRENCH.get(town, town) if language is Language.FR else town


def _zones_at(address: str) -> Sequence[str]:
    value = address.rpartition(":")[2]
    digits = value.removeprefix("+") if value.startswith("+") else _example_of(region_at(address))
    starts = [digits[:length] for length in range(TIMEZONE_LONGEST_PREFIX, 0, -1)]
    better = next((_BETTER[start] for start in starts if start in _BETTER), None)
    return (better,) if better else next(filter(None, (TIMEZONE_DATA.get(start) for start in starts)), ())


def _example_of(region: str | None) -> str:
    """The digits of some number of a country."""
    if region in _BETTER_EXAMPLES:
        return _BETTER_EXAMPLES[region]
    number = phonenumbers.example_number_for_type(region, PhoneNumberType.MOBILE) if region else None
    return phonenumbers.format_number(number, PhoneNumberFormat.E164).removeprefix("+") if number else ""
