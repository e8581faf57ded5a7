"""The few words that documents themselves say, by language."""

from dataclasses import dataclass
from datetime import datetime

from bot.types import Language


@dataclass(frozen=True, slots=True)
class Labels:
    """`page` takes the number and the count of pages, `curve` functions and the two ends of the range, `read` is for
    strftime; `closing` takes whom the letter greets, `greeting` is for nobody known; `months` begins with January."""

    sources: str
    read: str
    unread: str
    page: str
    curve: str
    subject: str
    closing: str
    greeting: str
    months: tuple[str, ...]


LABELS = {
    Language.FR: Labels(
        sources="Sources",
        read="consulté le %d/%m/%Y",
        unread="non consultée",
        page="Page {} / {}",
        curve="Courbe de {} pour x de {} à {}",
        subject="Objet : ",
        closing="Je vous prie d’agréer, {}, l’expression de mes salutations distinguées.",
        greeting="Madame, Monsieur",
        months=(
            *("janvier", "février", "mars", "avril", "mai", "juin"),
            *("juillet", "août", "septembre", "octobre", "novembre", "décembre"),
        ),
    ),
    Language.EN: Labels(
        sources="Sources",
        read="read on %d %b %Y",
        unread="not read",
        page="Page {} / {}",
        curve="Curve of {} for x from {} to {}",
        subject="Subject: ",
        closing="Yours faithfully,",
        greeting="",
        months=(
            *("January", "February", "March", "April", "May", "June"),
            *("July", "August", "September", "October", "November", "December"),
        ),
    ),
}


def reading_note(read_at: datetime | None, language: Language) -> str:
    """Of a source: « consulté le 22/11/2026 », "read on 22 Nov 2026"; « non consultée » of one that was not."""
    labels = LABELS[language]
    return labels.unread if read_at is None else read_at.strftime(labels.read)


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
