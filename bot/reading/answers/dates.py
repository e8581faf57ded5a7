"""Dates as people write them: « 7 août 1960 », « le premier août », 07/08/60, "August 7, 1960". Pure; numbers in words
are put in figures before, elsewhere."""

import re
from dataclasses import dataclass
from typing import Final, Self

from bot.text.folding import folded

_MONTHS: Final = {
    name: number
    for number, names in enumerate(
        (
            "janvier january janv jan", "fevrier february fev feb", "mars march mar", "avril april avr apr", "mai may",
            "juin june", "juillet july juil jul", "aout august aug", "septembre september sept sep",
            "octobre october oct", "novembre november nov", "decembre december dec",
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_NAME: Final = rf"(?P<month>{'|'.join(sorted(_MONTHS, key=len, reverse=True))})\.?"
_DAY: Final = r"(?P<day>\d{1,2}|premier)\s?(?:er|st|nd|rd|th|e)?"
_YEAR: Final = r"(?:[\s,]+(?P<year>\d{4}|\d\d))?"
_WAYS: Final = tuple(
    re.compile(rf"(?:(?:le|on|the)\s+)?{way}")
    for way in (
        rf"{_DAY}\s*(?:of\s+)?{_NAME}{_YEAR}",
        rf"{_NAME}\s+(?:the\s+)?{_DAY}{_YEAR}",
        r"(?P<day>\d{1,2})\s*(?P<sign>[/.-])\s*(?P<month>\d{1,2})\s*(?P=sign)\s*(?P<year>\d{4}|\d\d)",
        r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)",
    )
)


@dataclass(frozen=True, slots=True)
class Date:
    """A day; the year may be unsaid, or its last two digits."""

    day: int
    month: int
    year: str

    def may_be(self, other: Self) -> bool:
        """Whether it is another date as far as it says."""
        return (self.day, self.month) == (other.day, other.month) and other.year.endswith(self.year)


def date_of(text: str) -> Date | None:
    """The date that a text is; None for anything else. Of numbers the day comes first, as in French."""
    plain = folded(text).strip(" .,;:!?")
    found = next((match for way in _WAYS if (match := way.fullmatch(plain))), None)
    if found is None:
        return None
    month = _MONTHS.get(found["month"]) or int(found["month"])
    return Date(1 if found["day"] == "premier" else int(found["day"]), month, found["year"] or "")
