"""« dans le noyau » for « le noyau », and « 3 < 5 » for « < » where « 3 … 5 » was asked. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.reading.answers.other_words import in_other_words
from bot.reading.answers.written_options import without_words_around, written_option
from bot.reading.words.answer_words import tokens

_WHERE: Final = re.compile(
    r"(?:dans|ds|in|inside|au|aux|en|[àa])\s+(?=[^\W\d_]{3}|(?:la|le|les|the)\s|l['’])", re.IGNORECASE
)
_ARTICLE: Final = re.compile(r"(?:(?:les?|la|the)\s+|l['’]\s*)(?=[^\W\d_]{3})", re.IGNORECASE)
_PREPOSITIONS: Final = frozenset("dans ds in inside into au aux en a sur sous on under at hors out par vers".split())
_COMPARED: Final = re.compile(r"\W*?(-?\d+(?:[.,]\d+)?)\s*([<>=≤≥≠])\s*(-?\d+(?:[.,]\d+)?)\W*")
_NUMBER: Final = re.compile(r"-?\d+(?:[.,]\d+)?")


def in_a_place(text: str, options: Sequence[str]) -> int | None:
    """The option that is written behind a preposition, where none of them has one itself."""
    if any(tokens(option)[:1] and tokens(option)[0] in _PREPOSITIONS for option in options):
        return None
    for said in without_words_around(text):
        found = _WHERE.match(said)
        if found is None:
            continue
        behind = said[found.end() :]
        for place in (behind, _ARTICLE.sub("", behind, count=1)):
            for look in (written_option, in_other_words):
                index = look(place, options)
                if index is not None and any(map(str.isalpha, options[index])):
                    return index
    return None


def between_its_numbers(text: str, options: Sequence[str], question: str) -> int | None:
    """The sign that somebody puts between the two numbers of the question, in their order."""
    signs = [option.strip() for option in options]
    found = _COMPARED.fullmatch(text)
    if found is None or signs.count(found[2]) != 1 or any(len(sign) > 1 for sign in signs):
        return None
    return signs.index(found[2]) if _NUMBER.findall(question) == [found[1], found[3]] else None
