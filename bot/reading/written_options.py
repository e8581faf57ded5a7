"""Whether a reply writes out one of the options: to the letter, accents included, or the same numbers and signs in
another spelling (½ and 1/2, 2×3 and 2*3, 5km and 5 km, x² and x^2). Pure; labels and other words are read in
`answers`."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

import regex

from bot.reading.answer_phrases import without_fillers
from bot.reading.answer_words import NUMBER_WORDS, tokens
from bot.text.folding import folded

LONGEST: Final = 120  # characters; around a longer text no words are taken away
_ANYTHING: Final = "\0"  # stands for the answer between the words around it
_BEFORE_LABELS: Final = frozenset(
    "la le l n no num numero option choix lettre proposition reponse rep the number choice letter answer".split()
)  # « la deux » is a line of the list; « c’est deux » may be the option « deux »
_EDGES: Final = " \t\n\r.,;:!?…\"«»“”„'’‘*_`\u00a0\u202f\u2009"
_RAISED: Final = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+")
_LOWERED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_FRACTION: Final = re.compile(r"(\d?)([¼-¾⅐-⅞↉])")
_SIGNS: Final = str.maketrans(dict.fromkeys("×·⋅•∙✕✖", "*") | dict.fromkeys("÷∕⁄", "/") | dict.fromkeys("−–‐‑‒", "-"))
_SPELLINGS: Final = tuple(
    (regex.compile(pattern), sign)
    for pattern, sign in (
        (r"(?<=\d)\s*(?:x|fois|times)\s*(?=\d)", "*"),
        (r"(?<=\d)\s*(?::|sur|divise par|divided by|over)\s*(?=\d)", "/"),
        (r"(?<=\d) (?:virgule|point) (?=\d)", "."),
        (r"\b(?:moins|minus) (?=\d)", "-"),
        (r"\bplus (?=\d)", "+"),
        (r"(?<=\d)\s*(?:pour ?cent|percent|per cent)\b", "%"),
        (r"<=|=<", "≤"),
        (r">=|=>", "≥"),
        (r"π", "pi"),
        (r"\bracine (?:carree )?(?:de )?|\bsqrt\b", "√"),
        (r"√\s*\((\w+)\)", r"√\1"),
        (r"(?<=\d),(?=\d)", "."),
        (r"(?<=(?<!\d)\d{1,3}(?:\s\d{3})*)\s(?=\d{3}(?!\d))", ""),  # 10 000
    )
)
_DROPPED: Final = regex.compile(r"\p{So}|\p{M}|\p{Cf}")
_OPERATOR: Final = regex.compile(  # between two numbers or letters
    r"(?<=\d)\^|(?<=(?:\d|\)|(?<![a-z])[a-z])\s*)[-+*/](?=\s*(?:\d|\(|√|[a-z](?![a-z])))"
)


def written_option(text: str, options: Sequence[str]) -> int | None:
    """The one option that a reply writes out, with or without « c’est », "please" and the like around it. None also
    for a number alone that may be a label: it is the line of the list."""
    for said in without_words_around(text):
        if _is_number(said):
            continue
        for spelt in (_letters, _formula):
            meant = spelt(said)
            found = [index for index, option in enumerate(options) if spelt(option) == meant]
            if meant and len(found) == 1 and not (spelt is _letters and _accents_are_lost(said, options)):
                return found[0]
    return None


def with_its_unit(number: int, options: Sequence[str]) -> int | None:
    """The one option that is this number with a unit: 20 where « 20 % » can be chosen."""
    found = [i for i, option in enumerate(options) if re.fullmatch(rf"{number}[^\W\d]*[%€$£°²³]?", _formula(option))]
    return found[0] if len(found) == 1 else None


def is_another_operation(text: str, option: str) -> bool:
    """Whether a reply that has the words of an option has other signs between its numbers: 12 : 4 is not 12 - 4, nor
    103 10³."""
    said, meant = _operators(text), _operators(option)
    if said.count("^") != meant.count("^"):
        return True
    return said not in ([], meant) and (meant != [] or set(said) != {"-"})


def _accents_are_lost(said: str, options: Sequence[str]) -> bool:
    """Whether a word in capitals may be several options: COTE is « cote » and « côté »."""
    return len(said) > 1 and said.isupper() and sum(folded(option) == folded(said) for option in options) > 1


def _operators(text: str) -> list[str]:
    return _OPERATOR.findall(_signs(text))


@lru_cache(maxsize=512)
def _letters(text: str) -> str:
    """A text in lower case, its accents kept."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split()).strip(_EDGES)


@lru_cache(maxsize=512)
def _formula(text: str) -> str:
    """A text in one spelling of its signs, without spaces; a power behind a letter as people type it: x2."""
    return re.sub(r"(?<=[a-z)])\^", "", re.sub(r"\s", "", _signs(text))).strip(_EDGES)


def _signs(text: str) -> str:
    text = _FRACTION.sub(lambda found: f"{found[1]} {unicodedata.normalize('NFKC', found[2])}", text)
    text = _RAISED.sub(lambda found: "^" + found[0].translate(_LOWERED), text)
    text = folded(_DROPPED.sub("", text.strip(_EDGES).translate(_SIGNS))).translate(_SIGNS)
    text = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text).strip()
    for pattern, sign in _SPELLINGS:
        text = pattern.sub(sign, text)
    return text


def _is_number(said: str) -> bool:
    """Whether nothing is said but a number without a sign."""
    words = tokens(said)
    return len(words) == 1 and words[0].isdecimal() and len(words[0]) <= 2 and "," not in said.strip(_EDGES)


def without_words_around(text: str) -> Iterator[str]:
    """The text, then with ever fewer of the words that only lead to an answer or follow it."""
    yield text
    if len(text) > LONGEST:
        return
    starts = [0, *(found.end() for found in re.finditer(r"[\s'’:,]+", text) if _leads(text[: found.end()]))]
    ends = [len(text), *(found.start() for found in re.finditer(r"[\s,]+", text) if _follows(text[found.start() :]))]
    for start in starts:
        for end in sorted(ends, reverse=True):
            said = text[start:end]
            is_label = (
                folded(said.strip(_EDGES)) in NUMBER_WORDS and (tokens(text[:start]) or [""])[-1] in _BEFORE_LABELS
            )
            if start < end and not is_label:
                yield said


def _leads(words: str) -> bool:
    return without_fillers([*tokens(words), _ANYTHING]) == [_ANYTHING]


def _follows(words: str) -> bool:
    return without_fillers([_ANYTHING, *tokens(words)]) == [_ANYTHING]
