"""Takes away what is said for fun, of a mark, of hunger or of the heat, so that what is left is meant. Pure."""

import re
from functools import reduce
from typing import Final

_ORDINARY: Final = re.compile(
    r"\b(?:faim|soif|chaud|chaleur|froid|sommeil|rire|ennui|jeu|film|match|serie|recette|hungry|thirsty|hot|"
    r"sleepy|game)\b"
)
_LAUGHING: Final = re.compile(
    r"\b(?:mdr+|ptdr+|lol+|xd+|haha\w*|hihi\w*|lmao|lmfao|jpp)\b|[😂🤣😹😆]|"
    r"\bje (?:rigole|blague|plaisante)\b(?! (?:pas|plus))|\bjust kidding\b",
    re.IGNORECASE,
)
_HYPERBOLE: Final = re.compile(
    r"\b(?:je vais mourir|i (?:am |m )?going to die|je vais me tuer|(?:va|vont) me tuer|autant mourir|kms|"
    r"i want to kms|me donne envie de mourir|kill myself laughing)\b"
)
_I_DIE: Final = re.compile(r"\b(?:je vais mourir|i (?:am |m )?going to die)\b")
_KILLS_ME: Final = re.compile(
    r"\b(?:(?:va|vont) (?:me tuer|m (?:egorger|etrangler|achever))|(?:will|ll|(?:is|are|s|re) going to|going to) "
    r"kill me)\b"
)
_OF_A_MARK: Final = re.compile(
    r"\b(?:moyenne|bulletin|notes?|devoirs?|rapport|zero|sur 20|redouble\w*|rate|echoue|grades?|marks?|report|"
    r"homework|eu (?:zero|1?\d)|"
    r"fail\w*)\b"
)


def is_laughing(text: str) -> bool:
    """Whether a message laughs: « mdr », 😂."""
    return _LAUGHING.search(text) is not None


def meant_in(text: str, words: str) -> str:
    """The words without what is said for fun, or of a mark: « ma mère va me tuer si j’ai pas la moyenne », « j’ai faim
    je vais mourir »."""
    taken = []
    if is_laughing(text):
        taken = [_KILLS_ME, _HYPERBOLE]
    elif _OF_A_MARK.search(words):
        taken = [_KILLS_ME]
    if _ORDINARY.search(words):
        taken.append(_I_DIE)
    return reduce(lambda left, pattern: pattern.sub(" ", left), taken, words)


def beside_a_lesson(words: str) -> str:
    """What is said beside a word of school, without what is said of a mark: « 4 en maths, mon père va me tuer »."""
    return _KILLS_ME.sub(" ", words)
