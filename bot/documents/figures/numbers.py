"""Numbers as tables hold them, read and written in the language of the document."""

import math
import re

from bot.documents.xlsx.values import PARITY, WITHOUT_DECIMALS
from bot.documents.xlsx.values import number_in as amount_in
from bot.types import Language

LARGEST = 1e15
THIN_SPACE = "\u202f"
PERCENT = {Language.FR: "\u00a0%", Language.EN: "%"}
_SPACES = re.compile(r"[\s\u00a0\u202f\u2009']+")
_NUMBER = re.compile(
    r"(?P<sign>[-+−–]?)(?P<digits>\d+(?:[.,]\d+)*|[.,]\d+)(?P<exponent>[eE][-+]?\d{1,2})?"
    r"(?P<unit>%|€|\$|£|°C?|F?CFA|XOF|F|[a-zµ]{1,3}[²³]?)?",
    re.IGNORECASE,
)
_GROUPED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+")  # 1.234.567: no decimal mark stands twice
_ONE_GROUP = re.compile(rf"(?!{PARITY})[1-9]\d{{0,2}}[.,]\d{{3}}")  # 45.000: thousands, or decimals


def number_in(cell: str, language: Language = Language.FR, *, whole: bool = False) -> float | None:
    """The number of a cell such as « 1 500,5 », `12.5 %`, `45 000 FCFA`, or as workbooks take it, `(1 500)`, `$ 300`;
    None where it is none that can be drawn. One mark before three digits parts thousands in amounts of a currency
    without decimals (`whole`, or it stands behind them), a comma also in English."""
    found = _NUMBER.fullmatch(_SPACES.sub("", cell))
    if found is None:
        held = amount_in(cell, language, whole=whole) if "%" not in cell else None
        return float(held) if held is not None and abs(held) <= LARGEST else None
    digits = found["digits"]
    whole = whole or (found["unit"] or "").upper() in WITHOUT_DECIMALS
    if _GROUPED.fullmatch(digits) or (
        _ONE_GROUP.fullmatch(digits) and (whole or ("," in digits and language is Language.EN))
    ):
        digits = re.sub("[.,]", "", digits)
    elif digits.count(",") == 1 and digits.count(".") >= 1 and digits.rindex(",") < digits.rindex("."):
        digits = digits.replace(",", "")  # 1,234.5
    elif digits.count(".") == 1 and digits.count(",") == 1:
        digits = digits.replace(".", "")  # 1.234,5
    try:
        value = float(digits.replace(",", ".") + (found["exponent"] or ""))
    except ValueError:  # 1,2,3
        return None
    if not math.isfinite(value) or value > LARGEST:
        return None
    return -value if found["sign"] in ("-", "−", "–") else value


def written(value: float, language: Language, digits: int = 2, *, is_percent: bool = False) -> str:
    """A number as the language writes it: `1 234,5` or `1,234.5`, at most `digits` decimals; very large and very
    small ones in powers of ten."""
    if is_percent:
        return f"{written(value, language, digits)}{PERCENT[language]}"
    if value and not 10 ** -(digits + 2) <= abs(value) < 1e12:
        mantissa, _, exponent = f"{value:.{digits}e}".partition("e")
        power = str(int(exponent)).translate(str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"))
        return f"{_localised(float(mantissa), language, digits)} × 10{power}"
    return _localised(value, language, digits if abs(value) >= 10**-digits else digits + 2)


def _localised(value: float, language: Language, digits: int) -> str:
    text = f"{value:,.{digits}f}"
    text = (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")
    text = "0" if text == "−0" else text
    if language is Language.FR:
        text = text.replace(",", THIN_SPACE).replace(".", ",")
    return text
