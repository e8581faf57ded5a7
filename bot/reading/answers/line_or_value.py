"""Reads a reply to one question of a quiz; a number alone may be a line of the list or the option that is that number:
« 3 » below « 1. 2 », « 2. 3 », « 3. 4 », « la première » below « 1. Seconde Guerre », « 2. Première Guerre ». Pure."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Final

import regex

from bot.reading.answers.dates import date_of
from bot.reading.answers.formulas import formula
from bot.reading.answers.numerals import ranks_in, with_ranks_in_figures
from bot.reading.answers.quantities import quantity
from bot.reading.answers.reply import Choice, ChoiceReply, NotAnAnswer, Pass, Truth, read_choice, read_true_false
from bot.reading.answers.verdict_signs import contradicts, signs_as_words
from bot.reading.answers.written_options import written_option
from bot.reading.words.answer_phrases import without_fillers
from bot.reading.words.answer_words import LAST_WORDS, NUMBER_WORDS, ORDINALS, tokens
from bot.reading.words.figures import in_figures
from bot.text.folding import folded

_LETTER: Final = re.compile(r"[^\W_]")
_NAME_OF_MONTH: Final = re.compile(r"[^\W\d_]{3}")
_NOT_ALONE: Final = frozenset(  # before a number that is said to be a line
    "la option choix ligne numero num no n proposition choice number line".split()
)
_MINUS: Final = frozenset("- moins minus".split())
_OPPOSING: Final = frozenset("pas non not no".split())
_VALUE: Final = regex.compile(  # « 3 », « +3 », « x = 3 », « 3 % », « 3 pommes vertes »; not « 3x », « 3 + x », « 3,5 »
    r"(?:[a-z]{1,3}['’]?(?:\(\w{1,3}\))?\s*=\s*)?\+?\s*(\d)"
    r"(?:\s*(?:°\s?[cfk]|[%°‰€$])|(?:\s+(?=\p{L}{2})[\p{L}'’/·.²³⁻¹-]+){0,4}|\s+\p{L}(?:[/·.]\p{L}+[²³⁻¹]*)?)?",
    regex.IGNORECASE,
)
_LED: Final = regex.compile(  # « Chapitre 3 », « pH 3 », « environ 3 », « elle a 3 côtés », « $3 », « [3] »
    r"(?:(?!moins|minus|(?:les|tou\w+|the|all|both)\b)\p{L}[\p{L}'’]+\s+(?:(?!moins|minus)[\p{L}'’]+\s+){0,2}|[€$]\s?)(?=\d)|[\[({«\"“]\s?(?=\d\W*$)",
    regex.IGNORECASE,
)
_AROUND: Final = re.compile(r"(.*?)\s*(\d+(?:[.,]\d+)?)\s*(\w*)")  # a number, what stands before it, the word behind
_BRACKET: Final = re.compile(r"\s*[\])}»\"”]$")
_COUNTED: Final = regex.compile(r"\d\s+\p{L}{2,}(?:\s+(?:et|and)\s+\d\s+\p{L}{2,})+")  # « 3 côtés et 3 angles »
_RANKED: Final = regex.compile(r"(\d)(?:i?[eè]me|[eè]?re|er?|nde?|st|rd|th)\b\D*", regex.IGNORECASE)  # « 3e groupe »
_LINES: Final = frozenset("reponse option choix ligne proposition answer choice line".split())
_GLUED: Final = regex.compile(r"(\d)(?=\p{L})\S+")  # « 3cm »
_LABELLED: Final = regex.compile(r"\W*([a-h])\s?[).:]\s*(?=\p{L}{2})", regex.IGNORECASE)
_ONES: Final = frozenset(("un", "une", "one"))  # numbers beside others, articles beside « le » or « des »
_ARTICLES: Final = _ONES.union("le la les l des du de aucun aucune the a an no deux trois two three".split())
_AMOUNTS: Final = frozenset("zero aucun aucune none plusieurs several beaucoup many rien nothing".split())
_NUMBERS: Final = frozenset({*_AMOUNTS, *"no 0 2 3 4 deux trois quatre two three four".split()})
_WORD: Final = 3  # letters of a word that says which line it is
_ZERO: Final = regex.compile(r"(?:[^).:]*\s)?0(\d)\W*", regex.DOTALL)


def read_answer(text: str, options: Sequence[str] | None) -> ChoiceReply:
    """What a reply to one question means; without options it is "true or false?", of which true is the first."""
    if "🤷" in text and not _LETTER.search(text):
        return Pass()
    if options is not None:
        return _of_options(text, options)
    verdict = read_true_false(signs_as_words(text))
    if not isinstance(verdict, Truth):
        return verdict
    return NotAnAnswer() if contradicts(text, is_true=verdict.value) else Choice(0 if verdict.value else 1)


def _of_options(text: str, options: Sequence[str]) -> ChoiceReply:
    reply = read_choice(text, options)
    if not isinstance(reply, Choice):
        return reply
    if is_labelled_otherwise(text, reply.index, options):
        return NotAnAnswer()
    formulas = list(map(formula, options))
    zero = _ZERO.fullmatch(text)  # « 02 » is O2 where that can be chosen
    if zero is not None and f"o{zero[1]}" in formulas:
        return Choice(formulas.index(f"o{zero[1]}"))
    ways = (text, in_figures(text))  # « un demi » is 1/2, whatever line 1 is
    writes_it = any(written_option(said, options) == reply.index for said in ways)
    return reply if writes_it else replace(reply, value=_value_meant(text, options, reply.index))


def is_labelled_otherwise(text: str, index: int, options: Sequence[str]) -> bool:
    """Whether an option is written behind the letter of another line: « c) Abidjan » where that is the first."""
    found = _LABELLED.match(text)
    label = ord(found[1].lower()) - ord("a") if found else index
    return label != index and label < len(options)


def is_told_by_numbers(options: Sequence[str]) -> bool:
    """Whether some line has the number that another option is, so that a number alone says nothing."""
    return any(_other_of_that_value(options, index) is not None for index in range(len(options)))


def _value_meant(text: str, options: Sequence[str], index: int) -> int | None:
    """The option that may be meant as well, where a reply was read as one by the number of its line. Not where that
    number is said to be one (« la 3 », « choix 3 ») or stands beside the option itself (« 3) 4 »)."""
    words = tokens(text)
    other = _other_of_that_rank(words, options, index)
    if other is not None:
        return other
    other = _other_of_that_article(words, options, index)
    if other is not None:
        return other
    other = _other_of_that_value(options, index)
    if other is None:
        return None
    at = [place for place, word in enumerate(words) if word not in ORDINALS and _number(word) == index + 1]
    negative = [place for place in at if place and words[place - 1] in _MINUS]
    if negative and _OPPOSING.isdisjoint(words):
        return None
    at = [place for place in at if place not in negative]  # « 3 pas -3 » says 3 and another one
    if not at or any(words[place - 1] in _NOT_ALONE for place in at if place):
        return None
    own = tokens(options[index])
    is_said_too = any(words[place : place + len(own)] == own for place in range(len(words)))
    names_it = {word for word in own if len(word) >= _WORD}.difference(tokens(options[other])).intersection(words)
    return None if (own and is_said_too) or names_it else other


def _other_of_that_rank(words: Sequence[str], options: Sequence[str], index: int) -> int | None:
    """The one that « la première » may name as well, where it was read as a line. Not where it is said to be one (« la
    première réponse »), or the line has that rank too."""
    is_line = any(later in _LINES for word, later in pairwise(words) if word in ORDINALS or word in LAST_WORDS)
    if is_line or set(tokens(options[index])).issubset(words):
        return None
    is_last = index == len(options) - 1 and not LAST_WORDS.isdisjoint(words)
    if not is_last and index + 1 not in map(ORDINALS.get, words):
        return None
    having = [_has_rank(option, index + 1, is_last=is_last) for option in options]
    return having.index(True) if any(having) and not having[index] else None


def _has_rank(option: str, rank: int, *, is_last: bool) -> bool:
    return not LAST_WORDS.isdisjoint(tokens(option)) if is_last else rank in ranks_in(option)


def _other_of_that_article(words: Sequence[str], options: Sequence[str], index: int) -> int | None:
    """The one option that « une » begins, where it was read as the first line and all of them begin with such a word:
    « un ami », « une amie », « l’ami »."""
    first = [(tokens(option) or [""])[0] for option in options]
    said = without_fillers(words)
    is_article = len(said) == 1 and said[0] in _ONES and _ARTICLES.issuperset(first) and "la" not in words
    return first.index(said[0]) if is_article and first.count(said[0]) == 1 and first[index] != said[0] else None


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) == 1 else NUMBER_WORDS.get(word)


def _other_of_that_value(options: Sequence[str], index: int) -> int | None:
    """The first other option that is the number of a line: « 3 » may be 3 km too where the third is 3 cm."""
    values = enumerate(_values(tuple(options)))
    return next((other for other, value in values if value == index + 1 and other != index), None)


@lru_cache(maxsize=64)
def _values(options: tuple[str, ...]) -> tuple[int | None, ...]:
    """The whole number below ten that each option is, with whatever unit."""
    values = tuple(map(_value, options, _told_by_their_numbers(options)))
    said = [" ".join(tokens(option)) for option in options]
    if sum(one in ORDINALS for one in said) > 1:  # « 3 » below « 1. troisième », « 3. deuxième »
        return tuple(ORDINALS.get(one, value) for one, value in zip(said, values, strict=True))
    if any(value is not None for value in values) or not _AMOUNTS.isdisjoint(said):
        values = tuple(1 if one in _ONES else value for one, value in zip(said, values, strict=True))
    return tuple(1 if _counts_one(one, said) else value for one, value in zip(said, values, strict=True))


def _counts_one(option: str, options: Sequence[str]) -> bool:
    """« une solution » beside « aucune solution » or « deux solutions »."""
    one, _, counted = option.partition(" ")
    others = (tuple(other.partition(" ")[::2]) for other in options if other != option)
    return one in _ONES and any(
        number in _NUMBERS and counted != "" and thing.removesuffix("s") == counted.removesuffix("s")
        for number, thing in others
    )


def _told_by_their_numbers(options: Sequence[str]) -> list[bool]:
    """Which have another number than some other option behind the same words or before the same one: « Chapitre 2 » and
    « Chapitre 4 »; not « aucun des deux » beside « les deux »."""
    found = [_AROUND.match(folded(in_figures(option))) for option in options]
    parts = [(one[1], one[2], one[3].removesuffix("s")) if one else None for one in found]
    return [
        one is not None
        and any(other and other[1] != one[1] and any(map(_same, one[::2], other[::2])) for other in parts)
        for one in parts
    ]


def _same(words: str, others: str) -> bool:
    return words != "" and words == others


def _value(option: str, is_told_by_it: bool) -> int | None:
    spelt = in_figures(option).strip(" .")
    if _COUNTED.fullmatch(spelt):
        numbers = set(re.findall(r"\d", spelt))
        return int(numbers.pop()) if len(numbers) == 1 else None
    led = _LED.match(spelt)
    if led and (is_told_by_it or not led[0][0].isalpha()):
        spelt = _BRACKET.sub("", spelt[led.end() :])
    found = _VALUE.fullmatch(spelt) or _RANKED.fullmatch(with_ranks_in_figures(option.strip(" .")))
    if (date := date_of(option)) and _NAME_OF_MONTH.search(option):
        return date.day  # 4 of « 4 avril 1960 »
    found = found or (_GLUED.fullmatch(spelt) if quantity(spelt) else None)
    return int(found[1]) if found else None
