"""Whether a reply may say « vrai » or « faux » at all, by its words alone: most messages have one that stands neither
for that nor around it. Pure; what it says is read in `reply`."""

import re
from itertools import combinations
from string import ascii_lowercase
from typing import Final

from bot.reading.words.answer_phrases import drawn_in
from bot.reading.words.answer_words import (
    ENDINGS,
    FALSE_PHRASES,
    FALSE_WORDS,
    LAST_WORDS,
    NO_VERDICT,
    NUMBER_WORDS,
    OPENINGS,
    ORDINAL_ENDINGS,
    PASS_NOISE,
    PASS_PHRASES,
    STATEMENTS,
    TRUE_PHRASES,
    TRUE_WORDS,
    tokens,
)
from bot.reading.words.choosing_words import FOUND
from bot.reading.words.figures import OF_NUMBERS

VERDICTS: Final = ("vrai", "faux")
_INITIALS: Final = frozenset(verdict[0] for verdict in VERDICTS)  # a slip never changes the first letter
_PIECES: Final = frozenset(  # « fa ux »
    verdict[start:end] for verdict in VERDICTS for start, end in combinations(range(len(verdict) + 1), 2)
)
_ABOUT_A_LINE: Final = (  # between a label and its line, before a value, behind « je ne sais pas »; « ir » is ℝ
    "repons choix proposition petit petite grand grande lettre et ca cela fait donne vaut trouve obtient obtiens "
    "resultat egal egale it equals makes gives found got get les un une des du an the en annee repondre quoi dire "
    "mettre si laquelle lequel choisir ou ir"
).split()
_WORDS: Final = _PIECES.union(
    *(*OPENINGS, *FOUND, *STATEMENTS, *ENDINGS, *TRUE_PHRASES, *FALSE_PHRASES),
    *map(str.split, (*PASS_PHRASES, *NO_VERDICT)),
    *(TRUE_WORDS, FALSE_WORDS, PASS_NOISE, LAST_WORDS, NUMBER_WORDS, OF_NUMBERS),
    *(ORDINAL_ENDINGS, _ABOUT_A_LINE, ascii_lowercase),
)
# Pictures of letters (™, Ⓐ, 🅰): letters for whoever compares words, nothing for whoever compares spellings.
_PICTURED: Final = re.compile(r"[\u2100-\u214F\u249C-\u24E9\u3200-\u33FF\U0001F100-\U0001F2FF]")


def may_be_verdict(text: str) -> bool:
    """Whether every word of a text may stand for a verdict, or around one. A sign may be anything."""
    words = tokens(text)
    return all(map(_may_stand, words)) or not all(map(str.isalnum, words)) or _PICTURED.search(text) is not None


def _may_stand(word: str) -> bool:
    is_ours = word.isascii() and word.isalpha()
    return word in _WORDS or word[0] in _INITIALS or not is_ours or drawn_in(word) in _WORDS
