"""The questions of a quiz as they are stored, and how each of them ended. Pure.

The payload of a `quiz` interaction is {"questions": [Question…], "again": bool}. One run, one interaction."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bot.types import known_fields

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


def kind_of(question: Question, secret: Secret) -> str:
    """How a closed question ended: right, wrong or passed."""
    if question.answer is None:
        return "passed"
    return "right" if question.answer == secret.correct else "wrong"


def questions_in(payload: Mapping[str, Any]) -> tuple[Question, ...]:
    """The questions of a stored payload."""
    return tuple(
        Question(
            **{**known_fields(Question, stored), "options": tuple(stored["options"]) if stored["options"] else None}
        )
        for stored in payload["questions"]
    )


def payload_of(questions: Sequence[Question], *, again: bool = False) -> dict[str, Any]:
    """The payload to store. `again`: the options were already repeated once for a number not on the list."""
    return {"questions": [asdict(question) for question in questions], "again": again}
