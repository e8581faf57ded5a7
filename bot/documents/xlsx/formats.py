"""How numbers are shown: format codes, and the text they come to, which column widths are fitted to. Codes are written
as files have them (`,` and `.`) and shown as their language has them: 1 250 000 FCFA. Pure."""

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Final

from bot.documents.spelling import FRENCH
from bot.documents.xlsx.model import Kind
from bot.documents.xlsx.values import EXACT, SAID, WITHOUT_DECIMALS
from bot.text.folding import folded
from bot.types import Language

DATE: Final = "dd/mm/yyyy"
MOMENT: Final = f"{DATE} hh:mm"
TIME: Final = "[h]:mm"
"""Also of more than a day: 41:30."""
MAX_DECIMALS: Final = 4
LARGE: Final = 1000
MEASURED: Final = 7
"""Decimals that somebody may still have read off an instrument, a place on earth; a quotient has more."""
EARLIEST, LATEST = 1000, 2999
_YEAR: Final = re.compile(
    r"(?:annee|exercice|millesime|promotion|session|rentree|campagne|year|fiscal year)s?(?: (?!\d)\D+)?"
)
_NUMBERED: Final = re.compile(
    r"(?:code|matricule|id|identifiant|reference|ref|registre|dossier|numero|number|no|n°|num)\b|n°|comptes?$|account$"
)
_YES = {True: "TRUE", False: "FALSE"}


def number_format(kind: Kind, unit: str, decimals: int, language: Language) -> str:
    """The code for numbers of a column; negative amounts are red."""
    locale = FRENCH if language is Language.FR else ""
    if kind in ("date", "time"):
        return DATE if kind == "date" else TIME
    if kind == "percent":
        return f"{locale}0{_fraction(min(decimals, 2))}" + (r"\ %" if locale else "%")
    if kind == "text":
        return "@"
    code = f"#,##0{_fraction(decimals)}"
    if not unit and kind != "money":
        return locale + code
    unit = (unit or "FCFA").replace('"', "").strip()
    shown = f'{code} "{unit}"' if unit else code
    # The minus stands behind the language; before it LibreOffice prints « --40C200 ».
    return f"{locale}{shown};[Red]{locale}-{shown}" if kind == "money" else locale + shown


def hushed(code: str) -> str:
    """The same code, which shows nothing of nothing. One for texts is as it is: it may have no others behind it."""
    if code == "@":
        return code
    if ";" not in code:
        locale = FRENCH if code.startswith(FRENCH) else ""
        code = f"{code};{locale}-{code.removeprefix(locale)}"
    return f"{code};"


def decimals_of(kind: Kind, unit: str, numbers: Iterable[float], *, written: bool = False) -> int:
    """Digits behind the comma that all numbers of a column are shown with: two where none is below one, or the kind is
    unsaid, but as many as somebody has `written`, as in 655.957."""
    if kind == "money":
        return 0 if unit == SAID or (unit or "FCFA").upper().strip() in WITHOUT_DECIMALS else 2
    places, is_large, is_small = 0, False, False
    for number in numbers:
        is_large, is_small = is_large or abs(number) >= LARGE, is_small or 0 < abs(number) < 1
        text = f"{round(number * (100 if kind == 'percent' else 1), MAX_DECIMALS):.{MAX_DECIMALS}f}"
        places = max(places, len(text.rstrip("0").partition(".")[2]))
    if places == 1 and is_large and not unit and kind in ("auto", "number"):
        return 2  # amounts are written with two: « 22 500,0 » is no price
    return places if places <= 2 or written or kind == "percent" or (is_small and kind != "auto") else 2


def plain_code(title: str, numbers: Sequence[float], language: Language) -> str:
    """The code for numbers, as they were written below a title, that groups and two decimals would spoil: 1 960 is no
    year, nor 0.00 the charge of an electron. Empty where there are none."""
    if numbers and all(float(number).is_integer() and 0 <= number < EXACT for number in numbers):
        words = folded(title).strip()
        is_year = _YEAR.fullmatch(words) and all(EARLIEST <= number <= LATEST for number in numbers)
        return "0" if is_year or _NUMBERED.match(words) else ""
    general = f"{FRENCH}General" if language is Language.FR else "General"
    return general if any(map(_is_fine, numbers)) else ""


def is_short(number: float) -> bool:
    """Whether somebody has written a number as it is to be read; what a program divided goes on for longer."""
    return round(number, MAX_DECIMALS) == number


def _is_fine(number: float) -> bool:
    """Whether a written number means more than the decimals that a table shows."""
    if not 0.001 <= abs(number) < EXACT:
        return number != 0
    return not is_short(number) and round(number, MEASURED) == number


def shown(value: object, kind: Kind, unit: str, decimals: int) -> str:
    """About what stands in the cell; what matters is its length."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return _YES[value]
    if kind == "date" or isinstance(value, date):
        return value if isinstance(value, str) else "00/00/0000 00:00" if isinstance(value, datetime) else "00/00/0000"
    if not isinstance(value, (int, float)):
        return str(value)
    if kind == "time":
        return f"{int(value * 24)}:00"
    if kind == "percent":
        return f"{value * 100:.{min(decimals, 2)}f} %"
    unit = unit or ("FCFA" if kind == "money" else "")
    return f"{value:,.{decimals}f} {unit}".strip()


def _fraction(decimals: int) -> str:
    return "." + "0" * decimals if decimals else ""
