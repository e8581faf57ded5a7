"""Signs that are pressed for a verdict (✅, ❌): as words, and against what is written beside them. Pure."""

import re
from typing import Final

import regex

_LETTER: Final = re.compile(r"[^\W_]")
_WORD_LETTER: Final = re.compile(r"[^\W\d_]")
_TRUE_SIGNS: Final = re.compile("[✅✔☑👍][\ufe0f🏻-🏿]*")
_FALSE_SIGNS: Final = re.compile("[❌✖❎👎🚫⛔🙅][\ufe0f🏻-🏿]*(?:\u200d[♀♂]\ufe0f?)?")
_DENIES: Final = regex.compile(  # « ✖ » between two numbers is a sign of theirs
    r"[❌❎👎🚫⛔🙅🛑]|(?<![\w)]\s*)✖|✖(?!\ufe0f?\s*(?:[^\W\ufe0f]|[(√]))"  # to `regex`, U+FE0F is a \w
)
_WAITS: Final = regex.compile("[✋🤚🖐⏸⏹🤔🤷]")  # in a quiz a raised hand only wants to be asked
_NUMBERED: Final = re.compile(r"(\d{1,2})[\s.:)=-]*[❌✖❎👎]")
_APART: Final = re.compile(r"[,;\n]|^\W*[❌✖❎👎]")
_AGREES: Final = re.compile("[✅✔☑]")


def denies(text: str) -> bool:
    """Whether ❌ stands beside something that is written: « ❌ a » is not a."""
    return _LETTER.search(text) is not None and _DENIES.search(text) is not None


def contradicts(text: str, *, is_true: bool) -> bool:
    """Whether a verdict in words has the sign of the other one beside it: « vrai ❌ »."""
    return _LETTER.search(text) is not None and (_DENIES if is_true else _AGREES).search(text) is not None


def takes_back(text: str) -> bool:
    """Whether a sign that says no, or asks for a moment, stands beside something written: « 1 ✋ », « oui 👎 »."""
    return denies(text) or (_LETTER.search(text) is not None and _WAITS.search(text) is not None)


def signs_as_words(text: str, *, numbered: bool = False) -> str:
    """✅ as « vrai » and ❌ as « faux », each as a word of its own, where nothing else is written; `numbered`: but the
    numbers of questions."""
    if (_WORD_LETTER if numbered else _LETTER).search(text):
        return text
    return as_verdicts(text)


def as_verdicts(text: str) -> str:
    """The same whatever else is written."""
    return _FALSE_SIGNS.sub(" faux ", _TRUE_SIGNS.sub(" vrai ", text))


def verdicts_by_number(text: str) -> list[int]:
    """The numbers of questions that have a ❌ right behind them: « 1b 3 ❌ »."""
    return list(map(int, _NUMBERED.findall(text)))


def stand_apart(text: str) -> bool:
    """Whether a ❌ begins a text, or its answers are divided: « ❌ b », « b, ❌ »; « b ❌ » may strike b out."""
    return _APART.search(text) is not None
