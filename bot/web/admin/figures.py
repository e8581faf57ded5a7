"""Numbers, moments and days as an administrator reads them. All times are UTC: so are the days of every chart, and half
of the service's countries live by it."""

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Final

from bot.types import Language, mask

NARROW: Final = "\u202f"  # what French puts between thousands, and before « $ »
MINUS: Final = "\u2212"
_WHOLE: Final = re.compile(rf"([+\-{MINUS}]?)\s?([0-9]{{1,3}}(?:[\s.,][0-9]{{3}})+|[0-9]{{1,18}})")
_MONTHS: Final = {
    Language.FR: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.".split(),
    Language.EN: "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(),
}


def number(value: float | Decimal, language: Language, decimals: int = 0) -> str:
    """« 12 345,6 », "12,345.6"; a real minus sign."""
    text = f"{abs(value):,.{decimals}f}"
    if language is Language.FR:
        text = text.replace(",", NARROW).replace(".", ",")
    return f"{MINUS}{text}" if value < 0 and text.strip(f"0,.{NARROW}") else text


def signed(value: int, language: Language) -> str:
    """« +20 », « −2 », « 0 »."""
    return f"+{number(value, language)}" if value > 0 else number(value, language)


def whole(text: str) -> int | None:
    """What a text says as people and pages write whole numbers: « −2 », « 1 000 », "10,000". None for anything else."""
    found = _WHOLE.fullmatch(text.strip())
    if found is None:
        return None
    digits = int(re.sub("[^0-9]", "", found[2]))
    return -digits if found[1] in ("-", MINUS) else digits


def dollars(value: float | Decimal, language: Language) -> str:
    """« 1,25 $ », "$1.25"; four decimals below a dollar, where a turn costs."""
    text = number(value, language, 2 if not value or abs(float(value)) >= 1 else 4)
    return f"{text}{NARROW}$" if language is Language.FR else f"${text}"


def moment(value: datetime | None, language: Language) -> str:
    """« 22 nov. 2026, 18:05 », without seconds; « – » for none."""
    if value is None:
        return "–"
    at = value.astimezone(UTC)
    return f"{day(at.date(), language)}, {at:%H:%M}"


def day(value: date, language: Language) -> str:
    """« 22 nov. 2026 », "22 Nov 2026"."""
    first = "1er" if value.day == 1 and language is Language.FR else str(value.day)
    return f"{first} {_MONTHS[language][value.month - 1]} {value.year}"


def short_day(value: date, language: Language) -> str:
    """« 22 nov. » – for the foot of a chart."""
    return day(value, language).rpartition(" ")[0]


def month(value: date, language: Language) -> str:
    """« nov. 2026 », "Nov 2026"."""
    return f"{_MONTHS[language][value.month - 1]} {value.year}"


def duration(seconds: float | None, language: Language) -> str:
    """« 45 s », « 12 min », « 3 h 05 », « 2 j » (English: "2 d")."""
    if seconds is None:
        return "–"
    whole = max(0, round(seconds))
    if whole < 90:
        return f"{whole}\u00a0s"
    if whole < 90 * 60:
        return f"{round(whole / 60)}\u00a0min"
    if whole < 48 * 3600:
        return f"{whole // 3600}\u00a0h\u00a0{whole % 3600 // 60:02d}"
    return f"{round(whole / 86_400)}\u00a0{'j' if language is Language.FR else 'd'}"


def masked(value: str | None) -> str:
    """A number or address of which the last four characters show."""
    return mask(value).rpartition(":")[2] if value else "–"
