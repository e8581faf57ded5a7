"""An answer in the sentence it belongs to: « elle est allée au marché » where « Elle … au marché » was asked, and
« j’irai » for « irai ». Pure."""

import re
from collections.abc import Sequence
from typing import Final

from bot.reading.answers.written_options import letters
from bot.reading.words.answer_words import tokens
from bot.text.folding import folded

_GAP: Final = re.compile(r"(?:\.{2,}|…|_{2,})+")
_BEGINS: Final = re.compile(r"[:;«\"“\n?!]|\.\s")  # before the sentence with the gap
_ENDS: Final = re.compile(r"[.;»\"”\n?!(]")  # behind it: « Nous … (finir, au présent) »
_WHO: Final = r"je|j|tu|ils?|elles?|on|nous|vous|i|you|he|she|we|they"
_PRONOUN: Final = re.compile(rf"(?:{_WHO})(?:\s+|(?<=j)’\s*)(?=\w)")
_SUBJECT: Final = re.compile(_WHO)
_CONJUGATED: Final = re.compile(rf"\b(?:conjug\w*|verbes?|verbs?|tense|{_WHO})\b")


def in_its_gap(text: str, options: Sequence[str], question: str) -> int | None:
    """The one option with which a reply fills the only gap of the question and repeats what stands around it."""
    before, *rest = _GAP.split(question)
    if len(rest) != 1:
        return None
    begun, ended = tokens(_BEGINS.split(before)[-1]), tokens(_ENDS.split(rest[0])[0])
    said = tokens(text)
    found = [index for index, option in enumerate(options) if said == [*begun, *tokens(option), *ended]]
    if len(found) > 1:  # a and à
        spelt = [] if text.isupper() else letters(text).split()
        found = [index for index in found if set(letters(options[index]).split()).issubset(spelt)]
    return found[0] if len(found) == 1 and begun + ended else None


def behind_its_pronoun(text: str, options: Sequence[str], question: str) -> int | None:
    """The form of a verb that is written to the letter behind who does it, where one is asked."""
    said = letters(text)
    found = _PRONOUN.match(said)
    known = list(map(letters, options))
    if found is None or not _CONJUGATED.search(folded(question)) or not all(map(str.isalpha, known)):
        return None
    if any(map(_SUBJECT.fullmatch, known)):  # « il mange » where the subject is asked
        return None
    form = said[found.end() :]
    return known.index(form) if known.count(form) == 1 and not text.isupper() else None
