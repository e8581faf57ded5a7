"""Reads a person's reply to a numbered question, tolerantly, in French and English. What was asked is passed in.

A reply counts only when it is nothing but an answer: `2`, `la b`, `je choisis la deuxième`; not `j'ai 2 questions`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.reading.answer_phrases import is_pass, verdict, without_fillers
from bot.reading.answer_words import (
    AGREEING,
    AROUND_ANSWERS,
    GLUED,
    LAST_WORDS,
    LETTERS_AS_CHOICES,
    NUMBER_WORDS,
    label_and_answer,
    one_edit_apart,
    tokens,
)

MAX_REPLY: Final = 600  # characters; a longer text is a message, not an answer
_DASH_FIRST: Final = re.compile(r"\s*[-\u2010-\u2013\u2212]\s")


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


def read_answer(text: str, options: Sequence[str] | None) -> ChoiceReply:
    """What a reply to one question means; without options it is "true or false?", of which true is the first."""
    if options is not None:
        return read_choice(text, options)
    reply = read_true_false(text)
    return Choice(0 if reply.value else 1) if isinstance(reply, Truth) else reply


def read_several(text: str, questions: Mapping[int, Sequence[str] | None]) -> dict[int, Choice | Pass]:
    """Answers to several open questions by their numbers: `1b 2a`, `1) b, 2) c`, `2: vrai`, or one for each in order:
    `b a`, `vrai, faux`. Empty unless the whole text is that. `questions` are the options by number, None for true or
    false."""
    if len(text) > MAX_REPLY:
        return {}
    return _in_order(text, questions) or _by_number(text, questions)


def read_choice(text: str, options: Sequence[str]) -> ChoiceReply:
    """What a reply means when `options` were offered as 1, 2, 3… (or a, b, c…).

    In order: words that are an option to the letter, a label that is on the list, the text of an option, yes and no
    where these are the options, "I don't know", a label that is not on the list."""
    if len(text) > MAX_REPLY:
        return NotAnAnswer()
    same = [index for index, option in enumerate(options) if option.strip() == text.strip()]
    if len(same) == 1 and not text.strip().isdecimal():  # `a` and `ou` where `à` and `où` are options too
        return Choice(same[0])
    words = tokens(text)
    if _DASH_FIRST.match(text):  # « - 2 »: the second line, unless -2 can be chosen
        negative = _named_option(["-", *words], options)
        if negative is not None:
            return Choice(negative)
    return _chosen(words, options)


def _chosen(words: Sequence[str], options: Sequence[str]) -> ChoiceReply:
    label = _label(words, len(options))
    if label is not None and 1 <= label <= len(options):
        return Choice(label - 1)
    named = _named_option(words, options)
    if named is None:
        named = _yes_or_no(words, options)
    if named is not None:
        return Choice(named)
    if is_pass(words):
        return Pass()
    if label is None and _only_agrees(words, options):
        after = _chosen(words[1:], options)  # « oui c'est la b »
        return after if isinstance(after, Choice) else NotAnAnswer()
    return NotAnAnswer() if label is None else OutOfRange(label)


def read_true_false(text: str) -> TruthReply:
    """What a reply to "true or false?" means: vrai, faux, V, F, true, false, oui, non… or 1 and 2 in that order."""
    if len(text) > MAX_REPLY:
        return NotAnAnswer()
    said = verdict(tokens(text))
    if said is not None:
        return Truth(said)
    reply = read_choice(text, ("vrai", "faux"))
    return Truth(reply.index == 0) if isinstance(reply, Choice) else reply


def _yes_or_no(words: Sequence[str], options: Sequence[str]) -> int | None:
    """The option that any word for yes or for no stands for, when one option says yes and the other no."""
    meant = [verdict(tokens(option)) for option in options]
    said = verdict(words)
    return meant.index(said) if said is not None and sorted(meant, key=str) == [False, True] else None


def _only_agrees(words: Sequence[str], options: Sequence[str]) -> bool:
    """Whether a yes at the beginning says nothing: none of the options is a yes or a no."""
    return words[:1] != [] and words[0] in AGREEING and all(verdict(tokens(option)) is None for option in options)


def _in_order(text: str, questions: Mapping[int, Sequence[str] | None]) -> dict[int, Choice | Pass]:
    """One answer for each question."""
    for separator in (r"\n", r"[;,\n]", r"[\s;,/]+"):
        pieces = [piece.strip() for piece in re.split(separator, text) if piece.strip()]
        if len(pieces) == len(questions) > 1 and not _begins_with_a_number(pieces):
            replies = {
                number: read_answer(piece, options)
                for piece, (number, options) in zip(pieces, questions.items(), strict=True)
            }
            answers = _answers_only(replies)
            if answers:
                return answers
    return {}


def _begins_with_a_number(pieces: Sequence[str]) -> bool:
    """Whether the first piece is the number of a question rather than an answer: `1 b` and `1: 2`, but not `1 2`."""
    first = pieces[0].rstrip(".:=)-")
    return first.isdecimal() and not (first == pieces[0] and all(piece.isdecimal() for piece in pieces))


def _by_number(text: str, questions: Mapping[int, Sequence[str] | None]) -> dict[int, Choice | Pass]:
    """Answers that follow the number of their question. A number right behind such a number is an answer."""
    said: dict[int, list[str]] = {}
    current = 0
    for word in (part for token in tokens(text) for part in label_and_answer(token)):
        number = int(word) if word.isdecimal() else 0
        begins = number in questions and number not in said and (not said or _content(said[current]))
        if begins:
            current = number
            said[number] = []
        elif said:
            said[current].append(word)
        elif word not in AROUND_ANSWERS:
            return {}
    return _answers_only(
        {number: read_answer(_written(_content(words)), questions[number]) for number, words in said.items()}
    )


def _content(words: Sequence[str]) -> list[str]:
    """The words of an answer without those that lead on to the next one."""
    kept = list(words)
    while kept and kept[-1] in AROUND_ANSWERS:
        kept.pop()
    return kept[1:] if kept and kept[0] == "=" else kept


def _written(words: Sequence[str]) -> str:
    """The words as a text; a minus in front may be the dash behind the number of a question: « 1 -2 »."""
    return re.sub(r"(?<=\S )- ", "-", " ".join(words))


def _answers_only(replies: Mapping[int, ChoiceReply]) -> dict[int, Choice | Pass]:
    """The replies when all of them are answers; nothing otherwise."""
    answers = {number: reply for number, reply in replies.items() if isinstance(reply, Choice | Pass)}
    return answers if len(answers) == len(replies) else {}


def _label(words: Sequence[str], count: int) -> int | None:
    """The number a reply consists of, counted from 1; None when it is not just a label."""
    core = without_fillers(words)
    if len(core) == 2 and core[0].isdecimal() and f"1{core[1]}" in NUMBER_WORDS:  # « la 2 ème »
        core = ["".join(core)]
    return _label_of(core[0], count, alone=len(words) == 1) if len(core) == 1 else None


def _label_of(word: str, count: int, *, alone: bool) -> int | None:
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


def _named_option(words: Sequence[str], options: Sequence[str]) -> int | None:
    """The one option whose text the reply gives: after its label, without its article, or with one typo."""
    if not words:
        return None
    whole = [tokens(option) for option in options]
    core = without_fillers(words)
    cores = [without_fillers(option) for option in whole]
    label = _label_of(core[0], len(options), alone=False)
    if label is not None and 1 <= label <= len(options) and core[1:] in (whole[label - 1], cores[label - 1]):
        return label - 1
    for said, meant in ((list(words), whole), (core, cores)):
        if said in meant:
            return meant.index(said) if meant.count(said) == 1 else None
    close = [
        i
        for i in range(len(options))
        if one_edit_apart(" ".join(words), " ".join(whole[i])) or one_edit_apart(" ".join(core), " ".join(cores[i]))
    ]
    return close[0] if len(close) == 1 else None
