"""Reads a person's reply to a numbered question, tolerantly, in French and English. What was asked is passed in.

A reply counts only when it is nothing but an answer: `2`, `la b`, `je choisis la deuxième`; not `j'ai 2 questions`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.channels.reply_words import (
    ENDINGS,
    FALSE_WORDS,
    LAST_WORDS,
    LETTERS_AS_CHOICES,
    NUMBER_WORDS,
    OPENINGS,
    PASS_PHRASES,
    TRUE_WORDS,
    one_edit_apart,
    tokens,
)

MAX_REPLY: Final = 600  # characters; a longer text is a message, not an answer


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the options, counted from 0."""

    index: int


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

    In order: a label that is on the list, the text of an option, "I don't know", a label that is not on the list."""
    if len(text) > MAX_REPLY:
        return NotAnAnswer()
    words = tokens(text)
    label = _label(words, len(options))
    if label is not None and 1 <= label <= len(options):
        return Choice(label - 1)
    named = _named_option(words, options)
    if named is not None:
        return Choice(named)
    if _is_pass(words):
        return Pass()
    return NotAnAnswer() if label is None else OutOfRange(label)


def read_true_false(text: str) -> TruthReply:
    """What a reply to "true or false?" means: vrai, faux, V, F, true, false, oui, non… or 1 and 2 in that order."""
    if len(text) > MAX_REPLY:
        return NotAnAnswer()
    words = _without_fillers(tokens(text))
    verdicts = {True if word in TRUE_WORDS else False if word in FALSE_WORDS else None for word in words}
    if len(verdicts) == 1 and None not in verdicts:
        return Truth(verdicts == {True})
    reply = read_choice(text, ("vrai", "faux"))
    return Truth(reply.index == 0) if isinstance(reply, Choice) else reply


def _label(words: Sequence[str], count: int) -> int | None:
    """The number a reply consists of, counted from 1; None when it is not just a label."""
    core = _without_fillers(words)
    if len(core) != 1:
        return None
    word = core[0]
    if word.isdecimal():
        return int(word) if len(word) <= 2 else None
    if word in NUMBER_WORDS:
        return NUMBER_WORDS[word]
    if word in LAST_WORDS:
        return count
    if len(word) == 1 and "a" <= word <= "z":
        position = ord(word) - ord("a") + 1
        asked_for = position <= count or len(words) > 1 or word in LETTERS_AS_CHOICES
        return position if asked_for else None
    return None


def _named_option(words: Sequence[str], options: Sequence[str]) -> int | None:
    """The one option whose text the reply gives: after its label, without its article, or with one typo."""
    if not words:
        return None
    whole = [tokens(option) for option in options]
    label = _label(words[:1], len(options))
    if label is not None and 1 <= label <= len(options) and list(words[1:]) == whole[label - 1]:
        return label - 1
    core = _without_fillers(words)
    cores = [_without_fillers(option) for option in whole]
    exact = [i for i in range(len(options)) if list(words) == whole[i] or core == cores[i]]
    if exact:
        return exact[0] if len(exact) == 1 else None
    close = [
        i
        for i in range(len(options))
        if one_edit_apart(" ".join(words), " ".join(whole[i])) or one_edit_apart(" ".join(core), " ".join(cores[i]))
    ]
    return close[0] if len(close) == 1 else None


def _is_pass(words: Sequence[str]) -> bool:
    return " ".join(words) in PASS_PHRASES or " ".join(_without_fillers(words)) in PASS_PHRASES


def _without_fillers(words: Sequence[str]) -> list[str]:
    """The words without "la réponse est", "je choisis", "please" and the like around them; never empty for that."""
    core = list(words)
    while opening := next((p for p in OPENINGS if len(core) > len(p) and tuple(core[: len(p)]) == p), None):
        core = core[len(opening) :]
    while ending := next((p for p in ENDINGS if len(core) > len(p) and tuple(core[-len(p) :]) == p), None):
        core = core[: -len(ending)]
    return core
