"""What a whole phrase says, whatever was asked: true or false, "I don't know", or an answer with words around it."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from bot.reading.answer_words import (
    ENDINGS,
    FALSE_PHRASES,
    FALSE_WORDS,
    NO_VERDICT,
    OPENINGS,
    PASS_NOISE,
    PASS_PHRASES,
    STATEMENTS,
    SURELY,
    TRUE_PHRASES,
    TRUE_WORDS,
    Phrases,
)


def _by_word(phrases: Phrases, at: int) -> Mapping[str, Phrases]:
    """The phrases by their first word (`at` 0) or their last (-1), each in its order: a text is held against the few
    that it can begin or end with, not against hundreds."""
    words = dict.fromkeys(phrase[at] for phrase in phrases)
    return {word: tuple(phrase for phrase in phrases if phrase[at] == word) for word in words}


_OPENINGS: Final = _by_word(OPENINGS, 0)
_LEADS: Final = _by_word((*STATEMENTS, *OPENINGS), 0)  # what may stand before a verdict
_ENDINGS: Final = _by_word(ENDINGS, -1)
_VERDICTS: Final = ((False, _by_word(FALSE_PHRASES, 0)), (True, _by_word(TRUE_PHRASES, 0)))


def verdict(words: Sequence[str]) -> bool | None:
    """True or false if that is all the words say: « vrai », « oui c'est vrai », « je pense que non », "not true"."""
    plain = [_drawn_in(word) for word in words]
    if " ".join(plain) in NO_VERDICT:
        return None
    said = _said(plain)
    return said if said is not None else _said(_without_endings(plain))


def _said(words: list[str]) -> bool | None:
    """What one or more verdicts, with or without an opening each, have in common."""
    rest = words
    said: set[bool | None] = set()
    while rest:
        value, length = _first_verdict(rest)
        if value is None:
            rest = _without_openings(rest, _LEADS)
            value, length = _first_verdict(rest)
        if length == 1 and rest[0] in SURELY and (said or len(rest) > 1):
            rest = rest[1:]
            continue
        said.add(value)
        rest = rest[length:]
    return said.pop() if len(said) == 1 else None


def _first_verdict(words: Sequence[str]) -> tuple[bool | None, int]:
    """What the first words say, and how many they are: the longest phrase first, then one word."""
    first = words[0] if words else ""
    for value, phrases in _VERDICTS:
        for phrase in phrases.get(first, ()):
            if tuple(words[: len(phrase)]) == phrase:
                return value, len(phrase)
    return (True if first in TRUE_WORDS else False if first in FALSE_WORDS else None), 1


def _drawn_in(word: str) -> str:
    """`vraiii` as `vrai`, `nooon` as `non`."""
    return re.sub(r"([a-z])\1{2,}", r"\1", word)


def is_pass(words: Sequence[str]) -> bool:
    """Whether the words say "I don't know" or "next", with whatever else says nothing."""
    plain = [_drawn_in(word) for word in words]
    core = without_fillers(plain)
    said = (plain, core, [word for word in plain if word not in PASS_NOISE], [w for w in core if w not in PASS_NOISE])
    return any(" ".join(phrase) in PASS_PHRASES for phrase in said)


def without_fillers(words: Sequence[str]) -> list[str]:
    """The words without "la réponse est", "je choisis", "please" and the like around them; never empty for that."""
    if words[:1] == ["c"] and words[1:2] != ["est"] and _without_endings(words) == ["c"]:
        return ["c"]  # the letter with « stp » behind it, not « c’ »
    return _without_endings(_without_openings(words, _OPENINGS))


def _without_openings(words: Sequence[str], openings: Mapping[str, Phrases]) -> list[str]:
    core = list(words)
    while core and (length := _longest(core, openings.get(core[0], ()), begins=True)):
        core = core[length:]
    return core


def _without_endings(words: Sequence[str]) -> list[str]:
    core = list(words)
    while core and (length := _longest(core, _ENDINGS.get(core[-1], ()), begins=False)):
        core = core[:-length]
    return core


def _longest(core: list[str], phrases: Phrases, *, begins: bool) -> int:
    """How many words the first of some phrases has that the text begins, or ends, with and is not; 0 for none."""
    for phrase in phrases:
        length = len(phrase)
        if len(core) > length and tuple(core[:length] if begins else core[-length:]) == phrase:
            return length
    return 0
