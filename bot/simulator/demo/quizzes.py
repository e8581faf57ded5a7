"""The demo model's quizzes: a bank of questions over its lessons, which one is asked, what is said of the outcome. Pure
but for reading the bank."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.i18n.catalogue import say
from bot.simulator.demo.library import Library
from bot.types import Language

BANK = Path(__file__).parent / "quizzes.toml"


@dataclass(frozen=True, slots=True)
class Quiz:
    """One question about a lesson. Without options it is true or false; then `correct` is 0 for true, 1 for false."""

    lesson: str
    subject: str
    question: str
    options: tuple[str, ...]
    correct: int
    explanation: str

    @property
    def tool(self) -> str:
        """The tool that asks it."""
        return "interactive_quiz" if self.options else "true_false_quiz"

    def arguments(self) -> dict[str, Any]:
        """What the tool is told."""
        told = {"explanation": self.explanation, "subject": self.subject}
        if not self.options:
            return {"statement": self.question, "is_true": self.correct == 0, **told}
        return {"question": self.question, "options": list(self.options), "correct_index": self.correct, **told}


class QuizBank:
    """Every question, found by lesson."""

    def __init__(self, quizzes: Sequence[Quiz], library: Library) -> None:
        self._quizzes = tuple(quizzes)
        self._library = library

    @property
    def quizzes(self) -> Sequence[Quiz]:
        return self._quizzes

    def choose(
        self, subjects: Sequence[str], language: Language, number: int, *, true_or_false: bool, told: str = ""
    ) -> Quiz:
        """The `number`th question, counted from 0 and round again, on the first of some subjects that any lesson is
        about; on every lesson when there is none. A question that stands in what was `told` gives way to another."""
        every = [page.slug for page in self._library.pages if page.language is language]
        hits = ([hit.page.slug for hit in self._library.find(subject, language)] for subject in subjects)
        known = ([lesson for lesson in found if lesson in every] for found in hits)
        lessons = next(filter(None, known), every)
        found = [quiz for lesson in lessons for quiz in self._quizzes if quiz.lesson == lesson]
        fitting = [quiz for quiz in found if not (true_or_false and quiz.options)]
        at = number % len(fitting)
        ordered = [*fitting[at:], *fitting[:at]]
        return next((quiz for quiz in ordered if quiz.question not in told), ordered[0])


def load_bank(library: Library, path: Path = BANK) -> QuizBank:
    """Read the bank."""
    return QuizBank([_quiz(entry) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["quiz"]], library)


def verdicts(note: str, language: Language) -> tuple[int, int]:
    """How many answers were right, and of how many, as the service's note about an answered quiz says."""
    words = {kind: say(language, f"quiz_note_{kind}") for kind in ("right", "wrong", "passed")}
    given = re.findall(rf"\(({'|'.join(map(re.escape, words.values()))})\) \|", note)
    return given.count(words["right"]), len(given)


def _quiz(entry: dict[str, Any]) -> Quiz:
    options = tuple(entry.get("options", ()))
    return Quiz(
        lesson=entry["lesson"],
        subject=entry["subject"],
        question=entry["question"],
        options=options,
        correct=entry["correct"] if options else int(not entry["is_true"]),
        explanation=entry["explanation"],
    )
