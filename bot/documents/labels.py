"""The few words that documents themselves say, by language."""

from dataclasses import dataclass
from datetime import datetime

from bot.types import Language


@dataclass(frozen=True, slots=True)
class Labels:
    """`page` takes the number and the count of pages, `curve` functions and the two ends of the range; `months` begins
    with January."""

    sources: str
    page: str
    curve: str
    subject: str
    closing: str
    months: tuple[str, ...]


LABELS = {
    Language.FR: Labels(
        sources="Sources",
        page="Page {} / {}",
        curve="Courbe de {} pour x de {} à {}",
        subject="Objet : ",
        closing="Je vous prie d’agréer, Madame, Monsieur, l’expression de mes salutations distinguées.",
        months=(
            *("janvier", "février", "mars", "avril", "mai", "juin"),
            *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
        ),
    ),
    Language.EN: Labels(
        sources="Sources",
        page="Page {} / {}",
        curve="Curve of {} for x from {} to {}",
        subject="Subject: ",
        closing="Yours faithfully,",
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


def dateline(place: str, moment: datetime, language: Language) -> str:
    """`Abidjan, le 3 mars 2026`; `Accra, 3 March 2026`; without a place the date alone."""
    day = long_date(moment, language)
    if language == Language.FR:
        return f"{place}, le {day}" if place else f"Le {day}"
    return f"{place}, {day}" if place else day
