"""The few words that documents themselves say, by language."""

from dataclasses import dataclass
from datetime import datetime

from bot.types import Language


@dataclass(frozen=True, slots=True)
class Labels:
    """`page` takes the number and the count of pages; `months` begins with January."""

    sources: str
    page: str
    months: tuple[str, ...]


LABELS = {
    Language.FR: Labels(
        sources="Sources",
        page="Page {} / {}",
        months=(
            *("janvier", "février", "mars", "avril", "mai", "juin"),
            *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
        ),
    ),
    Language.EN: Labels(
        sources="Sources",
        page="Page {} / {}",
        months=(
            *("January", "February", "March", "April", "May", "June"),
            *("July", "August", "September", "October", "November", "December"),
        ),
    ),
}


def long_date(moment: datetime, language: Language) -> str:
    """`1er mars 2026`, `2 mars 2026`; `1 March 2026`."""
    day = "1er" if moment.day == 1 and language == Language.FR else str(moment.day)
    return f"{day} {LABELS[language].months[moment.month - 1]} {moment.year}"
