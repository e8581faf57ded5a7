"""Roman numerals and ordinals as people type them: « louis 14 » for « Louis XIV », « 3e république » for « IIIe
République », « 2ème guerre mondiale » for « Seconde Guerre mondiale ». Pure."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bot.reading.words.answer_words import ORDINALS, tokens
from bot.reading.words.figures import in_figures

_ROMAN: Final = re.compile(  # a letter alone only behind a name or with an ending: « Charles X », « Ve »
    r"\b(?P<tens>X{0,3})(?P<nine>IX)?(?P<four>IV)?(?P<five>V?)(?P<ones>I{0,3})(?P<ending>i?[eè]me|[èe]?re?|e)?\b"
)
_NAME: Final = re.compile(r"[A-ZÀ-Þ][^\W\d_]{2,}\s+$")
_PARTICLES: Final = frozenset("le la les l the de du d".split())
_SHORTEST: Final = 3  # letters of a word that says what is counted


def by_numeral(said: str, options: Sequence[str]) -> int | None:
    """The one option that has the same words and the same number; None where a reply is only one of these."""
    meant = _words(in_figures(said))
    if not any(map(str.isdecimal, meant)) or not any(word.isalpha() and len(word) >= _SHORTEST for word in meant):
        return None
    known = [_words(_ROMAN.sub(_figure, option)) for option in options]
    return known.index(meant) if known.count(meant) == 1 else None


@lru_cache(maxsize=128)
def ranks_in(text: str) -> frozenset[int]:
    """The ranks that a text names: 1 of « Première Guerre mondiale », 3 of « 3e groupe » and « IIIe République »."""
    return frozenset(ORDINALS[word] for word in tokens(with_ranks_in_figures(text)) if word in ORDINALS)


def with_ranks_in_figures(text: str) -> str:
    """« 3e République » for « IIIe République »."""
    return _ROMAN.sub(lambda found: f"{_figure(found)}e" if found["ending"] else found[0], text)


@lru_cache(maxsize=128)
def _words(text: str) -> tuple[str, ...]:
    return tuple(str(ORDINALS.get(word, word)) for word in tokens(text) if word not in _PARTICLES)


def _figure(found: re.Match[str]) -> str:
    letters = len(found[0]) - len(found["ending"] or "")
    if not letters or (letters == 1 and not found["ending"] and not _NAME.search(found.string[: found.start()])):
        return found[0]
    if sum(bool(found[part]) for part in ("nine", "four")) + bool(found["five"] or found["ones"]) > 1:
        return found[0]  # « IXIV »
    value = 10 * len(found["tens"]) + 5 * len(found["five"]) + len(found["ones"])
    return str(value + 9 * bool(found["nine"]) + 4 * bool(found["four"]))
