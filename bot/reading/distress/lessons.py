"""What stands beside a lesson in one message: « j’ai pas fini l’exercice, mon oncle m’a… ». Pure."""

import re
from collections.abc import Iterator, Sequence, Set
from typing import Final

from bot.reading.distress.words import PARTS, words_of

_MOST_READ: Final = 400  # characters: whoever calls for help between the lines writes no essay
_ANSWER: Final = 3  # words: what somebody answers to an exercise
_OF_ONESELF: Final = re.compile(r"\b(?:je|j|me|m|moi|mon|ma|mes|nous|i|my|us)\b")
_AT_SCHOOL: Final = (  # when and who: « pendant les cours », « le prof de maths »; « my boss » is none of a game's
    (
        re.compile(
            r"\b(?:pendant|durant|apres|avant|during|after|before) (?:(?:le|la|les|l|mes|the|my|our) )?(?:cours|"
            r"lecons?|exam|examens?|devoirs?|controle|interro|exercices?|lessons?)\b"
        ),
        "",
    ),
    (
        re.compile(
            r"\b(prof|professeur|maitre|maitresse|teacher) (?:(?:de|d|of) )?(?:maths?|svt|physique|chimie|anglais|"
            r"francais|philo|histoire)\b"
        ),
        r"\1",
    ),
    (re.compile(r"\b(my|our|mon|ma|notre) boss\b"), r"\1 patron"),
)


def beside_lessons(text: str, lesson: Set[str]) -> Iterator[str]:
    """What stands beside the parts of a message that are of a lesson, and tells of oneself: « j’ai pas fini
    l’exercice, mon oncle m’a… », « exo 2 : x = 3. Mon oncle m’a… ». Nothing where the lesson brings it: « exercice :
    mon oncle m’a… »."""
    run: list[str] = []
    brought = False
    for part in PARTS.split(text[:_MOST_READ]):
        words = _out_of_lessons(words_of(part))
        if brought and len(words.split()) > _ANSWER:
            return
        if brought or not lesson.isdisjoint(words.split()):
            yield from _of_oneself(run)
            run = []
            brought = part.rstrip().endswith(":")
        else:
            run.append(words)
    yield from _of_oneself(run)


def _out_of_lessons(words: str) -> str:
    """Without what names a lesson as the hour or the person only: the deed is told by the rest."""
    for pattern, left in _AT_SCHOOL:
        words = pattern.sub(left, words)
    return " ".join(words.split())


def _of_oneself(run: Sequence[str]) -> Iterator[str]:
    said = " ".join(filter(None, run))
    if _OF_ONESELF.search(said):
        yield said
