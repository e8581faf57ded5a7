"""What a whole phrase says, whatever was asked: true or false, "I don't know", or an answer with words around it."""

import re
import unicodedata
from collections.abc import Mapping, Sequence, Set
from typing import Final

from bot.reading.words.answer_words import (
    ENDINGS,
    FALSE_PHRASES,
    FALSE_WORDS,
    NO_VERDICT,
    NUMBER_WORDS,
    OPENINGS,
    PASS_NOISE,
    PASS_PHRASES,
    STATEMENTS,
    SURELY,
    TRUE_PHRASES,
    TRUE_WORDS,
    Phrases,
    tokens,
)
from bot.reading.words.choosing_words import FOUND

# « à mon frère », « c’etait a papa »: no line « a » with whom it is said to behind it, but whose something is, or was.
# « à svp » is that line, as telephones write it.
_TO_SOMEBODY: Final = re.compile(
    r"(?<![^\W_])(?:à|(?<!\bla )(?<!ponse )(?<!ption )(?<!ettre )(?<!choix )"
    r"a(?= (?:mon|ma|papa|maman|tonton|tantie|tata)\b)) "
    r"(?!(?:(?:je (?:pense|crois)|svp|stp|merci|s['’ ]il (?:te|vous) pla[iî]t)\W*)+$)"
    r"(?:(?!\b[aà]\b)[\w ,.'’-])+\W*$",
    re.IGNORECASE,
)


def _by_word(phrases: Phrases) -> Mapping[str, Phrases]:
    """The phrases by their first word, each in its order."""
    words = dict.fromkeys(phrase[0] for phrase in phrases)
    return {word: tuple(phrase for phrase in phrases if phrase[0] == word) for word in words}


_DRAWN: Final = re.compile(r"([a-z])\1{2,}")
_FOUND: Final = frozenset(FOUND)
_OPENINGS: Final = frozenset((*OPENINGS, *FOUND))
_LEADS: Final = _OPENINGS.union(STATEMENTS)  # what may stand before a verdict
_ENDINGS: Final = frozenset(ENDINGS)
_LONGEST: Final = max(map(len, (*OPENINGS, *STATEMENTS, *ENDINGS)))  # words of such a phrase
_VERDICTS: Final = ((False, _by_word(FALSE_PHRASES)), (True, _by_word(TRUE_PHRASES)))


_DENYING: Final = frozenset("pas not jamais never t isnt".split())
_AT_ALL: Final = frozenset({("du", "tout"), ("at", "all")})
_UNKNOWN: Final = re.compile(  # what somebody does not know, behind « je ne sais pas »
    r"(?<=\w) (?:repondre|quoi (?:repondre|dire|mettre)|si c(?: est)? (?:vrai|faux)(?: ou (?:vrai|faux|non|pas))?|"
    r"(?:laquelle|lequel)(?: choisir)?)$"
)


def verdict(words: Sequence[str]) -> bool | None:
    """True or false if that is all the words say: « vrai », « oui c'est vrai », « je pense que non », "not true"."""
    plain = [drawn_in(word) for word in words]
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
        if value is False and _denies(rest[:length]) and _first_verdict(rest[length:])[0] is not None:
            return None  # « absolument pas faux » says yes and no, as « pas faux » does
        said.add(value)
        rest = rest[length:]
    return said.pop() if len(said) == 1 else None


def _denies(words: Sequence[str]) -> bool:
    """Whether some words that say no deny what comes right behind them: « jamais », « absolument pas », "it's not"."""
    return words[-1] in _DENYING or tuple(words[-2:]) in _AT_ALL


def _first_verdict(words: Sequence[str]) -> tuple[bool | None, int]:
    """What the first words say, and how many they are: the longest phrase first, then one word."""
    first = words[0] if words else ""
    for value, phrases in _VERDICTS:
        for phrase in phrases.get(first, ()):
            if tuple(words[: len(phrase)]) == phrase:
                return value, len(phrase)
    spelt = first[:-1] if len(first) > 2 and first[-2] == first[-1] else first  # « nonn », « vraii »
    meant = {word in TRUE_WORDS for word in (first, spelt) if word in TRUE_WORDS or word in FALSE_WORDS}
    return (meant.pop() if meant else None), 1


def drawn_in(word: str) -> str:
    """`vraiii` as `vrai`, `nooon` as `non`."""
    return _DRAWN.sub(_once, word)


def _once(letters: re.Match[str]) -> str:
    return letters[1]


def is_pass(words: Sequence[str]) -> bool:
    """Whether the words say "I don't know" or "next", with whatever else says nothing."""
    plain = _UNKNOWN.sub("", " ".join(map(drawn_in, words))).split()
    core = without_fillers(plain)
    said = (plain, core, _without_endings(plain))
    return any(map(_only_passes, (*said, *([word for word in each if word not in PASS_NOISE] for each in said))))


def _only_passes(words: Sequence[str]) -> bool:
    """Whether the words are such a phrase, or two: « je ne sais pas, passe »."""
    cuts = range(1, len(words) + 1)
    known = (all(" ".join(said) in PASS_PHRASES for said in (words[:at], words[at:]) if said) for at in cuts)
    return any(known)


def is_to_somebody(text: str) -> bool:
    """Whether the last « à », perhaps without its accent, leads to somebody: alone it would be the first line. The one
    of « A, à mon avis » does not."""
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    found = _TO_SOMEBODY.search(plain)
    if found is None:
        return False
    is_aside = "a" in tokens(plain[: found.start()]) and _without_endings(["", *tokens(found[0])]) == [""]
    return not is_aside


def without_fillers(words: Sequence[str]) -> list[str]:
    """The words without "la réponse est", "je choisis", "please" and the like around them; never empty for that."""
    return _without_endings(_without_openings(words, _OPENINGS))


def _without_openings(words: Sequence[str], openings: Set[tuple[str, ...]]) -> list[str]:
    core = list(words)
    while core and (length := _longest(core, openings, begins=True)):
        if core[0] == "c" and core[1:2] != ["est"] and _without_endings(core) == ["c"]:
            break  # the letter with « stp » behind it, not « c’ »
        if core[length - 1 :] == ["c", "est"]:
            break  # « je crois que c’est » is not finished, and does not say « est »
        if tuple(core[:length]) in _FOUND and (core[length].isdecimal() or core[length] in NUMBER_WORDS):
            break
        core = core[length:]
    return core


def _without_endings(words: Sequence[str]) -> list[str]:
    core = list(words)
    while core and (length := _longest(core, _ENDINGS, begins=False)):
        core = core[:-length]
    return core


def _longest(core: list[str], phrases: Set[tuple[str, ...]], *, begins: bool) -> int:
    """How many words the longest of some phrases has that the text begins, or ends, with and is not; 0 for none."""
    for length in range(min(_LONGEST, len(core) - 1), 0, -1):
        if tuple(core[:length] if begins else core[-length:]) in phrases:
            return length
    return 0
