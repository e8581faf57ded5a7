"""The quizzes of one run: what its tools may ask and record, and what it has asked once it has ended."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from sqlmodel import Session, col, select

from bot.clock import Clock
from bot.dao import interactions, results
from bot.dao.database import Database
from bot.errors import ToolFailed
from bot.models import ExerciseResult, PendingInteraction
from bot.services.quizzes import KIND, NOTE_MARK, Question, Quiz, Secret, payload_of, questions_in
from bot.services.sealing import OPEN_FIELDS, Sealer
from bot.types import Channel, Language

MOST_QUIZZES = 3
CONVERSATION_S = 24 * 3600  # what was said longer ago is another conversation


@dataclass(frozen=True, slots=True)
class RunQuizzes:
    """Asks and records for one run. Identity comes from here, never from the model."""

    database: Database
    sealer: Sealer
    clock: Clock
    ttl_s: float
    conversation_id: str
    user_id: int | None
    run_id: int

    def refusal(self) -> str | None:
        """Why no quiz may be asked now, for the model; None when it may."""
        since = self.clock.now() - timedelta(seconds=CONVERSATION_S)
        with self.database.read() as session:
            if not results.has_earlier_run(session, self.conversation_id, self.run_id, since):
                return (
                    "Refused: never a quiz on the first message of a conversation. Answer first; offer one for later."
                )
            asked = results.calls_since(session, self.conversation_id, tuple(OPEN_FIELDS), since)
        if asked >= MOST_QUIZZES:
            return f"Refused: {MOST_QUIZZES} quizzes were asked in this conversation, no more. Go on without."
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
            opened = interactions.current(session, self.conversation_id, now)
            if opened is not None and opened.kind == KIND and opened.run_id == self.run_id:
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
            if results.question_of(session, self.run_id).startswith(NOTE_MARK):
                raise ToolFailed("Refused: the results of quizzes are recorded already.")
            beginning = f"run:{self.run_id}:"
            results.add(
                session,
                ExerciseResult(
                    user_id=self.user_id,
                    conversation_id=self.conversation_id,
                    subject=subject,
                    correct=correct,
                    total=total,
                    source="report",
                    key=f"{beginning}{results.count_with_key(session, beginning)}",
                ),
            )

        return commit


def asked(session: Session, run_id: int, language: Language, channel: Channel) -> str | None:
    """The questions a run has put and nobody has answered yet, to stand below its text; None when there are none."""
    opened = session.exec(
        select(PendingInteraction).where(
            PendingInteraction.run_id == run_id,
            PendingInteraction.kind == KIND,
            col(PendingInteraction.closed_at).is_(None),
        )
    ).one_or_none()
    return None if opened is None else Quiz(questions_in(opened.payload), language, channel).render()
