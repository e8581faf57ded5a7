"""Sums of money and numbers of credits as people write them: « 500f », « 1 000 FCFA », « mille francs ». Pure."""

import re
from typing import Final

from bot.reading.words.answer_words import tokens

CREDITS: Final = frozenset("credit credits".split())
MONEY: Final = frozenset("f fr frs fcfa cfa franc francs xof".split())
SUM: Final = "#"  # stands for a sum; tokens never have it
LEAST_BARE: Final = 3  # digits of a sum without its francs
_GROUPS: Final = re.compile(r"(?<=\d)[\s\u00a0\u202f.,](?=\d{3}(?!\d))")  # francs have no centimes
_THOUSANDS: Final = re.compile(r"(?i)(?<![\d.,])([1-9]\d{0,2})(?: ?(?:mille|mil|thousand)|k)\b")  # « 2 mille », « 2k »
_GLUED: Final = re.compile(rf"\b([0-9]+)({'|'.join(sorted(CREDITS | MONEY))})\b")  # « 1000f »
_WORDED: Final = {
    re.compile(r"\b(deux mille|two thousand)\b"): "2000",
    re.compile(r"\b((one |a )?thousand|mille)\b"): "1000",
    re.compile(r"\b(cinq cents?|five hundred)\b"): "500",
}  # the round sums people write out; « quatre mille » keeps a word that says it is another


def words_of(text: str) -> list[str]:
    """The words of a text, each number on its own and in digits."""
    joined = " ".join(tokens(_THOUSANDS.sub(r"\g<1>000", _GROUPS.sub("", text))))
    for said, digits in _WORDED.items():
        joined = said.sub(digits, joined)
    return _GLUED.sub(r"\1 \2", joined).split()


def with_sums(text: str) -> tuple[str, ...]:
    """The words of a text with one mark for each sum; numbers of credits get it before « credits », others stay."""
    found: list[str] = []
    words = words_of(text)
    while words:
        word = words.pop(0)
        behind = words[0] if words else ""
        is_sum = behind in CREDITS | MONEY or len(word) >= LEAST_BARE
        found.append(SUM if word.isdecimal() and is_sum else word)
        while found[-1] == SUM and words and words[0] in MONEY:
            words.pop(0)
    return tuple(found)
