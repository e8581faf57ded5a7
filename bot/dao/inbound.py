"""Messages that came in: stored once, and, while they wait, looked at a few at a time: what a question costs does not
grow with the queue behind it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, func, or_, update
from sqlmodel import Session, SQLModel, col, select

from bot.dao import turn_statements
from bot.dao.changes import rows_changed
from bot.dao.engine.held import hold
from bot.dao.engine.prepared import Prepared
from bot.dao.inserts import inserter
from bot.models import InboundMessage
from bot.models.base import utc_now

AT_ONCE = 25  # rows looked at; more fragments than these are never one turn
SIDS_AT_ONCE = 500  # in one question to the database
_TABLE = SQLModel.metadata.tables["inbound_message"]  # Core: the ORM would cost the webhook three times as much


@dataclass(frozen=True, slots=True, kw_only=True)
class NewInbound:
    """A message to be stored. One with `processed_at` is closed already, with that outcome: nobody is to be woken."""

    message_sid: str
    conversation_id: str
    sender: str
    recipient: str
    channel: str
    kind: str
    body: str
    priority: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    processed_at: datetime | None = None
    outcome: str = ""
    media_due_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether somebody must be woken for it."""
        return self.processed_at is None


_COLUMNS = tuple(column.name for column in fields(NewInbound))


def insert_inbound(connection: Connection, message: NewInbound) -> bool:
    """Store a message once. Returns False when its MessageSid is there already."""
    made = {"channel": str(message.channel), "received_at": utc_now(), "attempts": 0}
    values = {name: getattr(message, name) for name in _COLUMNS} | made
    return _insert_once(connection.dialect.name).first(connection, values) is not None


@cache
def _insert_once(dialect: str) -> Prepared:
    """Built once a process: the webhook runs it for every message."""
    once = inserter(dialect)(_TABLE).on_conflict_do_nothing(index_elements=["message_sid"])
    return Prepared(once.returning(_TABLE.c.id))


def known_sids(session: Session, sids: Sequence[str]) -> set[str]:
    """Which of these MessageSids are stored."""
    found: set[str] = set()
    for start in range(0, len(sids), SIDS_AT_ONCE):
        some = sids[start : start + SIDS_AT_ONCE]
        found.update(session.exec(select(InboundMessage.message_sid).where(col(InboundMessage.message_sid).in_(some))))
    return found


def waiting(session: Session, key: str, limit: int = AT_ONCE) -> Sequence[InboundMessage]:
    """The first unprocessed messages of a conversation, in order of arrival."""
    rows = turn_statements.waiting_messages().rows(session, {"of_id": key, "most": limit})
    return [hold(session, InboundMessage, row) for row in rows]


def newest(session: Session, key: str, limit: int) -> Sequence[InboundMessage]:
    """The last unprocessed messages of a conversation, in order of arrival."""
    waits = col(InboundMessage.processed_at).is_(None)
    found = select(InboundMessage).where(InboundMessage.conversation_id == key, waits)
    return session.exec(found.order_by(col(InboundMessage.id).desc()).limit(limit)).all()[::-1]


def newest_media(session: Session, key: str, before_id: int, since: datetime, limit: int) -> Sequence[InboundMessage]:
    """The last messages with media in front of an id, not older than a moment; newest first."""
    return session.exec(
        select(InboundMessage)
        .where(
            InboundMessage.conversation_id == key,
            InboundMessage.kind == "media",
            col(InboundMessage.id) < before_id,
            col(InboundMessage.received_at) >= since,
        )
        .order_by(col(InboundMessage.id).desc())
        .limit(limit)
    ).all()


def closed_just_before(
    session: Session, key: str, before_id: int, since: datetime, most: int = AT_ONCE
) -> Sequence[InboundMessage]:
    """Of the last messages in front of an id those that were closed since a moment."""
    before = select(InboundMessage).where(InboundMessage.conversation_id == key, col(InboundMessage.id) < before_id)
    rows = session.exec(before.order_by(col(InboundMessage.id).desc()).limit(most))
    return [row for row in rows if row.processed_at is not None and row.processed_at >= since]


def first_sender(session: Session, key: str) -> str | None:
    """Who wrote the first unprocessed message of a conversation; None when nothing waits."""
    return session.exec(
        select(InboundMessage.sender)
        .where(InboundMessage.conversation_id == key, col(InboundMessage.processed_at).is_(None))
        .order_by(col(InboundMessage.id))
        .limit(1)
    ).first()


def of_run(session: Session, run_id: int) -> Sequence[InboundMessage]:
    """The messages a run answers that are not processed yet, in order of arrival."""
    theirs = select(InboundMessage).where(InboundMessage.run_id == run_id, col(InboundMessage.processed_at).is_(None))
    return session.exec(theirs.order_by(col(InboundMessage.id))).all()


def first_marked(session: Session, key: str, priority: str) -> InboundMessage | None:
    """The first waiting message of a priority that nobody has begun to answer, wherever it stands in the queue."""
    return session.exec(
        select(InboundMessage)
        .where(
            InboundMessage.conversation_id == key,
            col(InboundMessage.processed_at).is_(None),
            col(InboundMessage.priority).is_not(None),
            InboundMessage.priority == priority,
            col(InboundMessage.run_id).is_(None),
        )
        .order_by(col(InboundMessage.id))
        .limit(1)
    ).first()


def marked_since(session: Session, key: str, user_id: int | None, priority: str, since: datetime) -> bool:
    """Whether a user, or a guest (None), has written a message of a priority that a run answered since a moment."""
    given = {"of_id": key, "of_priority": priority, "since": since, "of_user": user_id}
    return turn_statements.marked_messages(of_guest=user_id is None).first(session, given) is not None


def runs_since(session: Session, key: str, since: datetime) -> int:
    """How many runs answered messages that came in since a moment."""
    return session.exec(
        select(func.count(func.distinct(InboundMessage.run_id))).where(
            InboundMessage.conversation_id == key,
            col(InboundMessage.received_at) > since,
            col(InboundMessage.run_id).is_not(None),
        )
    ).one()


def take_media_due(session: Session, now: datetime, again_at: datetime, limit: int) -> Sequence[InboundMessage]:
    """Closed messages whose media are to be deleted at the provider, longest due first; due again if that fails."""
    due = session.exec(
        select(InboundMessage)
        .where(col(InboundMessage.media_due_at) <= now, col(InboundMessage.processed_at).is_not(None))
        .order_by(col(InboundMessage.media_due_at))
        .limit(limit)
    ).all()
    for message in due:
        message.media_due_at = again_at
    session.flush()
    return due


def forget_media(session: Session, message_id: int) -> None:
    """The media of a message are deleted at the provider, so nothing is due there any more. Of an erased message their
    addresses were all that was left: they go too."""
    gone = update(InboundMessage).where(col(InboundMessage.id) == message_id)
    session.execute(gone.values(media_due_at=None))
    session.execute(gone.where(col(InboundMessage.outcome) == "erased").values(details={}))


def withdraw(session: Session, key: str, before_id: int, outcome: str, now: datetime, user_id: int | None) -> bool:
    """Close what somebody is at in a conversation, where a user or a guest (None) is, before a run answers it: looking
    at what was sent, preparing a command. Only what came in front of an id, and is like any other message. True: there
    was something."""
    taken_up = (
        col(InboundMessage.conversation_id) == key,
        col(InboundMessage.processed_at).is_(None),
        col(InboundMessage.run_id).is_(None),
        col(InboundMessage.priority).is_(None),
        col(InboundMessage.attempts) > 0,
        col(InboundMessage.id) < before_id,
    )
    closing = update(InboundMessage).where(*taken_up).values(processed_at=now, outcome=outcome, user_id=user_id)
    return rows_changed(session, closing.execution_options(synchronize_session=False)) > 0


def is_any_before(session: Session, key: str, before_id: int) -> bool:
    """Whether a message waits in a conversation in front of an id."""
    waits = (
        col(InboundMessage.conversation_id) == key,
        col(InboundMessage.processed_at).is_(None),
        col(InboundMessage.id) < before_id,
    )
    return session.exec(select(InboundMessage.id).where(*waits).limit(1)).first() is not None


def closed_among(session: Session, ids: Collection[int]) -> Sequence[int]:
    """Those of these messages that nobody is to deal with any more."""
    among = col(InboundMessage.id).in_(ids)
    return session.exec(select(InboundMessage.id).where(among, col(InboundMessage.processed_at).is_not(None))).all()


def close_untouched(
    session: Session,
    key: str,
    outcome: str,
    now: datetime,
    user_id: int | None,
    *,
    kept: Sequence[str] = (),
    before_id: int | None = None,
    came_before: datetime | None = None,
) -> int:
    """Close at once all waiting messages of a conversation that nobody has taken up, where a user or a guest (None)
    is, but those of some priorities; only the ones in front of an id, or that came in before a moment, if said. Returns
    how many."""
    rows = [
        col(InboundMessage.conversation_id) == key,
        col(InboundMessage.processed_at).is_(None),
        col(InboundMessage.run_id).is_(None),
        col(InboundMessage.attempts) == 0,
    ]
    if kept:
        rows.append(or_(col(InboundMessage.priority).is_(None), col(InboundMessage.priority).not_in(kept)))
    if before_id is not None:
        rows.append(col(InboundMessage.id) < before_id)
    if came_before is not None:
        rows.append(col(InboundMessage.received_at) < came_before)
    return rows_changed(
        session,
        update(InboundMessage)
        .where(*rows)
        .values(processed_at=now, outcome=outcome, user_id=user_id)
        .execution_options(synchronize_session=False),
    )
