"""Credits that a pupil earns by effort: few, once a call, and no more than so many a day."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlmodel import Session

from bot.clock import Clock
from bot.dao import addresses, exercises
from bot.dao.money import ledger
from bot.dao.work import runs
from bot.errors import ToolFailed
from bot.i18n.day import zone_of
from bot.services.quiz.quizzes import NOTE_MARK
from bot.types import EntryKind

DAILY_CAP = 10
NOT_SEEN = (
    "Refused: pages, files or search results were read, and after that only a quiz the pupil has just answered right "
    "earns credits. Do not speak of credits; praise."
)


@dataclass(frozen=True, slots=True)
class RunBonus:
    """What one run may give. Identity comes from here, never from the model."""

    clock: Clock
    conversation_id: str
    run_id: int

    def give(self, amount: int) -> Callable[[Session], None]:
        """What adds the credits, called with the transaction that stores the tool's result. It raises ToolFailed when
        that would be more than a pupil may earn in a day of theirs, or when strangers' words may have asked for it."""

        def commit(session: Session) -> None:
            owner = runs.owner(session, self.run_id)  # locked: another run of theirs sums when this one has given
            if owner is None:
                raise ToolFailed("Refused: only somebody who is signed in has credits.")
            if runs.is_tainted(session, self.run_id) and not self._follows_a_right_answer(session):
                raise ToolFailed(NOT_SEEN)
            zone = zone_of(addresses.of_conversation(session, self.conversation_id) or "")
            midnight = self.clock.now().astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
            left = DAILY_CAP - ledger.sum_since(session, owner, EntryKind.BONUS, midnight)
            if amount > left:
                raise ToolFailed(f"Refused: {max(left, 0)} more bonus credits today. Do not speak of credits; praise.")
            place = ledger.count_of_run(session, self.run_id, EntryKind.BONUS)
            ledger.post(session, owner, amount, EntryKind.BONUS, f"run:{self.run_id}:bonus:{place}", self.run_id)

        return commit

    def _follows_a_right_answer(self, session: Session) -> bool:
        """Whether the run was begun by the answer to a quiz, which the service itself has found right."""
        is_answer = exercises.question_of(session, self.run_id).startswith(NOTE_MARK)
        return is_answer and exercises.last_quiz(session, self.conversation_id) > 0
