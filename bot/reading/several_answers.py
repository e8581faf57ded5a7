"""Reads the answers to several numbered questions that come in one message: `1b 2a`, `1) b, 2) c`, `b a`. Pure."""

import re
from collections.abc import Mapping, Sequence

from bot.reading.answer_words import AROUND_ANSWERS, label_and_answer, tokens
from bot.reading.answers import MAX_REPLY, Choice, ChoiceReply, Pass, read_answer


def read_several(text: str, questions: Mapping[int, Sequence[str] | None]) -> dict[int, Choice | Pass]:
    """Answers to several open questions by their numbers: `1b 2a`, `1) b, 2) c`, `2: vrai`, or one for each in order:
    `b a`, `vrai, faux`. Empty unless the whole text is that. `questions` are the options by number, None for true or
    false."""
    if len(text) > MAX_REPLY:
        return {}
    return _in_order(text, questions) or _by_number(text, questions)


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
