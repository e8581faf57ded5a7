"""Days and hours as people say them: a date in their language, and whom one wishes a good evening."""

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import phonenumbers
from phonenumbers import PhoneNumber, PhoneNumberType
from phonenumbers import timezone as zones

from bot.i18n.country import region_at
from bot.types import Language

EVENING_FROM, EVENING_UNTIL = 18, 4  # o'clock; people in West Africa say « bonsoir » as soon as the afternoon ends

_DATES = {Language.FR: "%d/%m/%Y", Language.EN: "%d %b %Y"}


def date_in(moment: datetime, language: Language) -> str:
    """A day in figures, by the clock of this machine."""
    return moment.astimezone().strftime(_DATES[language])


def is_evening(address: str, now: datetime) -> bool:
    """Whether it is evening or night at the place a channel address is from; by universal time where nobody knows."""
    hour = now.astimezone(_zone(address)).hour
    return hour >= EVENING_FROM or hour < EVENING_UNTIL


def _zone(address: str) -> ZoneInfo:
    """The first time zone of the number, or of the country of somebody who hides it."""
    region = region_at(address)
    value = address.rpartition(":")[2]
    try:
        number: PhoneNumber | None = phonenumbers.parse(value) if value.startswith("+") else None
        if number is None and region is not None:
            number = phonenumbers.example_number_for_type(region, PhoneNumberType.MOBILE)
        return ZoneInfo(zones.time_zones_for_number(number)[0] if number else "UTC")
    except (phonenumbers.NumberParseException, ZoneInfoNotFoundError, ValueError):  # « Etc/Unknown » among them
        return ZoneInfo("UTC")
