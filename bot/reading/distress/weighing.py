"""How much a message sounds like a cry, whatever its words: small weights that add up, learnt from the sentences of
the tests (`tests/unit/reading/distress/learning.py`) and kept in `weights.txt`. Pure. Patterns know what somebody
thought of; this hears what is put in other words, and doubts a pattern in a sentence that is about something else."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import Final

from bot.reading.distress.learnt import Learnt
from bot.reading.distress.lexicon import KINDS
from bot.reading.distress.words import PARTS, words_of

UNIT: Final = 0.05  # what one of the numbers in the file weighs
AT_ONCE: Final = 0.75  # what danger at this minute weighs more than another: to be told to get safe first harms nobody
WITHIN: Final = 0.9  # what a part has to weigh more than a whole message: there are many of them
_RUNS: Final = 3  # parts that are weighed together
_FEWEST: Final = 2  # spaces: what is shorter is no part
_EDGE: Final = "^"
_SHORTEST: Final = 4  # letters: what is shorter is taken as a whole
_PIECES: Final = (3, 4, 5)  # letters
# Words that stand for each other: whoever does it, whatever is swallowed. The first kind that has a word names it.
_ALIKE: Final = {
    "who": ("kin", "power", "elder"),
    "body": ("body", "private"),
    "weapon": ("weapon",),
    "toxic": ("toxic", "pills"),
    "time": ("time",),
    "place": ("settled", "place"),
    **{
        kind: (kind,)
        for kind in (
            "beats", "kills", "bad", "clothes", "swallows", "rapes", "forces", "takes", "bleeds", "burns", "fit",
            "shots", "breaks", "follows", "dead", "drug", "pictures", "publish", "marries", "pregnant", "sleeps",
            "eats", "birth",
        )
    },
}  # fmt: skip
_THEY: Final = "il elle ils elles he she they on".split()


# Whoever is polite or hurried is in no less danger, nor in more, and a lesson begins with the same words: they weigh
# nothing.
_MANNERS: Final = re.compile(
    r"\b(?:s il (?:vous|te) plait|thank you|merci(?: beaucoup| bien| d avance)?|excuse[zr]? moi|excuse me|bonjour|"
    r"bonsoir|bjr|bsr|slt|salut|hello|hi|hey|cc|coucou|thanks|please|pls|plz|abeg|svp|stp|pardon|sorry|palabre|ok|cordialement|"
    r"repond(?:s|ez)? (?:moi )?(?:vite|rapidement)|(?:answer|reply)(?: me)? (?:fast|quickly|quick)|"
    r"^(?:monsieur|madame|mr|mme|sir|madam)|(?:monsieur|madame|mr|mme|sir|madam)$)\b"
)


def said_in(words: str) -> list[str]:
    """The words of a message or sentence that tell something."""
    return _MANNERS.sub(" ", words).split()


def _named() -> dict[str, str]:
    named = dict.fromkeys(_THEY, "@they")
    for name, kinds in _ALIKE.items():
        for kind in kinds:
            for word in KINDS[kind]:
                named.setdefault(word, f"@{name}")
    return named


_NAMED: Final = _named()


def marks_of(words: Sequence[str]) -> Iterator[str]:
    """What a sentence is weighed by: the pieces of its words, and which word stands behind which."""
    for word in words:
        yield from pieces_of(word)
    yield from _order_of(words)


def _order_of(words: Sequence[str]) -> Iterator[str]:
    names = [_EDGE, *map(_name, words), _EDGE]
    yield from names[1:-1]
    yield from (f"{one} {two}" for one, two in pairwise(names))
    yield from (f"{one}~{two}" for one, two in zip(names, names[2:], strict=False))
    yield from (f"{one}~~{two}" for one, two in zip(names, names[3:], strict=False))
    yield from map(" ".join, zip(names, names[1:], names[2:], strict=False))


def names_of(words: Sequence[str]) -> Iterator[str]:
    """What tells of which kind a cry is: its words, also by what they stand for, and each with the next."""
    names = [*map(_name, words)]
    yield from names
    yield from (word for word, name in zip(words, names, strict=True) if word != name)
    yield from map(" ".join, pairwise(names))


def _name(word: str) -> str:
    if word.isdigit():  # two tablets, or twenty
        return "@few" if len(word) == 1 and word < "5" else "@count"
    return _NAMED.get(word, word)


def pieces_of(word: str) -> Iterator[str]:
    """The letters of a word in threes, fours and fives: a stem is known whatever its ending and spelling are."""
    if len(word) >= _SHORTEST:
        held = f"<{word}>"
        yield from (f"#{held[at : at + size]}" for size in _PIECES for at in range(len(held) - size + 1))


WEIGHTS: Final = Learnt("weights.txt")
KIND_WEIGHTS: Final = Learnt("kinds.txt")
_START: Final = WEIGHTS.of("")[0] * UNIT
_KINDS_AT_FIRST: Final = KIND_WEIGHTS.of("")
NOW: Final = 0  # of the four


@lru_cache(maxsize=4_096)
def _heavy_in(word: str) -> tuple[int, ...]:
    """Where the weights of the pieces of a word are."""
    return tuple(WEIGHTS.places(pieces_of(word)))


def weight_of(text: str, words: str) -> float:
    """How much the whole of a message, or the heaviest of its parts, sounds like a cry; about 1 is as likely one as
    not. `words` are those of the text."""
    return heaviest_in(text, words)[0]


def heaviest_in(text: str, words: str) -> tuple[float, str]:
    """The weight of a message (`weight_of`), and the words that have it: all, or those of its heaviest parts."""
    whole = (_scaled(_weighed(words)), words)
    parts = [(words_of(part), part.endswith(":")) for part in PARTS.split(text)]
    parts = [(part, named) for part, named in parts if named or part.count(" ") >= _FEWEST]
    if len(parts) < 2:
        return whole
    weight, first, behind = max(_runs([(_weighed(part), named) for part, named in parts]))
    if weight - WITHIN <= whole[0]:
        return whole
    return weight - WITHIN, " ".join(part for part, _ in parts[first:behind])


def _runs(each: Sequence[tuple[tuple[int, int], bool]]) -> Iterator[tuple[float, int, int]]:
    """The weight of each part, and of each with those that follow it, and where they are; not without the word in
    front that says what it is: « exercice : mon oncle m’a… »."""
    for at in range(len(each)):
        if at == 0 or not each[at - 1][1]:
            run = (0, 0)
            for behind, ((weight, marks), _) in enumerate(each[at : at + _RUNS], start=at + 1):
                run = (run[0] + weight, run[1] + marks)
                yield _scaled(run), at, behind


def kind_of(words: str) -> int:
    """Which of the four dangers, in the order of `danger.Danger`, the words of a cry tell of most."""
    told = KIND_WEIGHTS.places(names_of(said_in(words)))
    scale = 1 / sqrt(max(len(told), 1))
    sums = [
        first + scale * sum([column[place] for place in told])
        for first, column in zip(_KINDS_AT_FIRST, KIND_WEIGHTS.columns, strict=True)
    ]
    sums[NOW] += AT_ONCE / UNIT
    return sums.index(max(sums))


def _weighed(words: str) -> tuple[int, int]:
    """Each mark counts once: what is said again is no more of a cry."""
    said = said_in(words)
    known = WEIGHTS.places(_order_of(said)).union(*map(_heavy_in, said))
    weights = WEIGHTS.columns[0]
    return sum([weights[place] for place in known]), len(known)


def _scaled(weighed: tuple[int, int]) -> float:
    return _START + UNIT * weighed[0] / sqrt(max(weighed[1], 1))
