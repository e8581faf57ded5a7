"""Whole numbers and lengths of time in a sentence: « 12 345 », "12,345", « 24 heures », "30 minutes"."""

from typing import Final

from bot.types import Language

_NO_BREAK: Final = "\u00a0"
_MINUTE, _HOUR = 60, 3_600
_HOURS: Final = {Language.FR: "heure", Language.EN: "hour"}


def grouped(number: int, language: Language) -> str:
    """A whole number with its thousands apart."""
    return f"{number:,}".replace(",", _NO_BREAK if language is Language.FR else ",")


def lasting(seconds: float, language: Language) -> str:
    """How long something lasts, never more than it does: in minutes below two hours, unless it is one."""
    in_hours = seconds >= 2 * _HOUR or seconds == _HOUR
    count = max(1, int(seconds // (_HOUR if in_hours else _MINUTE)))
    unit = _HOURS[language] if in_hours else "minute"
    return f"{grouped(count, language)} {unit}{'s' if count > 1 else ''}"
