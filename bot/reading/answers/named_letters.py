"""Letters that options name (« vitamine C », « A et B ») where their lines have numbers: there a letter alone is no
line of the list but what it names, or nothing that could be told. Pure."""

from collections import Counter
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
    r"(?<=[^\w'’°-])(?<![.=])\b[A-H](?![\w'’])|^[A-H](?=\s*(?:$|,|(?:et|ou|and|or|seulement|uniquement|only)\b))"
)
_COUNTED: Final = regex.compile(r"(?<=[^\W\d_]\s)[A-H](?=\d{1,2}\b)")  # of « vitamine B12 », beside « vitamine D »
_OF_FORMULAS: Final = regex.compile(r"[=+×*/<>^√²³]")
_OF_CODE: Final = regex.compile(r"</?\w+\s?/?>|%\w+|\\\w+")  # tags and formats


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
    is_code = all(map(_OF_CODE.fullmatch, options))
    if (any(map(_OF_FORMULAS.search, options)) and not is_code) or all(len(option.strip()) == 1 for option in options):
        return {}
    counted = [set(_COUNTED.findall(option)) for option in options]
    told = Counter(letter for letters in counted for letter in letters)  # « A4 », « A3 »: by their numbers
    capitals = [
        {letter.casefold() for letter in {*_NAME.findall(option), *(each for each in letters if told[each] == 1)}}
        for option, letters in zip(options, counted, strict=True)
    ]
    placed = [_in_its_place(index, options) for index in range(len(options))]
    own = {letter for index, letters in enumerate(placed) for letter in letters if ord(letter) - ord("a") == index}
    names = [named | (letters - own) for named, letters in zip(capitals, placed, strict=True)]
    return {
        letter: indexes
        for letter in sorted(LETTERS_AS_CHOICES)
        if (indexes := tuple(index for index, said in enumerate(names) if letter in said))
    }


def _in_its_place(index: int, options: Options) -> set[str]:
    """The letter of an option where another one has a letter instead, or in code a word: « côté a » beside « côté b »,
    `<a>` beside `<link>`; not « a allé » beside « est allé »."""
    own = _pieces(options[index])
    others = [said for option in options if len(said := _pieces(option)) == len(own) > 1 and said != own]
    differing = [([at for at, word in enumerate(own) if said[at] != word], said) for said in others]
    is_code = all(map(_OF_CODE.fullmatch, options))
    return {
        own[at[0]] for at, said in differing if len(at) == 1 == len(own[at[0]]) and (is_code or len(said[at[0]]) == 1)
    }


def _pieces(option: str) -> list[str]:
    """The words of an option and the signs of code around them."""
    return regex.findall(r"\w+['’]?|[%<>\\]", folded(option))


def _only_names(options: Options) -> list[set[str]]:
    """What each option says that not all of them say."""
    words = [set(tokens(option)) for option in options]
    shared = set.intersection(*words) if words else set()
    return [said - shared for said in words]
