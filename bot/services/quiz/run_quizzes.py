"""The quizzes of one run: what its tools may ask and record, and what it has asked once it has ended."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count

from sqlmodel import Session

from bot.channels.offers import Offer
from bot.clock import Clock
from bot.dao import exercises, interactions
from bot.dao.database import Database
from bot.errors import ToolFailed
from bot.models import ExerciseResult
from bot.reading.wishes.quiz_wish import asks_for_quiz
from bot.services.approval.one_question import asked_already
from bot.services.approval.questions import NOTE_MARK as PERMISSION_MARK
from bot.services.attachments.entries import without_notes
from bot.services.mail.drafts import NOTE_MARK as DRAFT_MARK
from bot.services.quiz.questions import Question, Secret, payload_of, questions_in
from bot.services.quiz.quizzes import KIND, NOTE_MARK, Quiz
from bot.services.quiz.sealing import Sealer
from bot.types import Language

MOST_IN_A_ROW = 3  # the person's own words, anything but an answer, open the next ones
NOT_YET = (
    "Refused: never a quiz on the first message of a conversation unless they ask for one. Answer first; offer one for "
    "later."
)
NOTES = (NOTE_MARK, PERMISSION_MARK, DRAFT_MARK)
CONVERSATION_S = 24 * 3600  # what was said longer ago is another conversation


@dataclass(frozen=True, slots=True)
class RunQuizzes:
    """Asks and records for one run. Identity comes from here, never from the model. `tools` are the ones that ask."""

    database: Database
    sealer: Sealer
    clock: Clock
    ttl_s: float
    conversation_id: str
    user_id: int | None
    run_id: int
    tools: tuple[str, ...]

    def refusal(self) -> str | None:
        """Why no quiz may be asked now, for the model; None when it may."""
        since = self.clock.now() - timedelta(seconds=CONVERSATION_S)
        with self.database.read() as session:
            if not exercises.has_earlier_run(session, self.conversation_id, self.user_id, self.run_id, since):
                wish = without_notes(exercises.question_of(session, self.run_id))
                return None if asks_for_quiz(wish) else NOT_YET
            asked = exercises.calls_since_own_words(
                session, self.conversation_id, self.user_id, self.tools, since, NOTES
            )
        if asked >= MOST_IN_A_ROW:
            return (
                f"Refused: {MOST_IN_A_ROW} quizzes in a row without a word of the user's own. Sum up how it went and "
                "ask whether they want more; when they say so, go on."
            )
        return None

    def ask(
        self, *, question: str, options: tuple[str, ...] | None, subject: str, secret: Secret
    ) -> Callable[[Session], None]:
        """What puts a question to the person, called with the transaction that stores the tool's result. Questions
        of one run stand side by side; those of an earlier run are replaced."""
        sealed = self.sealer.seal({"correct": secret.correct, "explanation": secret.explanation})
        added = Question(question, options, subject, sealed)

        def commit(session: Session) -> None:
            now = self.clock.now()
            opened = asked_already(session, self.conversation_id, self.run_id, now, KIND)
            if opened is not None:
                interactions.change(session, opened, payload_of([*questions_in(opened.payload), added]))
            else:
                payload = payload_of([added])
                interactions.open_interaction(
                    session, self.conversation_id, KIND, payload, now, self.ttl_s, self.run_id
                )

        return commit

    def report(self, *, subject: str, correct: int, total: int) -> Callable[[Session], None]:
        """What records an exercise, called with the transaction that stores the tool's result."""

        def commit(session: Session) -> None:
            if exercises.question_of(session, self.run_id).startswith(NOTE_MARK):
                raise ToolFailed("Refused: the results of quizzes are recorded already.")
            result = ExerciseResult(
                user_id=self.user_id,
                conversation_id=self.conversation_id,
                subject=subject,
                correct=correct,
                total=total,
                source="report",
                key="",
            )
            for number in count():  # a run reports few times
                result.key = f"run:{self.run_id}:{number}"
                if exercises.add(session, result):
                    return

        return commit


def unsealed(sealer: Sealer, questions: Sequence[Question]) -> list[Secret] | None:
    """What was sealed of each question; None when the key has changed since."""
    found = [sealer.open(question.sealed) for question in questions]
    return [Secret(**secret) for secret in found if secret] if all(found) else None


def asked(session: Session, run_id: int, language: Language, channel: str) -> tuple[Offer, int] | None:
    """The questions a run has put and nobody has answered yet, to stand below its text, and their interaction; None
    when there are none."""
    opened = interactions.open_of_run(session, run_id, KIND)
    if opened is None:
        return None
    return Quiz(questions_in(opened.payload), language, channel).offered(), opened.id
