"""What people and models write in a cell, as the value it means: numbers with spaces and units, dates. Pure."""

import re
from datetime import date, datetime, timedelta
from typing import Final

from bot.documents.labels import LABELS
from bot.text.folding import folded
from bot.types import Language

EXACT: Final = 10**15
"""From here on a spreadsheet no longer holds every digit: such numbers are identifiers and stay text."""
WITHOUT_DECIMALS: Final = frozenset(
    {"FCFA", "CFA", "F CFA", "XOF", "XAF", "F", "GNF", "RWF", "BIF", "DJF", "KMF", "JPY", "FC", "CDF"}
)
SAID: Final = " "
"""The unit of amounts in francs below a title that says so: their cells need not."""
CURRENCY: Final = (
    r"(?:F\s?CFA|CFA|US\$|GH[₵¢]|[€$£₦₵¢]|XOF|XAF|GNF|EUR|USD|GBP|CDF|FC|BIF|FBU|RWF|FRW|DJF|FDJ|KMF|MGA|MRU|GMD|NGN|GHS"
    r"|MAD|DZD|TND)"
)
_ALSO: Final = {
    "€": "EUR", "$": "USD", "US$": "USD", "£": "GBP", "₦": "NGN", "₵": "GHS", "GH₵": "GHS", "GH¢": "GHS", "CFA": "FCFA",
    "XOF": "FCFA", "XAF": "FCFA", "FC": "CDF", "FBU": "BIF", "FRW": "RWF", "FDJ": "DJF",
}  # fmt: skip
_IN_LETTERS: Final = {
    "franc cfa": "FCFA", "francs cfa": "FCFA", "euro": "€", "dollar": "$", "naira": "NGN", "cedi": "GHS",
}  # fmt: skip
_AMOUNT_IN: Final = rf"(?:{CURRENCY}|francs?\s+CFA|euros?|dollars?|nairas?|c[ée]dis?)"
_SAID_IN: Final = re.compile(rf"\b(?:en|in)\s+({_AMOUNT_IN})(?!\w)|\(({_AMOUNT_IN})\)", re.IGNORECASE)
PARITY: Final = "655[.,]957"
"""What a euro is in francs CFA, by law: the one amount in them that everybody writes with three decimals."""
MAYBE_THOUSANDS: Final = re.compile(rf"(?!{PARITY})[-−]?[1-9]\d{{0,2}}[.,]\d{{3}}")
"""« 85.000 »: an amount as people write it, or in French a number as programs do."""
_FRANCS = re.compile(r"\b(?:F ?CFA|CFA|XOF|XAF|GNF|CDF)\b", re.IGNORECASE)
# « En millions de FCFA », « Mds FCFA » have decimals.
_SCALE = re.compile(rf"milli|thousand|billion|\b(?:Mds?|Mrds?|bn)\b|\b[Mk] (?={_FRANCS.pattern})", re.IGNORECASE)
_PARITY = re.compile(PARITY)
_SPACES = re.compile(r"[\s\u00a0\u202f'’]+")
_NUMBER = re.compile(rf"([-+−]?){CURRENCY}?([-+−]?)([\d.,]+)(%?)(F|{CURRENCY}\.?)?", re.IGNORECASE)
_BRACKETED = re.compile(r"\((.*)\)")  # how accountants write what is below zero
_ISO = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:T.*)?")
_MOMENT = re.compile(r"(.*\d)(?:T|,? (?:à |at )?)(\d\d?[:hH]\d\d(?::\d\d)?)(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?")
_TIME = re.compile(
    r"(\d{1,4})\s?(?::|h|hrs?\b|heures?\b)\s?(?:([0-5]\d)(?:\s?(?:min|mn|m)\b|:([0-5]\d))?)?\s?([ap]\.?m\.?)?",
    re.IGNORECASE,
)
_MINUTES = re.compile(r"(\d{1,4})\s?(?:minutes?|min|mn)\b\.?", re.IGNORECASE)
_DAY_FIRST = re.compile(r"(\d{1,2})(?:er)?[/.\- ](\d{1,2})[/.\- ](\d{4}|\d\d)")
_IN_WORDS = re.compile(r"(?:[^\W\d]+\.?,?\s+)?(\d{1,2})(?:er|st|nd|rd|th)?\s+([^\W\d]{3,})\.?,?\s+(\d{4})")


def number_in(text: str, language: Language, *, whole: bool = False) -> float | int | None:
    """`1 250 000`, `12,5 %` (0.125), `1.250.000 FCFA`, `$ 300`, `(1 500)` (-1500); None for what is no number or too
    long to be held exactly. One comma is a decimal comma but in English before three digits; one point is a decimal
    point but before three digits of a `whole` amount, in a currency without decimals, also one that is named behind."""
    plain = _SPACES.sub("", text)
    bracketed = _BRACKETED.fullmatch(plain)
    found = _NUMBER.fullmatch(bracketed[1] if bracketed else plain)
    if not found or not any(sign.isdigit() for sign in text):
        return None
    before, sign, digits, percent, currency = found.groups()
    whole = (whole or (currency or "").upper().rstrip(".") in WITHOUT_DECIMALS) and not _PARITY.fullmatch(digits)
    if sum(map(bool, (bracketed, before, sign))) > 1:
        return None
    is_below = bracketed or before + sign in ("-", "−")
    return _value(digits, percent, language, whole, is_below=bool(is_below))


def _value(digits: str, percent: str, language: Language, whole: bool, *, is_below: bool) -> float | int | None:
    plain = _plain(digits, language, whole)
    if plain is None or len(plain.replace(".", "").lstrip("0")) > 15:
        return None
    value: float | int = float(plain) if "." in plain or percent else int(plain)
    value = value / 100 if percent else value
    return -value if is_below else value


def digits_of(value: str | float) -> str:
    """A value as it was typed."""
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def names_francs(words: str) -> bool:
    """Whether a title says that what it is of are amounts in a currency without decimals, none of millions."""
    return _FRANCS.search(words) is not None and _SCALE.search(words) is None


def is_currency(unit: str) -> bool:
    """Whether a unit is money, and no price of something (FCFA/kg), nor thousands of it."""
    plain = _SPACES.sub("", unit).upper()
    return plain in WITHOUT_DECIMALS or re.fullmatch(CURRENCY, plain) is not None


def said_in(label: str) -> str:
    """The unit that a label gives for the amount beside it, « Total en FCFA », « Total ($) »; empty for none."""
    found = _SAID_IN.search(label)
    said = (found[1] or found[2]) if found else ""
    return _IN_LETTERS.get(folded(said).rstrip("s"), said.upper())


def currency_in(text: str) -> str:
    """The currency that an amount or a unit names, by one name each; empty for none, and for a franc of any kind."""
    found = re.search(CURRENCY, _SPACES.sub("", text).upper())
    return _ALSO.get(found[0], found[0]) if found else ""


def date_in(text: str) -> date | None:
    """`2026-03-01`, `01/03/2026`, `1.3.26`, `1er mars 2026`; the day comes before the month. None for what is no day at
    all, and for years before 1900, which a spreadsheet does not know."""
    text = text.strip()
    if iso := _ISO.fullmatch(text):
        year, month, day = map(int, iso.group(1, 3, 4))
    elif day_first := _DAY_FIRST.fullmatch(text):
        day, month, year = map(int, day_first.groups())
        year += 2000 if year < 100 else 0
    elif in_words := _IN_WORDS.fullmatch(text):
        day, month, year = int(in_words[1]), _month(in_words[2]), int(in_words[3])
    else:
        return None
    try:
        return date(year, month, day) if year > 1900 else None
    except ValueError:
        return None


def moment_in(text: str) -> date | None:
    """A day, or a datetime where its time is written behind it: `2026-03-01 08:30`, `01/03/2026 à 8h30`. Zones are not
    reckoned with: what was written is meant."""
    found = _MOMENT.fullmatch(text.strip())
    if found is None:
        return date_in(text)
    day, time = date_in(found[1]), time_in(found[2])
    if day is None or time is None or time >= 1:
        return None
    return datetime(day.year, day.month, day.day) + timedelta(seconds=round(time * 86_400)) if time else day


def time_in(text: str) -> float | None:
    """`08:00`, `8h30`, `17 h 45`, `8h`, `2:30 pm`, `45 min` as parts of a day, which is what spreadsheets hold; also
    more than a day (`41:30`). None for what is none."""
    text = text.strip()
    if minutes := _MINUTES.fullmatch(text):
        return int(minutes[1]) / 1440
    found = _TIME.fullmatch(text)
    if not found or (found[2] is None and text.endswith(":")):
        return None
    hours = int(found[1])
    if half := (found[4] or "").lower():
        if not 1 <= hours <= 12:
            return None
        hours = hours % 12 + (12 if half.startswith("p") else 0)
    return (hours * 3600 + int(found[2] or 0) * 60 + int(found[3] or 0)) / 86_400


def _month(name: str) -> int:
    """The number of a month by its name or the beginning of it; 0 where it may be none, or two."""
    begins = folded(name)
    found = {
        number
        for labels in LABELS.values()
        for number, month in enumerate(labels.months, 1)
        if folded(month).startswith(begins)
    }
    return found.pop() if len(found) == 1 else 0


def _plain(digits: str, language: Language, whole: bool) -> str | None:
    """Digits with at most one point, the decimal one."""
    marks = [sign for sign in digits if sign in ",."]
    if not marks:
        return digits
    last = marks[-1]
    if len(set(marks)) == 2:  # 1.250,50 and 1,250.50: the last mark is the decimal one
        head, _, tail = digits.rpartition(last)
        thousands = "." if last == "," else ","
        return f"{head.replace(thousands, '')}.{tail}" if last not in head and _grouped(head, thousands) else None
    if len(marks) > 1:
        return digits.replace(last, "") if _grouped(digits, last) else None
    thousand = _grouped(digits, last) and (whole if last == "." else whole or language is Language.EN)
    head, _, tail = digits.partition(last)
    return head + tail if thousand else f"{head or '0'}.{tail or '0'}"


def _grouped(digits: str, mark: str) -> bool:
    """Whether a mark parts groups of three."""
    return re.fullmatch(rf"\d{{1,3}}(?:\{mark}\d{{3}})+", digits) is not None
