"""Letters that options name (« vitamine C », « A et B ») where their lines have numbers: there a letter alone is no
line of the list but what it names, or nothing that could be told. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import regex

from bot.reading.words.answer_words import LETTERS_AS_CHOICES, tokens
from bot.text.folding import folded

_PAIR: Final = 2  # « V » and « F » are told by their lines too
Options = tuple[str, ...]

# A capital that stands alone. One that begins a text may be a word: « A bientôt ».
_NAME: Final = regex.compile(
    r"(?<=[^\w'’-])(?<![.=])\b[A-H](?![\w'’])|^[A-H](?=\s*(?:$|,|(?:et|ou|and|or|seulement|uniquement|only)\b))"
)
_OF_FORMULAS: Final = regex.compile(r"[=+×*/<>^√²³]")


def names_a_letter(word: str, options: Sequence[str]) -> bool:
    """Whether a word is a letter that options name, and is not the line of the only one that does; or one that is none
    of several single letters: « c » of « a », « e », « o », or of ℕ, ℤ, ℝ."""
    if word in LETTERS_AS_CHOICES and (single := _single_letters(tuple(options))):
        return word not in single
    named = _named(tuple(options)).get(word, ())
    return bool(named) and named != (ord(word) - ord("a"),)


def of_letter(word: str, options: Sequence[str]) -> int | None:
    """The one option that is told from the others by this letter; None where « a » is in several, or one of several
    things an option says."""
    told = [index for index, names in enumerate(_only_names(tuple(options))) if names == {word}]
    return told[0] if len(told) == 1 and _named(tuple(options))[word] == (told[0],) else None


@lru_cache(maxsize=64)
def _single_letters(options: Options) -> frozenset[str]:
    """The options, where more than two are each one letter."""
    letters = [folded(option).strip() for option in options]
    is_so = len(set(letters)) > _PAIR and all(len(letter) == 1 and letter.isalpha() for letter in letters)
    return frozenset(letters) if is_so else frozenset()


@lru_cache(maxsize=64)
def _named(options: Options) -> dict[str, tuple[int, ...]]:
    if any(map(_OF_FORMULAS.search, options)) or all(len(option.strip()) == 1 for option in options):
        return {}
    found: dict[str, tuple[int, ...]] = {}
    for index, option in enumerate(options):
        for letter in sorted(set(_NAME.findall(option))):
            found[letter.casefold()] = (*found.get(letter.casefold(), ()), index)
    return {letter: indexes for letter, indexes in found.items() if letter in LETTERS_AS_CHOICES}


def _only_names(options: Options) -> list[set[str]]:
    """What each option says that not all of them say."""
    words = [set(tokens(option)) for option in options]
    shared = set.intersection(*words) if words else set()
    return [said - shared for said in words]
