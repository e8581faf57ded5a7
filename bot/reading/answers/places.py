"""« dans le noyau » for « le noyau », and « 3 < 5 » or « inférieur » for « < » where « 3 … 5 » was asked. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.reading.answers.other_words import in_other_words
from bot.reading.answers.written_options import without_words_around, written_option
from bot.reading.words.answer_words import tokens
from bot.text.folding import folded

_WHERE: Final = re.compile(
    r"(?:dans|ds|in|inside|au|aux|en|[àa])\s+(?=[^\W\d_]{3}|(?:la|le|les|the)\s|l['’])", re.IGNORECASE
)
_ARTICLE: Final = re.compile(r"(?:(?:les?|la|the)\s+|l['’]\s*)(?=[^\W\d_]{3})", re.IGNORECASE)
_PREPOSITIONS: Final = frozenset("dans ds in inside into au aux en a sur sous on under at hors out par vers".split())
_COMPARED: Final = re.compile(r"\W*?(-?\d+(?:[.,]\d+)?)\s*([<>=≤≥≠])\s*(-?\d+(?:[.,]\d+)?)\W*")
_COMPARISON: Final = re.compile(r"([^<>=≤≥≠]*[^<>=≤≥≠\s])\s*([<>=≤≥≠])\s*([^<>=≤≥≠]+)")
_WHICH: Final = re.compile(r"\b(?:l[ea]|the)\s")  # « le plus petit » is a number
_MINUS: Final = str.maketrans("−–", "--")
_OR_EQUAL: Final = r" ou egale?(?: a)?"
_WORDS: Final = {
    sign: re.compile(rf"(?:(?:est|is) )?{words}")
    for sign, words in (
        ("≤", rf"(?:inferieure?|plus petite?){_OR_EQUAL}"),
        ("≥", rf"(?:superieure?|plus grande?){_OR_EQUAL}"),
        ("<", r"(?:(?:strictement )?(?:inferieure?|plus petite?)(?: a| que)?|(?:less|smaller)(?: than)?)"),
        (">", r"(?:(?:strictement )?(?:superieure?|plus grande?)(?: a| que)?|(?:greater|bigger)(?: than)?)"),
        ("=", r"(?:egale?(?: a)?|equals?(?: to)?)"),
    )
}
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
    """The sign that somebody names, or puts between the two numbers of the question in their order, where only signs
    can be chosen or tell the options apart."""
    known = [option.strip() for option in options]
    compared = [found for option in known if (found := _COMPARISON.fullmatch(option))]
    if len(compared) == len(known) and len({(found[1], found[3]) for found in compared}) == 1:
        known = [found[2] for found in compared]  # « < » and « inférieur » of « 2/3 < 3/4 »
    elif any(len(sign) > 1 for sign in known):
        return None
    said = _sign_said(text)
    if said is None and (found := _COMPARED.fullmatch(text.translate(_MINUS))):
        said = found[2] if _NUMBER.findall(question.translate(_MINUS)) == [found[1], found[3]] else None
    return known.index(said) if said is not None and known.count(said) == 1 else None


def _sign_said(text: str) -> str | None:
    if _WHICH.search(folded(text)):
        return None
    plain = [folded(said).strip(" .!") for said in without_words_around(text)]
    return next(
        (sign for said in plain for sign, words in _WORDS.items() if said == sign or words.fullmatch(said)), None
    )
