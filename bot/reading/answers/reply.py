"""Reads a person's reply to a numbered question, tolerantly, in French and English. What was asked is passed in.

A reply counts only when it is nothing but an answer: `2`, `la b`, `je choisis la deuxième`; not `j'ai 2 questions`.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile
from typing import Final

from bot.reading.answers.named_letters import names_a_letter, of_letter
from bot.reading.answers.named_options import label_of, named_option
from bot.reading.answers.other_words import in_other_words
from bot.reading.answers.second_thoughts import settled
from bot.reading.answers.verdict_vocabulary import VERDICTS, may_be_verdict
from bot.reading.answers.written_options import as_typed, is_another, written_option
from bot.reading.words.answer_phrases import is_pass, is_to_somebody, verdict, without_fillers
from bot.reading.words.answer_words import (
    AGREEING,
    LAST_WORDS,
    LETTERS_AS_CHOICES,
    NO_VERDICT,
    NUMBER_WORDS,
    tokens,
)
from bot.reading.words.figures import in_figures

MAX_REPLY: Final = 600  # characters; a longer text is a message, not an answer
_LETTER: Final = re.compile(r"[^\W_]")
_CLAUSE: Final = re.compile(r"\s*[,;:.(–—]|\s+-\s|\s+(?:car|parce qu|mais|because|but)\b")
_SIZES: Final = frozenset("petit petite grand grande lettre".split())
_CASES: Final = frozenset("petit petite grand grande majuscule minuscule capital small".split())
_SHARP: Final = re.compile(r"\w#")  # « c# » is no line
_RAISED: Final = re.compile("[⁰¹²³⁴-⁹₀-₉]")  # « 6² » is no line 62
_LISTED: Final = re.compile(r"\s*c\s*[,;:.?!/]+\s*(?!c)[a-h]\W*", re.IGNORECASE)  # « c, d » is not « c'est d »
_DASH_APART: Final = re.compile(r"(?:(?<![\w)])|(?<=[^\W\d]))\s*(?<!\S)[-\u2010-\u2013\u2212]\s+(?=[\d√])")
_ALONE: Final = re.compile(r"\d{1,2}(?![.,/]?\d).*", re.DOTALL)  # « - 3 svp »: may be a line
_ASKS_BACK: Final = re.compile(r"\bpas\s+vrai\s*\?|\bisn['’]?t\s+(?:it|that)\s*\?", re.IGNORECASE)  # « pas vrai ? »
_POINT_FIRST: Final = re.compile(r"((?:[^\W\d]|[:=])\s+)[.,](?=\d)")  # « c'est .5 »


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the options, counted from 0. `value`: another one, which is the number that the line of this one has; the
    reply may mean either."""

    index: int
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false, as the person says."""

    value: bool


@dataclass(frozen=True, slots=True)
class Pass:
    """The person does not know or wants the next one."""


@dataclass(frozen=True, slots=True)
class OutOfRange:
    """A label that is not on the list; letters count from a = 1."""

    number: int


@dataclass(frozen=True, slots=True)
class NotAnAnswer:
    """Something else: the caller treats it as an ordinary message."""


ChoiceReply = Choice | Pass | OutOfRange | NotAnAnswer
TruthReply = Truth | Pass | OutOfRange | NotAnAnswer


def read_choice(text: str, options: Sequence[str]) -> ChoiceReply:
    """What a reply means when `options` were offered as 1, 2, 3… (or a, b, c…).

    In order: words that are an option to the letter or sign by sign, a label that is on the list, the text of an
    option, yes and no where these are the options, "I don't know", an option in other words than it has, what is left
    of a reply that changes its mind or gives a reason, a label that is not on the list."""
    verdicts = options if any(_says(option) is not None for option in options) else ()
    return _settled(text, lambda said: _at_once(said, options), verdicts)


def _settled(text: str, read: Callable[[str], ChoiceReply], verdicts: Sequence[str]) -> ChoiceReply:
    """What a reply is read as, at once or by what is left of it; `verdicts` as in `settled`."""
    if len(text) > MAX_REPLY:
        return NotAnAnswer()
    text = _POINT_FIRST.sub(r"\g<1>0.", text)
    reply = read(text)
    if isinstance(reply, OutOfRange | NotAnAnswer):
        meant = settled(text, lambda said: _index(read(said)), verdicts=verdicts)
        return Choice(meant) if meant is not None else NotAnAnswer() if _RAISED.search(text) else reply
    return reply


def _index(reply: ChoiceReply) -> int | None:
    return reply.index if isinstance(reply, Choice) else None


def _at_once(text: str, options: Sequence[str]) -> ChoiceReply:
    typed = as_typed(text)
    same = [index for index, option in enumerate(options) if as_typed(option) == typed]
    if len(same) == 1 and not text.strip().isdecimal():  # `a` and `ou` where `à` and `où` are options too
        return Choice(same[0])
    if " ".join(tokens(text)) in NO_VERDICT and tokens(text) not in map(tokens, options):
        return NotAnAnswer()  # « non merci » wants no quiz
    if not _CASES.isdisjoint(tokens(text)) and len(set(map(str.casefold, options))) < len(options):
        return NotAnAnswer()  # « petit a » where A and a can be chosen
    for said in dict.fromkeys((text, in_figures(text))):  # « deux x » is 2x, not the second line, x
        written = written_option(said, options)
        if written is not None:
            return Choice(written)
    core = without_fillers(tokens(text))
    if len(core) == 1 and names_a_letter(core[0], options):
        lettered = of_letter(core[0], options)
        return NotAnAnswer() if lettered is None else Choice(lettered)
    reply = _in_words(text, options)
    if isinstance(reply, Choice):
        is_label = _label([word for word in tokens(text) if word not in AGREEING], len(options)) == reply.index + 1
        return NotAnAnswer() if is_another(text, options, reply.index, is_label=is_label) else reply
    meant = in_other_words(text, options) if isinstance(reply, OutOfRange | NotAnAnswer) else None
    return reply if meant is None else Choice(meant)


def _in_words(text: str, options: Sequence[str]) -> ChoiceReply:
    words = tokens(text)
    asks_last = "?" in text and not LAST_WORDS.isdisjoint(words) and named_option(words, options) is None
    if asks_last or _LISTED.fullmatch(text) or _SHARP.search(text):
        return NotAnAnswer()  # « c'est la dernière ? » asks how many are left
    if is_to_somebody(text) and without_fillers(words) == ["a"]:
        return NotAnAnswer()
    apart = _DASH_APART.search(text)
    if apart is not None:  # « - 2 »: the second line, unless -2 can be chosen, or another negative number
        negative = named_option(tokens(f"{text[: apart.start()]} -{text[apart.end() :]}"), options)
        if negative is not None:
            return Choice(negative)
        is_line = _ALONE.fullmatch(text[apart.end() :]) or not _LETTER.search(text[: apart.start()])
        if not is_line or any(tokens(option)[:1] == ["-"] for option in options):
            return NotAnAnswer()
    return _chosen(words, options)


def _chosen(words: Sequence[str], options: Sequence[str]) -> ChoiceReply:
    label = _label(words, len(options))
    if label is not None and 1 <= label <= len(options):
        return Choice(label - 1)
    named = named_option(words, options)
    if named is None:
        named = _yes_or_no(words, options)
    if named is not None:
        return Choice(named)
    if is_pass(words):
        return Pass()
    if label is None and _only_agrees(words, options):
        after = _chosen(list(dropwhile(AGREEING.__contains__, words)), options)  # « oui oui c'est la b »
        return after if isinstance(after, Choice) else NotAnAnswer()
    return NotAnAnswer() if label is None else OutOfRange(label)


def read_true_false(text: str) -> TruthReply:
    """What a reply to "true or false?" means: vrai, faux, V, F, true, false, oui, non… or 1 and 2 in that order."""
    if len(text) > MAX_REPLY:
        return NotAnAnswer()
    said = verdict(tokens(text))
    if said is not None:
        return NotAnAnswer() if _ASKS_BACK.search(text) else Truth(said)
    reply = _settled(text, _verdict_at_once, VERDICTS)
    return Truth(reply.index == 0) if isinstance(reply, Choice) else reply


def _verdict_at_once(text: str) -> ChoiceReply:
    return _at_once(text, VERDICTS) if may_be_verdict(text) else NotAnAnswer()


def _yes_or_no(words: Sequence[str], options: Sequence[str]) -> int | None:
    """The one option that says yes, or no, when another says the opposite: « Oui, car… » beside « Non »."""
    meant = [_says(option) for option in options]
    said = verdict(words)
    return meant.index(said) if said is not None and meant.count(said) == 1 and (not said) in meant else None


@lru_cache(maxsize=256)
def _says(option: str) -> bool | None:
    """Yes or no, if an option says or begins with it."""
    said = verdict(tokens(option))
    return verdict(tokens(_CLAUSE.split(option, maxsplit=1)[0])) if said is None else said


def _only_agrees(words: Sequence[str], options: Sequence[str]) -> bool:
    """Whether a yes at the beginning says nothing: none of the options is a yes or a no."""
    return words[:1] != [] and words[0] in AGREEING and all(_says(option) is None for option in options)


def _label(words: Sequence[str], count: int) -> int | None:
    """The number a reply consists of, counted from 1; None when it is not just a label."""
    core = without_fillers(words)
    if len(core) == 2 and core[0].isdecimal() and f"1{core[1]}" in NUMBER_WORDS:  # « la 2 ème »
        core = ["".join(core)]
    if len(core) == 2 and core[0] in _SIZES and core[1] in LETTERS_AS_CHOICES:  # « petit b »
        core = core[1:]
    return label_of(core[0], count, alone=len(words) == 1) if len(core) == 1 else None
