r"""Mathematics as people type it, in signs: `\frac{3}{4}`, « 2 puissance 10 », `5 squared` and `15 pour cent de 200`
become `(3/4)`, `2 ^ 10`, `5 ²` and `15 % de 200`. Pure."""

import re

from bot.types import Language

_GROUP = r"\{([^{}]*)\}"
_LATEX = (
    (re.compile(r"\$|\\[()\[\]]|\\(?:left|right|displaystyle|quad|,|;|!)"), " "),
    (re.compile(rf"\^\s*{_GROUP}"), r"^(\1)"),
    (re.compile(rf"\\sqrt\s*{_GROUP}"), r"√(\1)"),
    (re.compile(r"\\sqrt\s*(\d)"), r"√\1"),
    (re.compile(rf"\\[dt]?frac\s*{_GROUP}\s*{_GROUP}"), r"(\1/\2)"),
    (re.compile(r"\\[dt]?frac\s*(\d)\s*(\d)"), r"(\1/\2)"),
    (re.compile(r"\\(?:times|cdot)\b"), " × "),
    (re.compile(r"\\div\b"), " ÷ "),
    (re.compile(r"\\%"), "%"),
)
_AND = re.compile(r"(?<=[\w)²³])\s+et\s+(?=[\d(√])", re.IGNORECASE)
_NO_SUM = re.compile(  # « la moyenne de 12 et 14 » adds nothing, and « 2 + 2 et 3 × 3 » are two
    r"\b(?:moyenne|m[ée]diane|pgcd|ppcm|produit|diff[ée]rence|quotient|rapport|p[ée]rim[èe]tre)\b"
    r"|[\w)²³]\s*[-+−–×*÷:^]\s*[\d(√]",
    re.IGNORECASE,
)
_WORDS = (
    (re.compile(r"\bracine\s+(?:carr[ée]e?\s+)?(?:de\s+|d['’]\s*)?(?=[-−\d(])", re.IGNORECASE), "√"),
    (re.compile(r"\b(?:the\s+)?square\s+root\s+of\s+(?=[-−\d(])|\b(?:sqrt|racine)\s*(?=\()", re.IGNORECASE), "√"),
    (re.compile(r"\s*\b(?:au carr[ée]|squared)(?!\w)", re.IGNORECASE), "²"),
    (re.compile(r"\s*\b(?:au cube|cubed)(?!\w)", re.IGNORECASE), "³"),
    (re.compile(r"\b(?:[àa] la )?puissance\s+|\b(?:raised )?to the power(?: of)?\s+|\*\*", re.IGNORECASE), "^"),
    (re.compile(r"(?<=[\w)²³])\s+plus\s+(?=[\d(√])", re.IGNORECASE), " + "),
    (re.compile(r"(?<=[\w)²³])\s+(?:moins|minus)\s+(?=[\d(√])", re.IGNORECASE), " − "),
    (re.compile(r"(?<=[\d)²³])\s+(?:fois|times|multipli[ée]s? par|multiplied by)\s+(?=[\d(√])", re.IGNORECASE), " × "),
    (re.compile(r"(?<=[\d)²³])\s+(?:divis[ée]s? par|divided by)\s+(?=[\d(√])", re.IGNORECASE), " ÷ "),
    (re.compile(r"(?<=\d)(/\d+)\s+(?:des?|of)\s+(?=\d)", re.IGNORECASE), r"\1 × "),
    (re.compile(r"(?<=\d)\s*(?:pour cents?|pourcents?|per ?cent)(?!\w)", re.IGNORECASE), " %"),
    (re.compile(r"(?<=\d)\s+sur\s+(?=\d+\b(?!.*%))", re.IGNORECASE), "/"),
    # Money; a bare f only behind a price, for 3f is three times an unknown.
    (re.compile(r"(?<=\d)\s*(?:f\s?cfa|francs?(?:\s+cfa)?|frs|xof|xaf)(?!\w)", re.IGNORECASE), ""),
    (re.compile(r"(?<=00|50|25)\s*f(?![\w(])", re.IGNORECASE), ""),
    (re.compile(r"\b[ée]gal(?:e|s)?(?: [àa])?\b|\bequals?\b", re.IGNORECASE), "="),
)
_ENGLISH_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_FRENCH_THOUSANDS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.])")


def as_signs(text: str, language: Language) -> str:
    """The text with its mathematics in signs; other words stay. Numbers lose what is not a decimal mark: English
    writes 24,000 and French shops 24.000 for twenty-four thousand."""
    result = _latex(text)
    for pattern, sign in _WORDS:
        result = pattern.sub(sign, result)
    if not _NO_SUM.search(result):
        result = _AND.sub(" + ", result)
    thousands = _FRENCH_THOUSANDS if language is Language.FR else _ENGLISH_THOUSANDS
    return thousands.sub(lambda found: re.sub(r"[.,]", "", found.group()), result)


def _latex(text: str) -> str:
    """Inner groups first, so that a fraction in a root becomes one; a few rounds suffice for what people send."""
    result = text
    for _ in range(4):
        before = result
        for pattern, sign in _LATEX:
            result = pattern.sub(sign, result)
        if result == before:
            break
    return re.sub(r"\(\s*([^()]*?)\s*\)", r"(\1)", result) if "\\" in text or "$" in text else result
