"""Deleting what has served its time, a page at a time.

Rows are written in order of time, so the oldest have the lowest ids: a page is some ids in their order, found by the
primary key, and no table pays for an index on its time. What is open is passed over."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists, func, literal, or_, update
from sqlmodel import Session, col, select

from bot.dao import contexts
from bot.dao.changes import rows_changed
from bot.dao.delivery.held_parts import KEPT_FOR
from bot.dao.library import files
from bot.models import (
    Alert,
    ConversationContext,
    InboundMessage,
    OutboundPart,
    PaymentEvent,
    PendingInteraction,
    Run,
    StoredFile,
    TranscriptMessage,
    ownership,
)

# What remains of a message: its MessageSid, so that it never comes back by a replay.
EMPTIED: dict[str, Any] = {
    "conversation_id": "",
    "sender": "",
    "recipient": "",
    "body": "",
    "details": {},
    "run_id": None,
    "user_id": None,
    "priority": None,
    "media_due_at": None,
}
SAME = {"synchronize_session": False}


@dataclass(frozen=True, slots=True)
class Page:
    """`ids` may go. `last` is the id to go on from; None when nothing older is left. `open_before`: the highest id
    below which nothing is open."""

    ids: Sequence[int]
    last: int | None
    open_before: int


def page(
    session: Session, table: Any, moment: Any, closed: ColumnElement[bool], after: int, before: datetime, limit: int
) -> Page:
    """The next rows of a table behind an id: those of before a moment that are closed."""
    found = session.execute(
        select(table.id, moment, closed).where(table.id > after).order_by(table.id).limit(limit)
    ).all()
    ids = [row_id for row_id, at, is_closed in found if at < before and is_closed]
    still_open = [row_id for row_id, at, is_closed in found if at >= before or not is_closed]
    last = found[-1][0] if len(found) == limit and found[-1][1] < before else None
    settled = still_open[0] - 1 if still_open else found[-1][0] if found else after
    return Page(ids, last, settled)


def old_messages(session: Session, after: int, before: datetime, limit: int) -> Page:
    """Messages that were dealt with."""
    closed = col(InboundMessage.processed_at).is_not(None)
    return page(session, InboundMessage, InboundMessage.received_at, closed, after, before, limit)


def old_parts(session: Session, after: int, before: datetime, limit: int) -> Page:
    """Parts nothing is left to do for."""
    return page(session, OutboundPart, OutboundPart.created_at, part_is_over(before), after, before, limit)


def old_runs(session: Session, after: int, before: datetime, limit: int) -> Page:
    """Runs that have ended, and that nothing open belongs to."""
    asked = exists().where(col(InboundMessage.run_id) == col(Run.id), col(InboundMessage.processed_at).is_(None))
    said = exists().where(col(OutboundPart.run_id) == col(Run.id), ~part_is_over(before))
    closed = and_(col(Run.status) != "running", ~asked, ~said)
    return page(session, Run, func.coalesce(Run.ended_at, Run.started_at), closed, after, before, limit)


def old_questions(session: Session, after: int, before: datetime, limit: int) -> Page:
    """Questions that were closed, or whose time is over."""
    ended = func.coalesce(PendingInteraction.closed_at, PendingInteraction.expires_at)
    return page(session, PendingInteraction, PendingInteraction.created_at, ended < before, after, before, limit)


def old_alerts(session: Session, after: int, before: datetime, limit: int) -> Page:
    """All alerts."""
    return page(session, Alert, Alert.created_at, col(Alert.id).is_not(None), after, before, limit)


def old_events(session: Session, after: int, before: datetime, limit: int) -> Page:
    """All webhooks of payment providers: what they are told again after so long is found to be paid."""
    return page(session, PaymentEvent, PaymentEvent.created_at, col(PaymentEvent.id).is_not(None), after, before, limit)


def part_is_over(before: datetime) -> ColumnElement[bool]:
    """Nothing is left to do for a part, or it was held before a moment for a person who did not write again in time."""
    forgotten = and_(col(OutboundPart.state) == "held", col(OutboundPart.created_at) < before)
    return or_(col(OutboundPart.closed_at).is_not(None), forgotten)


def empty_messages(session: Session, ids: Collection[int]) -> int:
    """Keep of messages nothing but their Sids. Returns how many had more."""
    is_more = or_(col(InboundMessage.sender) != "", col(InboundMessage.media_due_at).is_not(None))
    some = (col(InboundMessage.id).in_(ids), is_more)
    return rows_changed(
        session, update(InboundMessage).where(*some).values(**EMPTIED, outcome="forgotten").execution_options(**SAME)
    )


def remove(session: Session, table: Any, ids: Collection[int]) -> int:
    """Delete rows that nothing refers to."""
    session.execute(delete(table).where(col(table.id).in_(ids)).execution_options(**SAME))
    return len(ids)


def remove_runs(session: Session, ids: Collection[int]) -> int:
    """Delete runs with their transcripts, iterations and tool calls, and the summaries that rest on nothing else."""
    where = select(Run.conversation_id).where(col(Run.id).in_(ids)).distinct()
    conversations = session.exec(where).all()
    for run_id in ownership.referring("run"):
        session.execute(delete(run_id.table).where(run_id.in_(ids)))
    session.execute(delete(Run).where(col(Run.id).in_(ids)).execution_options(**SAME))
    rests = exists().where(
        col(TranscriptMessage.conversation_id) == col(ConversationContext.conversation_id),
        col(TranscriptMessage.id) <= col(ConversationContext.summary_upto),
    )
    session.execute(
        update(ConversationContext)
        .where(
            col(ConversationContext.conversation_id).in_(conversations),
            col(ConversationContext.summary_upto) > 0,
            ~rests,
        )
        .values(summary="", summary_upto=0)
        .execution_options(**SAME)
    )
    contexts.lower_marks(session, conversations)
    return len(ids)


def remove_old_files(session: Session, content_type: str, before: datetime, limit: int) -> Sequence[str]:
    """Delete files of a kind that were made before a moment: their links are over. Returns the digests of their
    bytes."""
    waits = exists().where(col(OutboundPart.file_id) == col(StoredFile.id), ~part_is_over(before - KEPT_FOR))
    found = session.exec(
        select(StoredFile.id, StoredFile.sha256)
        .where(
            StoredFile.content_type == literal(content_type, literal_execute=True),
            col(StoredFile.created_at) < before,
            ~waits,
        )
        .order_by(col(StoredFile.created_at))
        .limit(limit)
    ).all()
    files.remove_all(session, [file_id for file_id, _ in found])
    return [digest for _, digest in found]
