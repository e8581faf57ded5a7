"""Words as a full-text search compares them: folded, without the small ones, cut to their stems. Pure.

A text may be French, English or both, so each word stands by its stem in either language where they differ."""

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from typing import Final

from bot.text.folding import folded

LONGEST_WORD: Final = 40
# Not « pas », "not" and the like: with them a sentence says something else.
SMALL: Final = frozenset(
    "le la les un une des du de et ou ce cet cette ces est sont ai as a au aux il elle ils elles on je tu nous vous me "
    "te se mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs que qui quoi dont en dans par pour sur avec "
    "d l j m t s c n qu si y quel quelle quels quelles comment combien quand lorsque puis afin chez entre tout tous "
    "toute toutes plus tres bien faire fait faut peut peux dois doit etre avoir "
    "the an and or of to in on at by for with from as is are was were be been it its this that these those i you he "
    "she we they my your his her our their what which who how when where why do does did has have had can must should "
    "may might will would much many before after into than then there about give get got make made any some".split()
)
_WORD: Final = re.compile(r"[^\W_]+(?:[-.][^\W_]+)*")
_PIECE: Final = re.compile(r"[-.]")


def words_of(text: str) -> Sequence[str]:
    """The words of a text in order, folded, without the small ones. Of « F-2024-118 » they are f2024118 and its pieces,
    as it may be written otherwise elsewhere."""
    found: list[str] = []
    for word in _WORD.findall(folded(text)):
        pieces = _PIECE.split(word)
        if len(pieces) > 1:
            pieces.append("".join(pieces))
        found += [piece[:LONGEST_WORD] for piece in pieces if piece not in SMALL]
    return found


def stems_of(text: str) -> Sequence[str]:
    """The stems of a text's words in order: of each word the French one, and the English one where it is another."""
    return [stem for word in words_of(text) for stem in _stems(word)]


@lru_cache(maxsize=8_192)
def _stems(word: str) -> tuple[str, ...]:
    """A stemmer keeps its word in itself, so each call has its own."""
    if not word.isalpha() or not word.isascii():
        return (word,)
    stemmer = import_module("snowballstemmer").stemmer  # 3 MiB, for who searches
    return tuple(dict.fromkeys(stemmer(language).stemWord(word) for language in ("french", "english")))
