"""Numbers as people of a language write them, and what the calculate tool answered, read. Pure."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from bot.types import Language

NO_BREAK = "\u00a0"
_WHOLE = re.compile(r"-?\d+(?:\.\d+)?")
_RATIO = re.compile(r"-?\d+/\d+")


@dataclass(frozen=True, slots=True)
class Value:
    """What a calculation gave: a decimal, whether it is the whole truth, and the fraction if it is known."""

    decimal: str
    exact: bool
    fraction: Fraction | None


def value_of(data: Any) -> Value:
    """The value in a calculator's data: `result` (a decimal or a fraction), `fraction`, `decimal`, `exact`."""
    fields = data if isinstance(data, dict) else {"result": data}
    texts = [
        str(fields[name]).removeprefix("≈ ")
        for name in ("result", "fraction", "decimal", "value", "approximately")
        if fields.get(name) is not None
    ]
    ratio = next((Fraction(text) for text in texts if _RATIO.fullmatch(text)), None)
    decimal = next((text for text in texts if _WHOLE.fullmatch(text)), texts[0] if texts else "")
    exact = fields.get("exact") is not False and (ratio is None or _is(decimal, ratio))
    if ratio is None and exact and _WHOLE.fullmatch(decimal):
        ratio = Fraction(decimal)
    if _RATIO.fullmatch(decimal) and ratio is not None:
        decimal = f"{float(ratio):.15g}"
    return Value(decimal, exact, ratio)


def _is(decimal: str, ratio: Fraction) -> bool:
    return bool(_WHOLE.fullmatch(decimal)) and Fraction(decimal) == ratio


def grouped(value: str, language: Language) -> str:
    """A number as people write it: `7200.5` is `7 200,5` in French (the space never breaks), `7,200.5` in English."""
    thousands, mark = (NO_BREAK, ",") if language is Language.FR else (",", ".")
    whole, dot, decimals = value.replace("-", "−").partition(".")
    return re.sub(r"(?<=\d)(?=(?:\d{3})+$)", thousands, whole) + (mark + decimals if dot else "")


def rounded(value: str, language: Language, places: int = 3) -> str:
    """A long decimal cut to what a person reads."""
    if not _WHOLE.fullmatch(value):
        return value
    return grouped(f"{float(value):.{places}f}".rstrip("0").rstrip("."), language)


def rational(value: Fraction, language: Language) -> str:
    """`7/12`, `−3/4`, `1 200`."""
    if value.denominator == 1:
        return grouped(str(value.numerator), language)
    return f"{value.numerator}/{value.denominator}".replace("-", "−")


def readable(expression: str, language: Language) -> str:
    """An expression with the numbers in it grouped and its commas and points as the language has them."""

    def number(found: re.Match[str]) -> str:
        return grouped(re.sub(r"[ \u00a0\u202f]", "", found.group()).replace(",", "."), language)

    return re.sub(r"\d+(?:[ \u00a0\u202f]\d{3})*(?:[.,]\d+)?", number, expression)
