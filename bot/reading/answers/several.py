"""Reads the answers to several numbered questions that come in one message: `1b 2a`, `1) b, 2) c`, `b a`,
`vfv`. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from bot.reading.answers.line_or_value import read_answer
from bot.reading.answers.reply import MAX_REPLY, Choice, ChoiceReply, Pass
from bot.reading.answers.to_all import by_named_question, verdict_on_all
from bot.reading.answers.verdict_signs import signs_as_words
from bot.reading.answers.written_options import without_words_around
from bot.reading.words.answer_phrases import without_fillers
from bot.reading.words.answer_words import AROUND_ANSWERS, NUMBER_WORDS, ORDINALS, label_and_answer, tokens
from bot.text.folding import folded

Questions = Mapping[int, Sequence[str] | None]
Led = Callable[[Sequence[str], Questions], bool]
_LINE: Final = re.compile(
    r"\s*(?:q(?:uestion)?\s*)?(\d{1,2})(?:\s*[).:=/>→]+\s*|\s+|\s*(?=[-–]\s*\w)|(?=[^\W\d]))(\S.*)", re.IGNORECASE
)
_SEPARATORS: Final = (r"\n", r"[;\n]", r"[;,\n]", r"[\s;]+", r"[\s;,/|]+")
_MANY: Final = r"\s*(?:[;,\n]|\b(?:et|puis|ensuite|and|then)\b)+\s*"  # « b et a » may be two answers to one question
_THEN: Final = r"\s*\b(?:puis|ensuite|then)\b\s*"
_AND: Final = r"\s*(?:,|\b(?:et|and)\b)\s*"
_OF_ONE: Final = frozenset({"oui", "non", "yes", "no", *NUMBER_WORDS})
_BEFORE_NUMBER: Final = frozenset("n no num ex exo exercice".split())
_RUN: Final = re.compile(r"[a-z](?:\s*[-–.|]\s*[a-z])+|\d(?:\s*[-–.|]\s*\d){2,}", re.IGNORECASE)
_BEHIND_NUMBER: Final = re.compile(
    r"(?<![\d/])(\d{1,2})\s*(?:/|-*>|→)\s*(?=[^\W\d])|(?<=[a-z])\s*/\s*(?=\d{1,2}\W*[a-z])", re.IGNORECASE
)
_POINT, _BAR = "\u02bc", "\u02bd"  # letters that nobody types: the signs of 0,5 and 1/2 while a text is cut
_KEPT: Final = (
    (re.compile(r"\d[.,]\d"), re.compile(r"(?<=\d)[.,](?=\d)|(?<=\s)\.(?=\d)"), _POINT, ","),
    (re.compile(r"\d/\d"), re.compile(r"(?<=\d)/(?=\d)"), _BAR, "/"),
)
_COUNTED: Final = re.compile(r"\b(?:[2-9]|deux|trois|quatre|two|three|four)\s+(?:sont\s+)?(?:fausses|vraies)\b", re.I)
_PAIR: Final = 2  # words
_SHORTEST_RUN: Final = 3  # letters; « ça » and « cc » are no two answers


def read_several(text: str, questions: Questions) -> dict[int, Choice | Pass]:
    """Answers to several open questions by their numbers: `1b 2a`, `1) b, 2) c`, `2: vrai`, or one for each in order:
    `b a`, `vrai, faux`. Empty unless the whole text is that. `questions` are the options by number, None for true or
    false."""
    if len(text) > MAX_REPLY:
        return {}
    if all(options is None for options in questions.values()):
        text = signs_as_words(text, numbered=True)
    said_of_all = verdict_on_all(text, questions)
    if said_of_all is not None:
        return dict.fromkeys(questions, Choice(0 if said_of_all else 1))
    if _COUNTED.search(text):  # « 2 fausses et 1 vraie » does not say which
        return {}
    if mixes_numbers(text, questions):
        return {}
    text = _with_numbers_whole(text, questions)
    ways = [text, *_without_greeting(text)]
    orders = [(said, led) for led in (_begins_with_a_number, _names_question) for said in ways]
    return (
        _in_order(text, questions, _begins_with_a_number)
        or _by_named_question(text, questions)
        or _by_line(text, questions)
        or _by_number(text, questions)
        or _by_number(_BEHIND_NUMBER.sub(r"\1 ", text), questions)
        or _in_one_word(text, questions)
        or _as_spoken(text, questions)
        or next(filter(None, (_in_order(said, questions, led) for said, led in orders[1:])), {})
    )


def mixes_numbers(text: str, questions: Questions) -> bool:
    """Whether two words may be the number of a question and its answer or two answers: « v 2 », « b 2 », and « 1 6 »
    where 6 is no line."""
    said = text.split()
    if len(said) != _PAIR or not said[1].isdecimal():
        return False
    if said[0].isalpha():
        is_value = any(said[1] in options for options in questions.values() if options)
        return len(questions) > 1 and int(said[1][:3]) in questions and not is_value
    first = questions.get(int(said[0][:3])) if said[0].isdecimal() else None
    is_line = int(said[1][:3]) <= max(len(options or ("", "")) for options in questions.values())
    return first is not None and not is_line and said[1] in first


def _by_named_question(text: str, questions: Questions) -> dict[int, Choice | Pass]:
    said = by_named_question(text, questions)
    return _answers_only({number: _read(answer, questions[number]) for number, answer in said.items()})


def _with_numbers_whole(text: str, questions: Questions) -> str:
    """The text with 0,5 and 1/2 as one word each, where the options have such numbers: they are no two answers."""
    known = "\n".join(option for options in questions.values() for option in options or ())
    for wanted, sign, kept, _ in _KEPT:
        text = sign.sub(kept, text) if wanted.search(known) else text
    return text


def _read(text: str, options: Sequence[str] | None) -> ChoiceReply:
    for _, _, kept, sign in _KEPT:
        text = text.replace(kept, sign)
    return read_answer(text, options)


def _without_greeting(text: str) -> Iterator[str]:
    """The text without « bonjour, mes réponses : » in front and « merci » behind; a letter alone is an answer."""
    whole, *shorter = without_words_around(text)
    for said in shorter:
        if min(map(len, tokens(whole[: whole.find(said)])), default=2) > 1:
            yield said


def _in_one_word(text: str, questions: Questions) -> dict[int, Choice | Pass]:
    """A letter for each question: `vfv`, `bac`."""
    words = tokens(text)
    letters = words[0] if len(words) == 1 and words[0].isalpha() and len(words[0]) == len(questions) > 1 else ""
    only_verdicts = all(options is None for options in questions.values())
    if not letters or (only_verdicts and set(letters) - set("vft")):
        return {}
    if not only_verdicts and (
        len(letters) < _SHORTEST_RUN or isinstance(_read(text, next(iter(questions.values()))), Choice | Pass)
    ):
        return {}
    replies = {n: _read(letter, questions[n]) for letter, n in zip(letters, questions, strict=True)}
    return _answers_only(replies)


def _by_line(text: str, questions: Questions) -> dict[int, Choice | Pass]:
    """Lines that begin with the number of their question, each answer as it was written: `1) 3,2`."""
    found = [_LINE.fullmatch(line) for line in text.splitlines() if line.strip()]
    said = {int(line[1]): line[2] for line in found if line}
    if len(said) < len(found) or len(said) < 2 or not said.keys() <= questions.keys():
        return {}
    return _answers_only({number: _read(answer, questions[number]) for number, answer in said.items()})


def _in_order(text: str, questions: Questions, led: Led) -> dict[int, Choice | Pass]:
    """One answer for each question, unless they are led by the number of one."""
    separators = (r"[-–.|\s]+",) if _RUN.fullmatch(text.strip()) else _SEPARATORS
    for separator in (*separators, _MANY if len(questions) > 2 else _THEN, _AND):
        pieces = [piece.strip() for piece in re.split(separator, text) if piece.strip()]
        if (
            separator is _AND
            and any(_may_be_label(piece, questions) for piece in pieces)
            and _may_be_of_first(pieces, questions)
        ):
            continue
        if len(pieces) == len(questions) > 1 and not led(pieces, questions):
            replies = {
                number: _read(piece, options)
                for piece, (number, options) in zip(pieces, questions.items(), strict=True)
            }
            answers = _answers_only(replies)
            if answers:
                return answers
    return {}


def _may_be_of_first(pieces: Sequence[str], questions: Questions) -> bool:
    """Whether all may be said of the first question: « b et a »; not « b et vrai » where only the second is true or
    false."""
    options = next(iter(questions.values()))
    return len({each is None for each in questions.values()}) == 1 or all(
        isinstance(_read(piece, options), Choice) for piece in pieces
    )


def _may_be_label(piece: str, questions: Questions) -> bool:
    """« b et a », « 1 et 2 », « oui et non » say two things of one; not « 4 et 6 » where no list is as long."""
    words = without_fillers(tokens(piece))
    if len(words) == 1 and words[0].isdecimal():
        return int(words[0][:3]) <= max(len(options or ("", "")) for options in questions.values())
    return len(words) < 2 and (len("".join(words)) < 2 or words[0] in _OF_ONE)


def _begins_with_a_number(pieces: Sequence[str], questions: Questions) -> bool:
    """Whether the first piece is the number of a question rather than an answer: `1 b`, `1: 2`, « 2e b », not `1 2`."""
    first = pieces[0].rstrip(".:=)-")
    if folded(first) in ORDINALS:
        return not all(folded(piece) in ORDINALS for piece in pieces)
    is_number = first.isdecimal() and int(first[:3]) in questions
    return is_number and not (first == pieces[0] and all(piece.isdecimal() for piece in pieces))


def _names_question(pieces: Sequence[str], questions: Questions) -> bool:
    """Whether the first piece may be the number of the question that the second one answers: « 2 b vrai », not
    « 2 2 vrai » or « 2 vrai » where question 2 has options."""
    if not _begins_with_a_number(pieces, questions):
        return False
    options = questions.get(int(pieces[0]), ()) if pieces[0].isdecimal() else ()
    return options == () or (not pieces[1].isdecimal() and isinstance(_read(pieces[1], options), Choice | Pass))


def _by_number(text: str, questions: Questions, numbers: Mapping[str, int] = ORDINALS) -> dict[int, Choice | Pass]:
    """Answers that follow the number of their question, in digits or one of some words. A number right behind such a
    number is an answer."""
    said: dict[int, list[str]] = {}
    current = 0
    for word in without_fillers([part for token in tokens(text) for part in label_and_answer(token)]):
        number = int(word) if word.isdecimal() else numbers.get(word, 0)
        begins = number in questions and number not in said and (not said or _content(said[current]))
        if begins:
            current = number
            said[number] = []
        elif said:
            said[current].append(word)
        elif word not in AROUND_ANSWERS:
            return {}
    return _answers_only(
        {number: _read(_written(_content(words)), questions[number]) for number, words in said.items()}
    )


def _as_spoken(text: str, questions: Questions) -> dict[int, Choice | Pass]:
    """« Un b, deux vrai »; « un faux » alone may be a fake."""
    said = _by_number(text, questions, NUMBER_WORDS)
    return said if len(said) > 1 else {}


def _content(words: Sequence[str]) -> list[str]:
    """The words of an answer without those that lead on to the next one."""
    kept = list(words)
    while kept and (kept[-1] in AROUND_ANSWERS or (len(kept) > 1 and kept[-1] in _BEFORE_NUMBER)):
        kept.pop()
    while kept[1:] and kept[0] in ("question", "q"):
        kept.pop(0)
    return kept[1:] if kept[:1] in (["="], ["est"], ["is"]) else kept


def _written(words: Sequence[str]) -> str:
    """The words as a text; a minus in front may be the dash behind the number of a question: « 1 -2 »."""
    return re.sub(r"(?<=\S )- ", "-", " ".join(words))


def _answers_only(replies: Mapping[int, ChoiceReply]) -> dict[int, Choice | Pass]:
    """The replies when all of them are answers; nothing otherwise."""
    answers = {number: reply for number, reply in replies.items() if isinstance(reply, Choice | Pass)}
    return answers if len(answers) == len(replies) else {}
