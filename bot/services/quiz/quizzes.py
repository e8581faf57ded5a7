"""Quizzes: how questions are put, what is said to a reply. Pure: no database, no keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from zlib import crc32

from bot.capabilities import capabilities_of
from bot.channels.offers import Offer
from bot.i18n.catalogue import say
from bot.reading.answers.line_or_value import is_told_by_numbers
from bot.services.quiz.questions import Question, Secret, kind_of
from bot.services.quiz.replies import Answers
from bot.types import Language

KIND = "quiz"
NOTE_MARK = "[Quiz]"  # begins what the agent is told of an answered quiz


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
        blocks += [self._unclear(position, line) for position, line in answers.unclear.items()]
        blocks += [self._doubtful(position, said) for position, said in answers.doubtful.items()]
        if answers.closed and any(question.is_open for question in self.questions):
            blocks.append(self.render())
        return "\n\n".join(blocks)

    def note(self, secrets: Sequence[Secret]) -> str:
        """What the agent is told when all is answered, as its next input."""
        return "\n".join([f"{NOTE_MARK} {self._say('note')}", self.all_told(secrets), self._say("note_end")])

    def marked(self, secrets: Sequence[Secret]) -> str:
        """For the agent, what became of the questions that are closed; nothing of the others."""
        closed = [position for position, question in enumerate(self.questions) if not question.is_open]
        return "\n".join(self._told(position, secrets[position]) for position in closed)

    def all_told(self, secrets: Sequence[Secret]) -> str:
        """For the agent, what became of each question and what was right: of a quiz that nobody answers any more."""
        return "\n".join(self._told(position, secret) for position, secret in enumerate(secrets))

    def _told(self, position: int, secret: Secret) -> str:
        question = self.questions[position]
        verdict = self._say("note_open" if question.is_open else f"note_{kind_of(question, secret)}")
        given = self._option(question, question.answer) if question.answer is not None else "–"
        return self._say(
            "note_line",
            number=position + 1,
            question=question.question,
            given=given,
            verdict=verdict,
            option=self._option(question, secret.correct),
            explanation=secret.explanation,
        )

    def _asked(self, position: int) -> str:
        question, total = self.questions[position], len(self.questions)
        heading = self._say("heading_of", number=position + 1, total=total)
        numbers = range(len(self._labels(question)))
        return "\n".join(
            [f"**{heading}** {question.question}", *(self._option(question, number) for number in numbers)]
        )

    def _how_to_answer(self, question: Question) -> str:
        if is_told_by_numbers(question.options or ()):
            return self._say("answer_by_letter", choices=self._by_letter(self.questions.index(question)))
        *numbers, last = (str(number + 1) for number in range(len(self._labels(question))))
        return self._say("answer_with", numbers=", ".join(numbers), last=last)

    def _verdict(self, position: int, secret: Secret) -> str:
        question = self.questions[position]
        kind = kind_of(question, secret)
        mark = "" if capabilities_of(self.channel).segmented else {"right": "✅ ", "wrong": "❌ "}.get(kind, "")
        verdict = self._say(kind, option=self._option(question, secret.correct))
        return f"{mark}{self._which(position)}{verdict}\n{secret.explanation}"

    def _hint(self, position: int, secret: Secret) -> str:
        """Encouragement, and with three options or more a wrong one: a drawn one, for the last would tell."""
        question = self.questions[position]
        wrong = [number for number in range(len(self._labels(question))) if number != secret.correct]
        number = 0 if len(self.questions) == 1 else position + 1  # « je passe » alone is said of the first that is open
        if len(wrong) < 2:
            return self._which(position) + self._say("hint", number=number)
        option = self._option(question, wrong[crc32(question.sealed.encode()) % len(wrong)])
        return self._which(position) + self._say("hint_not", number=number, option=option)

    def _unclear(self, position: int, line: int) -> str:
        """Whoever says « 3 » where the third option is 4 is asked which of them is meant."""
        return self._which(position) + self._say("unclear", number=line + 1, choices=self._by_letter(position))

    def _doubtful(self, position: int, said: str) -> str:
        """Whoever says « 05 » where 0,5 can be chosen is asked for its letter; for a digit whoever says a letter."""
        asked = self._say("doubtful", said=said)
        if said.isalpha() and len(said) == 1:
            return f"{self._which(position)}{asked} {self._say('answer_by_digit', choices=self._by_digit(position))}"
        return f"{self._which(position)}{asked} {self._say('answer_by_letter', choices=self._by_letter(position))}"

    def _by_letter(self, position: int) -> str:
        """The options with the letter of each line: « a = 2, b = 3 »; « 2a = 2 » where several questions wait."""
        number = position + 1 if self._is_one_of_several() else ""
        labels = enumerate(self._labels(self.questions[position]))
        return ", ".join(f"{number}{ascii_lowercase[line]} = {label}" for line, label in labels)

    def _by_digit(self, position: int) -> str:
        """The same with the digit of each line, behind that of the question where several wait: « 2: 1 = ses »."""
        number = f"{position + 1}: " if self._is_one_of_several() else ""
        labels = enumerate(self._labels(self.questions[position]), 1)
        return ", ".join(f"{number}{line} = {label}" for line, label in labels)

    def _is_one_of_several(self) -> bool:
        return sum(question.is_open for question in self.questions) > 1

    def _which(self, position: int) -> str:
        """Which of several questions something is said of."""
        return "" if len(self.questions) == 1 else self._say("heading_short", number=position + 1) + " "

    def _option(self, question: Question, number: int) -> str:
        return f"{number + 1}. {self._labels(question)[number]}"

    def _labels(self, question: Question) -> tuple[str, ...]:
        return question.options or (self._say("true"), self._say("false"))

    def _say(self, key: str, **values: object) -> str:
        return say(self.language, f"quiz_{key}", **values)
