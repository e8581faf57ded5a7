"""Reads what a transcriber has written down of somebody's voice, where that differs from what they would have typed:
numbers in words, letters as they sound. Pure."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from bot.reading.words.answer_phrases import without_fillers
from bot.reading.words.answer_words import tokens

LONGEST: Final = 160  # characters of an utterance that is nothing but an answer or a code
MOST_READINGS: Final = 32  # « quatre vingt deux » may be 82, 4 22 or 4 20 2
MOST_DIGITS: Final = 12
_UNITS: Final = dict(zip("zero un deux trois quatre cinq six sept huit neuf".split(), range(10), strict=True)) | dict(
    zip("oh one two three four five six seven eight nine".split(), range(10), strict=True)
)
_TEENS: Final = dict(zip("dix onze douze treize quatorze quinze seize".split(), range(10, 17), strict=True)) | dict(
    zip(
        "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(),
        range(10, 20),
        strict=True,
    )
)
_TENS: Final = {
    **dict(zip("vingt trente quarante cinquante soixante".split(), range(20, 70, 10), strict=True)),
    **dict(zip("twenty thirty forty fifty sixty seventy eighty ninety".split(), range(20, 100, 10), strict=True)),
    "vingts": 20,
    "septante": 70,
    "huitante": 80,
    "octante": 80,
    "nonante": 90,
}
NUMBER_WORDS_BELOW_100: Final = {**_UNITS, "une": 1, **_TEENS, **_TENS}
_HUNDRED: Final = ("cent", "cents", "hundred")
_BETWEEN: Final = frozenset("et and puis then ensuite euh heu hum virgule comma tiret dash espace".split())

# A letter or a digit alone, as transcribers spell its sound.
_SOUNDS_LIKE: Final = {
    "be": "b", "bee": "b", "baie": "b", "ce": "c", "see": "c", "sea": "c", "dee": "d",
    "d eux": "2", "too": "2", "won": "1",
}  # fmt: skip


def as_answer(said: str) -> str:
    """What was said as the answer somebody would have typed: « Bé. » as b. Anything else as it is."""
    words = without_fillers(tokens(said[:LONGEST]))
    return _SOUNDS_LIKE.get(" ".join(words), said)


def digits_said(text: str, length: int) -> tuple[str, ...]:
    """The strings of so many digits that a text may say, in digits or words: « quatre huit deux neuf un trois »,
    « 48, 29, 13 », « quatre cent quatre-vingt-deux, neuf cent treize ». The likeliest reading first."""
    words = [word.removesuffix(",") for word in tokens(text)]
    found: dict[str, None] = {}
    for is_number, run in groupby(words, key=_is_of_number):
        if is_number:
            found |= dict.fromkeys(digits for digits in _readings(tuple(run)) if len(digits) == length)
    return tuple(found)


def says_digits_alone(text: str) -> str | None:
    """The digits of a text that says nothing else, in digits or words, as they are likeliest meant."""
    words = tokens(text[:LONGEST])
    return next(_readings(words), "") or None if words and all(map(_is_of_number, words)) else None


def _is_of_number(word: str) -> bool:
    return word.isdecimal() or word in NUMBER_WORDS_BELOW_100 or word in _HUNDRED or word in _BETWEEN


def _readings(run: Sequence[str]) -> Iterator[str]:
    """The ways to read a run of numbers as one string of digits; longest numbers first."""
    left = MOST_READINGS
    for digits in _read(tuple(word for word in run if word not in _BETWEEN), MOST_DIGITS):
        yield digits
        left -= 1
        if not left:
            return


def _read(words: tuple[str, ...], room: int) -> Iterator[str]:
    if not words:
        yield ""
        return
    if words[0].isdecimal():
        firsts = [(1, words[0])]
    else:
        tried = ((count, number_below_1000(words[:count])) for count in range(min(6, len(words)), 0, -1))
        firsts = [(count, str(value)) for count, value in tried if value is not None]
    for count, digits in firsts:
        if len(digits) <= room:
            for rest in _read(words[count:], room - len(digits)):
                yield digits + rest


def number_below_1000(words: Sequence[str]) -> int | None:
    """The number below a thousand that these words are."""
    at = next((index for index, word in enumerate(words) if word in _HUNDRED), None)
    if at is None:
        return _below_100(words)
    hundreds = 1 if at == 0 else _UNITS.get(words[0], 0) if at == 1 else 0
    rest = _below_100(words[at + 1 :]) if words[at + 1 :] else 0
    return hundreds * 100 + rest if hundreds and rest is not None else None


def _below_100(words: Sequence[str]) -> int | None:
    first, rest = words[0], words[1:]
    if first not in NUMBER_WORDS_BELOW_100:
        return None
    if not rest:
        return NUMBER_WORDS_BELOW_100[first]
    if first == "quatre" and rest[0] in ("vingt", "vingts"):
        base, rest = 80, rest[1:]
    elif first in _TENS:
        base = _TENS[first]
    elif first == "dix" and len(rest) == 1 and _UNITS.get(rest[0], 0) >= 7:
        return 10 + _UNITS[rest[0]]
    else:
        return None
    more = _below_100(rest) if rest else 0
    most = 20 if base in (60, 80) else 10  # soixante-dix-sept, quatre-vingt-seize
    return base + more if more is not None and (more or not rest) and more < most else None
