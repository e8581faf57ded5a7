"""Numbers, units and formulas in one spelling, however they are written: ½ and 1/2, 5km and « 5 kilomètres », x² and
« x au carré », 3,50 and 3.5. Pure; two texts are the same formula when this spells them alike."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

import regex

from bot.text.folding import ascii_digits, folded

EDGES: Final = " \t\n\r.,;:!?…\"«»“”„'’‘*_`\u00a0\u202f\u2009"
_RAISED: Final = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+")
_LOWERED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_FRACTION: Final = re.compile(r"(\d?)([¼-¾⅐-⅞↉])")
_SIGNS: Final = str.maketrans(dict.fromkeys("×·⋅•∙✕✖", "*") | dict.fromkeys("÷∕⁄", "/") | dict.fromkeys("−–‐‑‒", "-"))
_THAN: Final = r"(?:a|que|than)\s+(?=[-\d√])"
_UNITS: Final = {
    "km": "kilomet(?:re|er)s?", "m": "met(?:re|er)s?", "dm": "decimet(?:re|er)s?", "cm": "centimet(?:re|er)s?",
    "mm": "millimet(?:re|er)s?", "kg": "kilogram(?:me)?s?|kilos?|kgs", "mg": "milligram(?:me)?s?", "g": "gram(?:me)?s?",
    "t": "tonnes?|tons?", "q": "quintal|quintaux", "hl": "hectolit(?:re|er)s?", "l": "lit(?:re|er)s?",
    "cl": "centilit(?:re|er)s?", "ml": "millilit(?:re|er)s?", "h": "heures?|hours?|hrs?", "min": "minutes?|mn",
    "s": "sec(?:onde?)?s?",
    "°c": r"degres? celsius|degres? c|°?\s*celsius", "°": "degres?",
    "f": r"f(?:rancs?)?\.?\s?cfa|fcfa|cfa|xof|xaf|francs?|frs?",
    "n": "newtons?", "j": "joules?", "w": "watts?", "v": "volts?", "pa": "pascals?", "hz": "hertz", "kw": "kilowatts?",
    "kj": "kilojoules?", "mol": "moles?", "ha": "hectares?",
}  # fmt: skip
# « m.s-2 » and « mol·L⁻¹ » for m/s² and mol/L. « ms-2 » and « km h-1 » too, where no letters are multiplied.
_PER: Final = (
    r"(?:(?<=\d\s*(?:[kcm]?m|m?mol|[km]?g|k?[jwn]|v|c))\s*[*.]\s*|(?<=\d\s*m)\s*(?=s)|(?<=\d\s*km)\s*(?=h))"
    r"(s|h|min|m|dm|cm|kg|l|mol|k)"
)
_BOUNDS: Final = ((r"\bplus", "+"), (r"\b(?:moins|minus)", "-"))
_SUMS: Final = (("moins|minus", "-"), ("plus", "+"))
_SPELLINGS: Final = tuple(
    (regex.compile(pattern), sign)
    for pattern, sign in (
        (r"(?<=\d)\s*(?:x|fois|times)\s*(?=\d|√|rac(?:ine)?\b|π|pi\b)", "*"),
        (r"(?<=\b[a-z]|\d|\))\s+(?:fois|times)\s+(?=(?:[a-z]|pi)\b|\()", "*"),
        (r"(?<=\d)\s*(?:(?<!^\d{1,2}):|:(?![0-5]\d$)|sur|divise par|divided by|over)\s*(?=\d|√|rac(?:ine)?\b)", "/"),
        (r"(?<=\d) (?:virgule|point) (?=\d)", "."),
        (r"(?<=\bpi|π|\b[a-z]|\))\s*(?:sur|divise par|divided by|over)\s+(?=\d|(?:[a-z]|pi)\b)", "/"),
        (r"(?<=\d)\s+(?:sur|divise par|divided by|over)\s+(?=(?:[a-z]|pi)\b)", "/"),
        *((rf"\b(?:{word}) (?=\d|√|\(|(?:[a-z]|pi|π|sin|cos|tan|ln|exp)(?!\w))", sign) for word, sign in _SUMS),
        (r"(?<=\d)\s*(?:pour ?cent|percent|per cent)\b", "%"),
        *((rf"(?<=\d\s*|/\s*|\bpar )(?:{words})\b", unit) for unit, words in _UNITS.items()),
        *((rf"{_PER}\^?-{power}(?!\d)", rf"/\1{raised}") for power, raised in ((1, ""), (2, "^2"), (3, "^3"))),
        (r"(?<=\d\s*[a-z]{1,2})\s+par\s+(?=[a-z]{1,3}\b)|(?<=\d\s*km)\s?(?=h\b)", "/"),
        (r"(?<=\d\s*km)\s+(?:a l\W?)?\s*h(?:eures?)?\b", "/h"),
        (r"(?<=\b\d{1,2})\s*h\s*et demie?\b", "h30"),
        (r"(?<=\b\d{1,2})\s*h\s*et quart\b", "h15"),
        (r"(?<=^\d{1,2}):(?=[0-5]\d$)", "h"),
        (r"(?<=h\s*\d\d)\s*min\b", ""),
        (r"(?<=\d|\)|(?<![a-z])[a-z]{1,2})\s+(?:au )?(?:carree?s?|squared)\b", "^2"),
        (r"(?<=\d|\)|(?<![a-z])[a-z]{1,2})\s+(?:au )?(?:cubes?|cubed)\b", "^3"),
        (r"(?<=\d|\)|\b[a-z])\s*(?:\*\*|(?:a la )?puissance|exposant|to the power(?: of)?)\s*(?=[-\d(n])", "^"),
        (rf"\s*\b(?:est )?(?:superieur|plus grand)e? ou egale? {_THAN}", "≥"),
        (rf"\s*\b(?:est )?(?:inferieur|plus petit)e? ou egale? {_THAN}", "≤"),
        (rf"\s*\b(?:(?:est|is) )?(?:strictement )?(?:superieure?|plus grande?|greater) {_THAN}", ">"),
        (rf"\s*\b(?:(?:est|is) )?(?:strictement )?(?:inferieure?|plus petite?|less) {_THAN}", "<"),
        (r"(?<=\b[a-z])\s+(?:(?:est )?egale?(?: a)?|vaut|equals?)\s+(?=[-\d√])", "="),
        (r"!=|=/=|(?<=\w)\s*(?:est )?differente?s? (?:de )?(?=\w)", "¬="),
        (r"<=+>", "⇔"),
        (r"(?<!=)=+>(?=\s*[a-z])", "⇒"),
        (r"(?<!-)-+>", "→"),
        (r"<=|=<", "≤"),
        (r">=|=>", "≥"),
        (r"ø|\{\s*\}|\b(?:l\W\s?)?ensemble vide\b", "∅"),
        (r"(?<=^[\[\]][^;,\[\]]+),(?=[^;,\[\]]+[\[\]]$)", ";"),  # [2,5] is no decimal
        (r"π", "pi"),
        (r"\bracine (?:carree )?(?:de )?|\bsqrt\b", "√"),
        (r"(?<![a-z])(?:racine|rac|sqrt)\s*(?:de )?(?=\(|\d)", "√"),
        *((rf"(?:{word}|\{sign})\s*(?:l\W\s?)?(?:inf(?:ini(?:ty)?)?|oo)\b", f"{sign}∞") for word, sign in _BOUNDS),
        (r"ℝ|\bir\b", "r"),
        (r"√\s*\((\w+)\)", r"√\1"),
        (r"(?<=\d,\d+|\d)\.(?=10\^)", "*"),  # 3,2.10^3
        (r"\^\(([-+]?\w+)\)", r"^\1"),
        (r"(?<=[a-z]\d)[\s^(]{0,2}(\d?[-+])\)?$", r"\1"),  # SO4 2-, SO42-
        (r"(?:^|(?<=[=(<>≤≥-]))[.,](?=\d)", "0."),
        (r"(?<=\d),(?=\d)", "."),
        (r"(?<=(?<!\d)\d{1,3}(?:\s\d{3})*)\s(?=\d{3}(?!\d))", ""),  # 10 000
        (r"(?<![\d.])(0|\d+)\.(?!(?<!(?<!\d)0\.)\d\d0(?!\d))(\d*?)0+(?![\d.])", r"\1.\2"),  # 3.50; not « 5.000 »
        (r"(?<=\d)\.(?!\d)", ""),
        (r"^\+(?=\d)", ""),
    )
)
_UNSAID_POWER: Final = regex.compile(r"(?<=[a-z)])\^(?=[-+\d(n])|(?<=(?<![a-z])e)\^")  # x2, ex; not ab for a^b
_UNSAID_TIMES: Final = regex.compile(r"(?<=\d|\)|(?<![a-z])[a-z])\*(?=[(√]|(?:[a-z]|pi)(?![a-z]))|(?<=\))\*")  # 2*x, ab
_OF_ONE: Final = re.compile(  # sin(x) and « sin x »; not ln(2)x, for « ln 2x » is that of 2x
    r"(?<![a-z])(sin|cos|tan|ln|log|exp)\s*\(([a-z]|\d+)\)(?!\s*(?:[\d^(√*]|(?!(?:sin|cos|tan|ln|log|exp)\b)[a-z]))"
)
_DROPPED: Final = regex.compile(r"(?!°)\p{So}|\p{M}|\p{Cf}")


@lru_cache(maxsize=512)
def formula(text: str) -> str:
    """A text in one spelling of its signs, without spaces but those that keep numbers apart; a power behind a letter
    as people type it: x2."""
    plain = _OF_ONE.sub(r"\1 \2", signs(text))
    joined = _UNSAID_TIMES.sub("", re.sub(r"(?<!\d)\s+|\s+(?!\d)", "", plain))
    return _UNSAID_POWER.sub("", joined).strip(EDGES)


@lru_cache(maxsize=512)
def signs(text: str) -> str:
    """A text in lower case without accents, each of its signs in one spelling."""
    text = _FRACTION.sub(lambda found: f"{found[1]} {unicodedata.normalize('NFKC', found[2])}", text)
    text = _RAISED.sub(lambda found: "^" + found[0].translate(_LOWERED), text)
    text = folded(_DROPPED.sub("", bare(text).translate(_SIGNS))).translate(_SIGNS)
    text = ascii_digits(text).strip()
    for pattern, sign in _SPELLINGS:
        text = pattern.sub(sign, text)
    return text


def bare(text: str) -> str:
    """A text without what stands around it; the point of « .5 » is its own."""
    core = text.strip(EDGES)
    is_decimal = core[:1].isdecimal() and text[: text.index(core)].endswith((".", ","))
    return f"0.{core}" if is_decimal else core
