"""Conversations with their lane, and the messages that came in."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, text
from sqlmodel import Field, SQLModel

from bot.models.base import NumberedRow, UTCDateTime, utc_now
from bot.models.ownership import Erase, Expire, Merge, owned

_HAS_PRIORITY = "processed_at IS NULL AND priority IS NOT NULL"


@owned(merge=Merge.FOLLOWS, export=None, erase=Erase.STAYS, expire=Expire.STAYS)
class Conversation(SQLModel, table=True):
    """All that is said with one address. The lane (lane_worker, lane_epoch) says who may work on it now:
    every write of a turn is fenced by the epoch it was claimed with."""

    id: str = Field(primary_key=True, max_length=32)  # bot.dao.conversation_key, of the address
    address_id: int = Field(foreign_key="address.id", index=True)
    lane_worker: str | None = Field(default=None, max_length=32, index=True)
    lane_epoch: int = Field(default=0)
    owner_since: datetime | None = Field(default=None, sa_type=UTCDateTime)  # another user took the address over then
    told_waiting_at: datetime | None = Field(
        default=None, sa_type=UTCDateTime
    )  # that a message waits longer than usual
    tainted_upto: int = Field(default=0)  # the last transcript row, anybody's, of a run that had read untrusted data
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


@owned(merge=Merge.UNITES, export=None, erase=Erase.EMPTIED, expire=Expire.EMPTIED, keeps=("conversation_id",))
class ConversationContext(SQLModel, table=True):
    """What of a conversation is shown to the model when it answers one of those who were signed in there, or a guest:
    rows behind `context_from` whose runs are theirs, the older of them as a summary. See bot.dao.contexts."""

    __tablename__ = "conversation_context"

    conversation_id: str = Field(foreign_key="conversation.id", primary_key=True, max_length=32)
    owner_id: int = Field(primary_key=True, index=True, sa_column_kwargs={"autoincrement": False})  # 0: guests
    context_from: int = Field(default=0)  # transcript rows up to this id are forgotten (/nouveau)
    summary: str = Field(default="")
    summary_upto: int = Field(default=0)  # the last transcript row the summary covers


@owned(
    merge=Merge.MOVES,
    export="messages.json",
    erase=Erase.EMPTIED,
    expire=Expire.EMPTIED,
    keeps=("message_sid", "channel", "kind"),
)
class InboundMessage(NumberedRow, table=True):
    """One message somebody sent us. Its row is the promise that it will be answered: it is written before the
    webhook's 200 and closed (processed_at, outcome) in the transaction that ends the turn."""

    __tablename__ = "inbound_message"
    __table_args__ = (
        Index("ix_inbound_message_open", "conversation_id", "id", postgresql_where=text("processed_at IS NULL"),
              sqlite_where=text("processed_at IS NULL")),
        Index("ix_inbound_message_oldest", "received_at", postgresql_where=text("processed_at IS NULL"),
              sqlite_where=text("processed_at IS NULL")),
        Index("ix_inbound_message_priority", "conversation_id", "priority", "id",
              postgresql_where=text(_HAS_PRIORITY), sqlite_where=text(_HAS_PRIORITY)),
        Index("ix_inbound_message_marked", "conversation_id", "priority", "received_at",
              postgresql_where=text("priority IS NOT NULL"), sqlite_where=text("priority IS NOT NULL")),
        Index("ix_inbound_message_user_id", "user_id", postgresql_where=text("user_id IS NOT NULL"),
              sqlite_where=text("user_id IS NOT NULL")),
        Index("ix_inbound_message_media_due", "media_due_at", postgresql_where=text("media_due_at IS NOT NULL"),
              sqlite_where=text("media_due_at IS NOT NULL")),
    )  # fmt: skip

    message_sid: str = Field(max_length=34, unique=True)
    conversation_id: str = Field(max_length=32, index=True)  # no foreign key: the drain creates that row
    sender: str = Field(max_length=160)
    recipient: str = Field(default="", max_length=160)
    channel: str = Field(max_length=16)
    kind: str = Field(max_length=16)
    body: str = Field(default="")
    priority: str | None = Field(default=None, max_length=16)  # bot.reading.incoming.priority; None: one of many
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    received_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
    run_id: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True, index=True))
    user_id: int | None = Field(default=None)  # who wrote it, where no run says so; None: a guest, or not closed yet
    processed_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    outcome: str = Field(default="", max_length=32)
    attempts: int = Field(default=0)  # lives spent on it in a row without a step of its run
    media_due_at: datetime | None = Field(default=None, sa_type=UTCDateTime)  # when its media go at the provider
