"""Which option a reply names by its words: the whole of it, behind or before its label, without its article, but for a
slip; and which line a word is. Pure; called by `reply`."""

from collections.abc import Sequence
from typing import Final

from bot.reading.words.answer_phrases import without_fillers
from bot.reading.words.answer_words import GLUED, LAST_WORDS, LETTERS_AS_CHOICES, NUMBER_WORDS, tokens
from bot.reading.words.slips import but_for_a_slip

_BEFORE_LABEL: Final = frozenset("la le l c est reponse option numero".split())
_CALLED: Final = frozenset("reponse reponce repons option choix proposition answer choice one =".split())
_ARTICLES: Final = frozenset("le la les l un une des the a an".split())


def label_of(word: str, count: int, *, alone: bool) -> int | None:
    """The number one word stands for. `alone`: nothing around it says that it is a label."""
    glued = GLUED.fullmatch(word)
    if glued:
        return int(glued[1])
    if word.isdecimal():
        return int(word) if len(word) <= 2 else None
    if word in NUMBER_WORDS:
        return NUMBER_WORDS[word]
    if word in LAST_WORDS:
        return count
    if len(word) == 1 and "a" <= word <= "z":
        position = ord(word) - ord("a") + 1
        return position if position <= count or not alone or word in LETTERS_AS_CHOICES else None
    return None


def named_option(words: Sequence[str], options: Sequence[str]) -> int | None:
    """The one option whose text the reply gives: after its label, without its article, or with one typo."""
    if not words:
        return None
    whole = [tokens(option) for option in options]
    core = without_fillers(words)
    cores = [_core(option) for option in whole]
    label = label_of(core[0], len(options), alone=False) if core != ["c", "est"] else None
    said = core[2:] if core[2:] and core[1] in _CALLED else core[1:]  # « deuxième réponse, Yamoussoukro »
    is_twice = said == core[:1] and core[0].isalpha()
    if (
        label is not None
        and not is_twice
        and 1 <= label <= len(options)
        and said in (whole[label - 1], cores[label - 1])
    ):
        return label - 1
    both = [found for said in (core, list(words)) if (found := _with_its_label(said, cores)) is not None]
    if both:
        return both[0]
    for said, meant in ((list(words), whole), (core, cores)):
        if said in meant:
            return meant.index(said) if meant.count(said) == 1 and not _is_of_several(said, whole) else None
    meant_to = but_for_a_slip(words, whole)
    return but_for_a_slip(core, cores) if meant_to is None else meant_to


def _core(option: list[str]) -> list[str]:
    """An option without the words around it, as of a reply; what is left is no mere sign: « na » is one of Na⁺."""
    core = without_fillers(option) if any(len(word) > 1 for word in option) else option
    return core if any(map(str.isalnum, core)) else option


def _is_of_several(said: Sequence[str], options: Sequence[Sequence[str]]) -> bool:
    """Whether words that are none of the options whole are several without an article: « enfants jouent »."""
    bare = [[word for word in option if word not in _ARTICLES] for option in options]
    return list(said) not in options and bare.count(list(said)) > 1


def _with_its_label(words: Sequence[str], options: Sequence[Sequence[str]]) -> int | None:
    """The option that is written before its label, or behind it and a sign: « Bouaké (c) », « c = Bouaké »."""
    *said, last = words
    while said and said[-1] in _BEFORE_LABEL:
        said.pop()
    readings = [(last, said)]
    if len(words) > 2 and words[1] in "=/":
        readings.append((words[0], list(words[2:])))
    for label, option in readings:
        number = label_of(label, len(options), alone=False)
        is_named = any(map(str.isalpha, option)) and option != [label]  # « A a » may be Aa
        is_on_list = number is not None and 1 <= number <= len(options) and is_named
        if number is not None and is_on_list and list(options[number - 1]) == option:
            return number - 1
    return None
