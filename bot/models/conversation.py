"""Conversations with their lane, and the messages that came in."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, text
from sqlmodel import Field, SQLModel

from bot.models.base import UTCDateTime, utc_now


class Conversation(SQLModel, table=True):
    """All that is said with one address. The lane (lane_worker, lane_epoch) says who may work on it now:
    every write of a turn is fenced by the epoch it was claimed with."""

    id: str = Field(primary_key=True, max_length=32)  # bot.dao.conversations.conversation_id(address)
    address_id: int = Field(foreign_key="address.id", index=True)
    lane_worker: str | None = Field(default=None, max_length=32, index=True)
    lane_epoch: int = Field(default=0)
    context_from: int = Field(default=0)  # transcript rows with smaller ids are forgotten (/nouveau)
    summary: str = Field(default="")
    summary_upto: int = Field(default=0)  # the last transcript row the summary covers
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


class InboundMessage(SQLModel, table=True):
    """One message somebody sent us. Its row is the promise that it will be answered: it is written before the
    webhook's 200 and closed (processed_at, outcome) in the transaction that ends the turn."""

    __tablename__ = "inbound_message"
    __table_args__ = (
        Index("ix_inbound_message_open", "conversation_id", "id", postgresql_where=text("processed_at IS NULL"),
              sqlite_where=text("processed_at IS NULL")),
    )  # fmt: skip

    id: int | None = Field(default=None, primary_key=True)
    message_sid: str = Field(max_length=34, unique=True)
    conversation_id: str = Field(max_length=32, index=True)  # no foreign key: the drain creates that row
    sender: str = Field(max_length=160)
    recipient: str = Field(default="", max_length=160)
    channel: str = Field(max_length=16)
    kind: str = Field(max_length=16)
    body: str = Field(default="")
    details: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False))
    received_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
    run_id: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True, index=True))
    processed_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    outcome: str = Field(default="", max_length=32)
    attempts: int = Field(default=0)  # how many lives were spent on it
