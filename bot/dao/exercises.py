"""What exercises came to, and how far a conversation has got with quizzes."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, exists, func
from sqlmodel import Session, col, select

from bot.dao.contexts import GUESTS, is_of
from bot.dao.inserts import insert_into
from bot.models import ConversationContext, ExerciseResult, Run, ToolCallRecord, TranscriptMessage

LONGEST_CHAIN = 10  # runs that only followed an answer; more than any limit of quizzes in a row


def add(session: Session, result: ExerciseResult) -> bool:
    """Store a result once per key. True for the one caller that did it."""
    values = result.model_dump(exclude={"id"})
    added = insert_into(session, ExerciseResult).values(values).on_conflict_do_nothing(index_elements=["key"])
    return session.execute(added.returning(col(ExerciseResult.id))).first() is not None


def last_quiz(session: Session, conversation_id: str) -> int:
    """How many answers of the last quiz question that a conversation closed were right: 1 or 0."""
    of_quizzes = (ExerciseResult.conversation_id == conversation_id, ExerciseResult.source == "quiz")
    newest = select(ExerciseResult.correct).where(*of_quizzes).order_by(col(ExerciseResult.id).desc()).limit(1)
    return session.exec(newest).first() or 0


def by_subject(session: Session, user_id: int, since: datetime | None = None) -> Sequence[tuple[str, int, int]]:
    """A user's exercises as (subject, right, in all), summed by subject as it is written; the subject practised
    last comes first."""
    query = (
        select(ExerciseResult.subject, func.sum(ExerciseResult.correct), func.sum(ExerciseResult.total))
        .where(ExerciseResult.user_id == user_id)
        .group_by(col(ExerciseResult.subject))
        .order_by(func.max(ExerciseResult.id).desc())
    )
    if since is not None:
        query = query.where(col(ExerciseResult.created_at) > since)
    return [(subject, int(correct), int(total)) for subject, correct, total in session.exec(query)]


def calls_since_own_words(
    session: Session,
    conversation_id: str,
    user_id: int | None,
    tools: Collection[str],
    since: datetime,
    notes: tuple[str, ...],
) -> int:
    """How often a user had these tools called with success since they last wrote something themselves: back to the run
    whose question begins with none of `notes`, what the service tells the agent of an answer."""
    said = select(TranscriptMessage.run_id).where(*_said(conversation_id, user_id, since))
    newest = select(Run.id).where(col(Run.id).in_(said)).order_by(col(Run.id).desc()).limit(LONGEST_CHAIN)
    chain: list[int] = []
    for run_id in session.exec(newest).all():
        chain.append(run_id)
        if not question_of(session, run_id).startswith(notes):
            break
    return session.exec(
        select(func.count()).where(
            col(ToolCallRecord.run_id).in_(chain),
            col(ToolCallRecord.tool).in_(tools),
            ToolCallRecord.status == "success",
        )
    ).one()


def has_earlier_run(session: Session, conversation_id: str, user_id: int | None, run_id: int, since: datetime) -> bool:
    """Whether a user talked to the agent before this run, since `since` and their last fresh start."""
    said = select(TranscriptMessage.id).where(*_said(conversation_id, user_id, since))
    return session.exec(said.where(TranscriptMessage.run_id < run_id).limit(1)).first() is not None


def question_of(session: Session, run_id: int) -> str:
    """What a run was asked."""
    first = select(TranscriptMessage.message).where(TranscriptMessage.run_id == run_id)
    message = session.exec(first.order_by(col(TranscriptMessage.id)).limit(1)).first()
    return str(message["content"]) if message else ""


def _said(conversation_id: str, user_id: int | None, since: datetime) -> tuple[ColumnElement[bool], ...]:
    """The part of a transcript that counts as a user's conversation of now."""
    fresh_start = select(ConversationContext.context_from).where(
        ConversationContext.conversation_id == conversation_id, ConversationContext.owner_id == (user_id or GUESTS)
    )
    return (
        col(TranscriptMessage.conversation_id) == conversation_id,
        col(TranscriptMessage.id) > func.coalesce(fresh_start.scalar_subquery(), 0),
        col(TranscriptMessage.created_at) > since,
        exists().where(col(Run.id) == col(TranscriptMessage.run_id), is_of(user_id)),
    )
