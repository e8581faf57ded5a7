"""Reads who does what to whom, and what happens to whom, from the kinds of words that follow each other. Pure; the
kinds stand in `lexicon`, what follows what in `plots`; `danger` adds it to what its tables hear."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from bot.reading.distress.lexicon import KINDS, OFTEN
from bot.reading.distress.plots import abuse, emergency, hurt, kept, languages, others, self_harm
from bot.types import Language

_UNKNOWN: Final = "."
_COUNT: Final = ","  # a number that no plot names
_FIRST_CODE: Final = 0x30
_MOST_READ: Final = 60  # words: a longer text is more often a lesson’s or a newspaper’s
_ITEM: Final = re.compile(r"(?P<no>!?)(?P<names>[a-z0-9|$]+)(?P<often>[*?+]?)")
_GAPS: Final = {"~": ".{0,2}", "~~": ".{0,5}", "^": "^", "$": "$"}


class Plot(NamedTuple):
    danger: str  # as in `danger.Danger`
    language: Language


def _words_of(names: str) -> frozenset[str]:
    """The words of several kinds; a name that is no kind is a word."""
    return frozenset(word for name in names.split("|") for word in KINDS.get(name, (name,)))


def _codes(plots: Iterable[str]) -> dict[str, str]:
    """Every word with one character. Words that every plot takes alike have the same one: there are few, and what is
    compiled from them stays small."""
    taken: dict[str, list[str]] = {}
    every = {found["names"] for plot in plots for found in map(_ITEM.fullmatch, plot.split()) if found}
    for names in sorted(every):
        for word in _words_of(names):
            taken.setdefault(word, []).append(names)
    alike = {names: chr(_FIRST_CODE + at) for at, names in enumerate(dict.fromkeys(map(tuple, taken.values())))}
    return {word: alike[tuple(names)] for word, names in taken.items() if word != "$"}


def _item(written: str, codes: Mapping[str, str]) -> str:
    """What one item of a plot becomes."""
    if written in _GAPS:
        return _GAPS[written]
    found = _ITEM.fullmatch(written)
    if found is None:
        raise ValueError(f"no kind of word: {written}")
    names = found["names"].split("|")
    meant = {codes[word] for word in _words_of(found["names"]) if word != "$"} | (
        {_COUNT} if "count" in names else set()
    )
    one_of = f"[{''.join(map(re.escape, sorted(meant)))}]"
    if "$" in names:
        one_of = f"(?:{one_of}|$)"
    return f"(?!{one_of})" if found["no"] else one_of + found["often"]


def _compiled(plots: Iterable[str], codes: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile("|".join("".join(_item(item, codes) for item in plot.split()) for plot in plots))


_WRITTEN: Final = (
    ("now", emergency.PLOTS),
    ("other", others.PLOTS),
    ("self", self_harm.PLOTS),
    ("self", languages.PLOTS),
    ("hurt", hurt.PLOTS),
    ("hurt", abuse.PLOTS),
    ("hurt", kept.PLOTS),
    ("hurt", hurt.NEAR),
    ("other", others.NEAR),
)
_CODES: Final = _codes(plot for _, plots in _WRITTEN for plot in plots)
_PLOTS: Final = tuple((danger, _compiled(plots, _CODES)) for danger, plots in _WRITTEN)
KNOWN: Final = _CODES.keys()
OTHER_LANGUAGES: Final = frozenset(word for plot in languages.PLOTS for word in _words_of(plot.split()[0]))
ELSEWHERE: Final = frozenset(KINDS["elsewhere"])
_ENGLISH: Final = frozenset(
    "my i he she they their his her want to and is are the our was not we of baby dey help please".split()
)
# « isn't answering », « cant breathe », « dont » are as « not »; "he's beating me" has no word between.
_NOT: Final = re.compile(r"\b(?:isn|aren|wasn|weren|don|doesn|didn|won|wouldn|can|couldn|hasn|haven|ain) ?t\b")


def plots_of(words: str) -> Iterator[Plot]:
    """The dangers that the order of the words tells of."""
    said = [word for word in _NOT.sub("not", words).split() if word not in OFTEN]
    if len(said) > _MOST_READ or not ELSEWHERE.isdisjoint(said):
        return
    codes = "".join([_CODES.get(word) or (_COUNT if word.isdigit() else _UNKNOWN) for word in said])
    for danger, pattern in _PLOTS:
        if pattern.search(codes):
            yield Plot(danger, language_of(said))


def language_of(said: Iterable[str]) -> Language:
    """Which of ours the words are of."""
    return Language.FR if _ENGLISH.isdisjoint(said) else Language.EN
