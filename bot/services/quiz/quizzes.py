"""Quizzes: how questions are put, how a reply to them is read, what is said then. Pure: no database, no keys.

The payload of a `quiz` interaction is {"questions": [Question…], "again": bool}. One run, one interaction."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any
from zlib import crc32

from bot.capabilities import capabilities_of
from bot.channels.gsm7 import transliterate
from bot.channels.markup import to_plain, to_whatsapp
from bot.channels.offers import Offer
from bot.i18n.catalogue import say
from bot.reading.answers import Choice, OutOfRange, Pass, read_answer
from bot.reading.as_meant import as_meant
from bot.reading.several_answers import read_several
from bot.reading.written_options import written_option
from bot.types import Language

KIND = "quiz"
NOTE_MARK = "[Quiz]"  # begins what the agent is told of an answered quiz
MOST_PASSES = 2  # the first gets a hint, the second the answer


@dataclass(frozen=True, slots=True)
class Question:
    """One question as it is stored. Without options it is "true or false?", of which true is number 0. `sealed` hides
    the Secret; `answer` is the option chosen, `passes` how often the person did not know."""

    question: str
    options: tuple[str, ...] | None
    subject: str
    sealed: str
    answer: int | None = None
    passes: int = 0

    @property
    def is_open(self) -> bool:
        """Whether it still waits for an answer."""
        return self.answer is None and self.passes < MOST_PASSES


@dataclass(frozen=True, slots=True)
class Secret:
    """What the person learns when they have answered; `correct` counts options from 0."""

    correct: int
    explanation: str


@dataclass(frozen=True, slots=True)
class Answers:
    """The questions after a reply, and by position which of them it closed and which get a hint."""

    questions: tuple[Question, ...]
    closed: tuple[int, ...]
    hinted: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotOnTheList:
    """A number that none of the options has."""

    number: int


@dataclass(frozen=True, slots=True)
class Quiz:
    """Questions as one person on one channel reads them."""

    questions: tuple[Question, ...]
    language: Language
    channel: str

    def render(self) -> str:
        """The open questions as Markdown, options as lines that begin with a digit."""
        if len(self.questions) == 1:
            return self.offered().written()
        waiting = [position for position, question in enumerate(self.questions) if question.is_open]
        blocks = [self._asked(position) for position in waiting]
        blocks.append(self._how_to_answer(self.questions[waiting[0]]) if len(waiting) == 1 else self._say("several"))
        return "\n\n".join(blocks)

    def offered(self) -> Offer:
        """The open questions as they are put: with options to choose from where there is one question in all, for an
        option says by itself which answer it is, and not which of several questions it answers."""
        if len(self.questions) > 1:
            return Offer(self.render())
        question = self.questions[0]
        heading = f"**{self._say('heading')}** {question.question}"
        return Offer(heading, self._labels(question), ending=f"\n\n{self._how_to_answer(question)}")

    def outcome(self, answers: Answers, secrets: Sequence[Secret]) -> str:
        """Verdicts and hints for a reply as Markdown, then what is still open. The questions are those after it."""
        blocks = [self._verdict(position, secrets[position]) for position in answers.closed]
        blocks += [self._hint(position, secrets[position]) for position in answers.hinted]
        if answers.closed and any(question.is_open for question in self.questions):
            blocks.append(self.render())
        return "\n\n".join(blocks)

    def note(self, secrets: Sequence[Secret]) -> str:
        """What the agent is told when all is answered, as its next input."""
        lines = [f"{NOTE_MARK} {self._say('note')}"]
        for position, (question, secret) in enumerate(zip(self.questions, secrets, strict=True)):
            verdict = self._say(f"note_{kind_of(question, secret)}")
            given = self._option(question, question.answer) if question.answer is not None else "–"
            lines.append(
                self._say(
                    "note_line",
                    number=position + 1,
                    question=question.question,
                    given=given,
                    verdict=verdict,
                    option=self._option(question, secret.correct),
                    explanation=secret.explanation,
                )
            )
        return "\n".join([*lines, self._say("note_end")])

    def _asked(self, position: int) -> str:
        question, total = self.questions[position], len(self.questions)
        heading = self._say("heading_of", number=position + 1, total=total)
        numbers = range(len(self._labels(question)))
        return "\n".join(
            [f"**{heading}** {question.question}", *(self._option(question, number) for number in numbers)]
        )

    def _how_to_answer(self, question: Question) -> str:
        *numbers, last = (str(number + 1) for number in range(len(self._labels(question))))
        return self._say("answer_with", numbers=", ".join(numbers), last=last)

    def _verdict(self, position: int, secret: Secret) -> str:
        question = self.questions[position]
        kind = kind_of(question, secret)
        mark = "" if capabilities_of(self.channel).segmented else {"right": "✅ ", "wrong": "❌ "}.get(kind, "")
        which = "" if len(self.questions) == 1 else self._say("heading_short", number=position + 1) + " "
        verdict = self._say(kind, option=self._option(question, secret.correct))
        return f"{mark}{which}{verdict}\n{secret.explanation}"

    def _hint(self, position: int, secret: Secret) -> str:
        """Encouragement, and with three options or more a wrong one: a drawn one, for the last would tell."""
        question = self.questions[position]
        wrong = [number for number in range(len(self._labels(question))) if number != secret.correct]
        if len(wrong) < 2:
            return self._say("hint")
        return self._say("hint_not", option=self._option(question, wrong[crc32(question.sealed.encode()) % len(wrong)]))

    def _option(self, question: Question, number: int) -> str:
        return f"{number + 1}. {self._labels(question)[number]}"

    def _labels(self, question: Question) -> tuple[str, ...]:
        return question.options or (self._say("true"), self._say("false"))

    def _say(self, key: str, **values: object) -> str:
        return say(self.language, f"quiz_{key}", **values)


def kind_of(question: Question, secret: Secret) -> str:
    """How a closed question ended: right, wrong or passed."""
    if question.answer is None:
        return "passed"
    return "right" if question.answer == secret.correct else "wrong"


def read(questions: Sequence[Question], reply: str) -> Answers | NotOnTheList | None:
    """What a reply says about the open questions: one answer for the first of them, or several at once. None: it is
    not an answer. Options are what the person saw: 3/4 for `$\\frac{3}{4}$`, « racine(2) » too where a plain telephone
    shows √2."""
    waiting = {position: question for position, question in enumerate(questions) if question.is_open}
    seen, plainer = (
        {position: _spelt(question.options)[way] for position, question in waiting.items()} for way in (0, 1)
    )
    found = _read(questions, seen, reply)
    if isinstance(found, Answers) or plainer == seen:
        return found
    again = _read(questions, plainer, reply)
    return again if isinstance(again, Answers) else found


def names_option(question: Question, said: str) -> bool:
    """Whether some words are one of a question's options, or name its line."""
    return any(isinstance(read_answer(said, options), Choice) for options in _spelt(question.options) if options)


@lru_cache(maxsize=64)
def _spelt(options: tuple[str, ...] | None) -> tuple[tuple[str, ...] | None, tuple[str, ...] | None]:
    """Options as they are shown, and as they are where a telephone has few signs."""
    if options is None:
        return None, None
    return (
        tuple(to_whatsapp(option).strip() or option for option in options),
        tuple(transliterate(to_plain(option).strip() or option) for option in options),
    )


def _read(
    questions: Sequence[Question], waiting: Mapping[int, tuple[str, ...] | None], reply: str
) -> Answers | NotOnTheList | None:
    first, options = next(iter(waiting.items()))
    one = read_answer(reply, options)
    named = isinstance(one, Choice) and options is not None
    writes_one = options is not None and written_option(reply, options) is not None  # « 1/2 » may be the option
    if len(questions) > 1 and not writes_one:
        several = read_several(reply, {position + 1: options for position, options in waiting.items()})
        if len(several) > 1 or (several and not named):  # « c b » are two answers, not « c'est b »
            return _answers(questions, {number - 1: answer for number, answer in several.items()})
    if options is not None and not isinstance(one, Choice | Pass):
        meant = as_meant(reply, options, questions[first].question)
        one = one if meant is None else Choice(meant)
    match one:
        case Choice() | Pass():
            return _answers(questions, {first: one})
        case OutOfRange(number=number):
            return NotOnTheList(number)
    return None


def _answers(questions: Sequence[Question], replies: Mapping[int, Choice | Pass]) -> Answers:
    after = list(questions)
    for position, reply in replies.items():
        question = questions[position]
        after[position] = (
            replace(question, answer=reply.index)
            if isinstance(reply, Choice)
            else replace(question, passes=question.passes + 1)
        )
    closed = tuple(position for position in sorted(replies) if not after[position].is_open)
    return Answers(tuple(after), closed, tuple(position for position in sorted(replies) if after[position].is_open))


def questions_in(payload: Mapping[str, Any]) -> tuple[Question, ...]:
    """The questions of a stored payload."""
    return tuple(
        Question(**{**stored, "options": tuple(stored["options"]) if stored["options"] else None})
        for stored in payload["questions"]
    )


def payload_of(questions: Sequence[Question], *, again: bool = False) -> dict[str, Any]:
    """The payload to store. `again`: the options were already repeated once for a number not on the list."""
    return {"questions": [asdict(question) for question in questions], "again": again}
