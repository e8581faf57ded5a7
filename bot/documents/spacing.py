"""Spaces at which no line may end, as French printers set them. Pure."""

import re
from typing import Final

_GAP: Final = re.compile(r"(?<![\n ]) {4,60}(?![\n ])")  # « Le bailleur      Le preneur », also between bold ones
_MARKS: Final = re.compile(r"(?<=«) | (?=(?:»|[;:!?]+[)\]»”\"’*]?)[.,;:)]*(?:\s|$))")
_UNITS: Final = re.compile(
    r"(?<=\d) (?=(?:[%‰€$£]|F(?:\s?CFA)?|XOF|XAF|CDF|FC|USD|EUR|h)(?!\w))|(?<=\d[ \u00a0]h) (?=\d\d(?!\d))"
    r"|(?<=\b[nN]°) (?=\d)"
)
_GROUPS: Final = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")


def tied(text: str) -> str:
    """Spaces that must not end a line made no-break ones: inside « », before ; : ! ? whatever closes behind them,
    between groups of digits, before the currency or % of an amount, in « 8 h 25 », behind n°. Gaps stay as wide as
    they are."""
    text = _GAP.sub(lambda found: "\u00a0" * (len(found[0]) - 1) + " ", text)
    for spaces in (_MARKS, _UNITS, _GROUPS):
        text = spaces.sub("\u00a0", text)
    return text
