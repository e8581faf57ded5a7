"""Which of some options a text is but for a slip of the finger. Pure.

A slip is forgiven in a long word only (25 cm is not 25 m), and only where no other option is nearly as close: whoever
chooses between « chevaux » and « chevals » is asked how it is written. Nor where it makes another word: another form
where options are forms of one word (« je mangerais » beside « je mangerai » and « je mange »), another substance
(nitrite, nitrate), a cry for help (« aide » is no « acide »)."""

import re
from collections.abc import Sequence
from itertools import combinations, takewhile
from typing import Final

from bot.reading.words.answer_words import one_edit_apart

ASKING: Final = frozenset(
    "reponse solution question questions indice aide aider aidez explication explique exemple suite suivant suivante "
    "correction corrige probleme exercice lecon cours merci pardon attends bonjour bonsoir answer hint help explain "
    "example next lesson exercise problem thanks thank hello wait sorry please".split()
)  # said to a teacher, whatever option begins with it, or nearly is it
_SHORTEST: Final = 5  # letters that a text has whose blanks may stand elsewhere
_STEM: Final = 4  # letters that forms of one word begin with
_SHORT_FORMS: Final = (
    2,
    3,
)  # letters of a stem at least and of its endings at most, where an ending was typed otherwise
_ENDINGS: Final = re.compile(r"(?:[sexztrdn]|e[sdr])?")
_FEW: Final = 2  # words of such an option, but for what all of them share
_ENDING: Final = 4  # letters that such a form has behind them, at most
_SUBSTANCE: Final = re.compile(r"(.+)(?:[aeiy](?=nes?$|tes?$)|[ao](?=ls?$))(.+)")  # nitrate, alkene, ethanol
_NEARLY: Final = 2  # edits; as far from what was typed may no other option be

Words = Sequence[str]


def but_for_a_slip(typed: Words, options: Sequence[Words]) -> int | None:
    """The one option that was meant; None where it is none, or may be another."""
    if are_forms(options) or not ASKING.isdisjoint(typed):
        return None
    close = [index for index, option in enumerate(options) if _is_slip(typed, option)]
    if len(close) != 1:
        return None
    if is_inflected(typed, options[close[0]], options):
        return None
    said = " ".join(typed)
    others = (" ".join(option) for index, option in enumerate(options) if index != close[0])
    return None if any(is_near(said, other) for other in others) else close[0]


def are_forms(options: Sequence[Words]) -> bool:
    """Whether some of the options have forms of one word: mangerai and mange, chevaux and chevals."""
    pairs = combinations([set(option) for option in options], 2)
    return any(_are_two_forms(said, word) for one, other in pairs for said in one - other for word in other - one)


def _are_two_forms(one: str, other: str, shortest: int = _STEM, longest: int = _ENDING) -> bool:
    stem = _stem(one, other)
    return stem >= shortest and max(len(one), len(other)) - stem <= longest and (one + other).isalpha()


def _stem(one: str, other: str) -> int:
    return len(list(takewhile(lambda letters: letters[0] == letters[1], zip(one, other, strict=False))))


def is_inflected(typed: Words, meant: Words, options: Sequence[Words]) -> bool:
    """Whether a slip may be a form that is wrong: it is in the ending (« wents » for « went »), and short options have
    forms that begin alike (« goes », « gone »)."""
    pairs = [(said, word) for said, word in zip(typed, meant, strict=False) if said != word]
    ends = all(_ENDINGS.fullmatch(word[_stem(*pair) :]) for pair in pairs for word in pair)
    shared = set[str].intersection(*map(set, options))
    words = [set(option) - shared for option in options]
    if not pairs or not ends or any(len(left) > _FEW for left in words):
        return False
    return any(
        _are_two_forms(said, word, *_SHORT_FORMS)
        for one, other in combinations(words, 2)
        for said in one - other
        for word in other - one
    )


def is_slip_of(typed: str, meant: str) -> bool:
    """Whether one slip turns a word into what was typed, and that names no other substance. An s behind an s, x or z is
    a mistake: « yeuxs »."""
    if not one_edit_apart(typed, meant) or (typed[:-1] == meant and typed[-1] in "sx" and meant[-1] in "sxz"):
        return False
    said, known = (_SUBSTANCE.fullmatch(word) for word in (typed, meant))
    return said is None or known is None or said.groups() != known.groups()


def _is_slip(typed: Words, meant: Words) -> bool:
    if len(typed) == len(meant):
        other = [(said, word) for said, word in zip(typed, meant, strict=True) if said != word]
        return len(other) == 1 and is_slip_of(*other[0])
    letters = "".join(typed)
    return len(letters) >= _SHORTEST and letters.isalpha() and letters == "".join(meant)


def is_near(one: str, other: str) -> bool:
    """Whether two texts are so much alike that a slip may mean either."""
    return _edits(one, other) <= _NEARLY


def _edits(one: str, other: str) -> int:
    """How many letters are added, left out or replaced, or neighbours swapped, between two texts; more than `_NEARLY`
    is not counted."""
    if abs(len(one) - len(other)) > _NEARLY:
        return _NEARLY + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, beside in enumerate(other, 1):
            edits = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != beside))
            if i > 1 < j and letter == other[j - 2] and one[i - 2] == beside:
                edits = min(edits, earlier[j - 2] + 1)
            row.append(edits)
    return row[-1]
