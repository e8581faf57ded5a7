"""The unit that a question asks for: « 90 min » for 90 where it asks for minutes, and not « 2500 kilomètres » where 2,5
kilometres are to be metres. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.reading.answers.formulas import formula
from bot.reading.answers.quantities import quantity
from bot.reading.answers.written_options import without_words_around
from bot.text.folding import folded

_WORD: Final = re.compile(
    r"(?P<given>(?:\d|\b(?:une?|one|an?))\s*)?(?P<to>\b(?:en|in)\s+)?(?P<word>[^\W\d_]+(?:/[^\W\d_]+)?[²³]?)"
)
_SAID: Final = re.compile(r"(-?\d+(?:\.\d+)?)([^\W\d_].*)")
_NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
_SHORTEST: Final = 2  # letters of a unit that needs no « en » in front


def in_the_unit_asked(text: str, options: Sequence[str], question: str) -> int | None:
    """The one bare number that a reply has with the only unit that is asked for."""
    asked, _ = _units(question)
    numbers = list(map(formula, options))
    if len(asked) != 1 or not all(map(_NUMBER.fullmatch, numbers)):
        return None
    for said in without_words_around(text):
        found = _SAID.fullmatch(formula(said))
        if found and found[2] in asked and numbers.count(found[1]) == 1:
            return numbers.index(found[1])
    return None


def has_another_unit(text: str, question: str) -> bool:
    """Whether a reply has the unit that the question gives where it asks for another one."""
    asked, given = _units(question)
    said = (_SAID.fullmatch(formula(each)) for each in without_words_around(text))
    return any(found is not None and found[2] in given - asked for found in said)


def _units(question: str) -> tuple[set[str], set[str]]:
    """The units that a question names without and behind a number: those asked for, and those that it gives."""
    asked: set[str] = set()
    given: set[str] = set()
    for found in _WORD.finditer(folded(question)):
        unit = _unit(found["word"])
        if found["given"]:
            given.add(unit)
        elif found["to"] or len(found["word"]) >= _SHORTEST:
            asked.add(unit)
    return asked - {""}, given - {""}


def _unit(word: str) -> str:
    """A word as the unit that it is; nothing where it is none."""
    worth = quantity(f"1 {word}")
    return formula(f"1 {word}").removeprefix("1") if worth is not None and worth.kind else ""
