"""What exercises came to, and how far a conversation has got with quizzes."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, func
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlmodel import Session, col, select

from bot.models import Conversation, ExerciseResult, ToolCallRecord, TranscriptMessage


def add(session: Session, result: ExerciseResult) -> bool:
    """Store a result once per key. True for the one caller that did it."""
    insert = sqlite_insert if session.get_bind().dialect.name == "sqlite" else postgresql_insert
    values = result.model_dump(exclude={"id"})
    added = insert(ExerciseResult).values(values).on_conflict_do_nothing(index_elements=["key"])
    return session.execute(added.returning(col(ExerciseResult.id))).first() is not None


def count_with_key(session: Session, beginning: str) -> int:
    """How many results have a key that begins so."""
    return session.exec(select(func.count()).where(col(ExerciseResult.key).startswith(beginning))).one()


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


def calls_since(session: Session, conversation_id: str, tools: Collection[str], since: datetime) -> int:
    """How often these tools were called with success since `since` and the last fresh start."""
    return session.exec(
        select(func.count()).where(
            col(ToolCallRecord.tool).in_(tools),
            ToolCallRecord.status == "success",
            col(ToolCallRecord.created_at) > since,
            col(ToolCallRecord.run_id).in_(select(TranscriptMessage.run_id).where(*_said(conversation_id, since))),
        )
    ).one()


def has_earlier_run(session: Session, conversation_id: str, run_id: int, since: datetime) -> bool:
    """Whether the agent was talked to before this run, since `since` and the last fresh start."""
    earlier = select(TranscriptMessage.id).where(*_said(conversation_id, since), TranscriptMessage.run_id < run_id)
    return session.exec(earlier.limit(1)).first() is not None


def question_of(session: Session, run_id: int) -> str:
    """What a run was asked."""
    first = select(TranscriptMessage.message).where(TranscriptMessage.run_id == run_id)
    message = session.exec(first.order_by(col(TranscriptMessage.id)).limit(1)).first()
    return str(message["content"]) if message else ""


def _said(conversation_id: str, since: datetime) -> tuple[ColumnElement[bool], ...]:
    """The part of a transcript that counts as this conversation."""
    fresh_start = select(Conversation.context_from).where(Conversation.id == conversation_id).scalar_subquery()
    return (
        col(TranscriptMessage.conversation_id) == conversation_id,
        col(TranscriptMessage.id) > fresh_start,
        col(TranscriptMessage.created_at) > since,
    )
