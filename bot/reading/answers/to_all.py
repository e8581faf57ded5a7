"""Answers to several questions that words tell apart: « les deux sont vraies », « b pour la 1 et a pour la 2 ».
Pure."""

from collections.abc import Mapping, Sequence
from typing import Final

import regex

from bot.reading.words.answer_phrases import verdict
from bot.reading.words.answer_words import NUMBER_WORDS, ORDINALS, tokens

Questions = Mapping[int, Sequence[str] | None]

_AROUND: Final = frozenset(
    "tout tous toutes tt all both everything partout les the elles ils sont est c pour of them are is a dans these "
    "affirmations phrases questions propositions reponses".split()
)
_ALL: Final = frozenset("tout tous toutes all both everything partout".split())
_COUNTED: Final = regex.compile(r"\b(?:les|the|all)\s+(\d|deux|trois|quatre|cinq|two|three|four|five)\b")
_CUT: Final = regex.compile(r"\s*(?:[,;\n]|\b(?:et|and|puis)\b)+\s*", regex.I)
_FOR: Final = regex.compile(
    r"(\S.*?)[\s,]+(?:pour|for|[àa])\s+(?:(?:la|le|l['’]|the|number)\s*)?(?:question|affirmation|n°|num[ée]ro)?\s*"
    r"(\w+)(?:\s+(?:question|affirmation|one))?",
    regex.I,
)


def verdict_on_all(text: str, questions: Questions) -> bool | None:
    """What is said of all open questions, if they are true or false: « les trois sont vraies », « tout est faux »."""
    if len(questions) < 2 or any(options is not None for options in questions.values()):
        return None
    words = _COUNTED.sub(
        lambda found: "all" if _number(found[1]) == len(questions) else found[0], " ".join(tokens(text))
    )
    said = [word for word in words.split() if word not in _AROUND]
    return verdict(said) if said and not _ALL.isdisjoint(words.split()) else None


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else NUMBER_WORDS[word]


def by_named_question(text: str, questions: Questions) -> dict[int, str]:
    """What stands before « pour la 1 », by the number of the question; empty unless all of the text is that."""
    said: dict[int, str] = {}
    for piece in filter(None, _CUT.split(text.strip())):
        found = _FOR.fullmatch(piece.strip(" .!"))
        words = tokens(found[2]) if found else []
        number = 0 if len(words) != 1 else int(words[0]) if words[0].isdecimal() else ORDINALS.get(words[0], 0)
        if found is None or number not in questions or number in said:
            return {}
        said[number] = found[1]
    return said
