"""Runs of the agent: the run, its transcript, its iterations and its tool calls."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Index, UniqueConstraint, text
from sqlmodel import Field

from bot.models.base import NumberedRow, UTCDateTime, utc_now
from bot.models.ownership import Erase, Expire, Merge, owned

_IN_BACKGROUND = "ended_at IS NULL AND lease_epoch > 0"


@owned(merge=Merge.MOVES, export="runs.json", erase=Erase.DELETED, expire=Expire.DELETED, adopted=True)
class Run(NumberedRow, table=True):
    """One turn of the agent. `lives` counts the workers that took it up; status is running, done or dead. Who holds the
    lane of its conversation works on it, unless it has a lease of its own (`lease_epoch` above 0): then whoever holds
    that one does, in the background, and the lane is free.

    `background` says how it stands there: `offered` to the person, `waiting` for its place, `working`; `wished` and
    `declined` are of a run that the lane holds. In the background its `lives` are those without a step. `lease_from`
    shows what steps there were."""

    __table_args__ = (
        Index("ix_run_open", "conversation_id", "ended_at", "id", postgresql_where=text("ended_at IS NULL"),
              sqlite_where=text("ended_at IS NULL")),
        Index("ix_run_conversation_id", "conversation_id", "id"),
        Index("ix_run_user", "user_id", "started_at"),
        Index("ix_run_status", "status", "id"),
        Index("ix_run_stop_reason", "stop_reason", "id"),
        Index("ix_run_lease", "lease_worker", postgresql_where=text(_IN_BACKGROUND), sqlite_where=text(_IN_BACKGROUND)),
    )  # fmt: skip

    conversation_id: str = Field(foreign_key="conversation.id", max_length=32)
    user_id: int | None = Field(default=None, foreign_key="user_account.id")
    status: str = Field(default="running", max_length=16)
    mode: str = Field(max_length=16)
    language: str = Field(max_length=2)
    model: str = Field(default="", max_length=128)
    price: int = Field(default=0)  # credits reserved for it; what a refund gives back
    quoted: bool = Field(default=False)  # they were reserved for what a person has agreed to, not for the answer
    budget: int = Field(default=0)  # the most credits that it may cost in all; 0: nothing beside what is reserved
    charged: int = Field(default=0)  # credits that it cost in the end
    waived: int = Field(default=0)  # credits that nobody paid: beyond the budget, or the balance
    lives: int = Field(default=1)
    lease_worker: str | None = Field(default=None, max_length=32)
    lease_epoch: int = Field(default=0)  # 0: none of its own; every claim raises it
    lease_from: int = Field(default=0, sa_type=BigInteger)  # its last step in the transcript when it was claimed last
    background: str = Field(default="", max_length=16)  # bot.types.Background
    number: int = Field(default=0)  # by which its user tells it from others of theirs in the background
    background_at: datetime | None = Field(default=None, sa_type=UTCDateTime)  # when its work there began
    tainted: bool = Field(default=False)  # it has read untrusted data, or its history rests on some
    asked: int = Field(default=0)  # questions for permission that led here since the person's own words
    iterations: int = Field(default=0)
    prompt_tokens: int = Field(default=0)
    completion_tokens: int = Field(default=0)
    cached_tokens: int = Field(default=0)
    cost: float = Field(default=0.0)  # US dollars, as far as the provider says it
    stop_reason: str | None = Field(default=None, max_length=32)
    error: str = Field(default="", max_length=256)
    started_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
    cancelled_at: datetime | None = Field(default=None, sa_type=UTCDateTime)  # the person asked it to stop
    ended_at: datetime | None = Field(default=None, sa_type=UTCDateTime)


@owned(merge=Merge.FOLLOWS, export="transcript.json", erase=Erase.DELETED, expire=Expire.DELETED)
class TranscriptMessage(NumberedRow, table=True):
    """One chat message in the OpenAI wire form. Append-only, never edited."""

    __tablename__ = "transcript_message"
    __table_args__ = (Index("ix_transcript_message_order", "conversation_id", "id"),)

    conversation_id: str = Field(foreign_key="conversation.id", max_length=32)
    run_id: int = Field(foreign_key="run.id", index=True)
    role: str = Field(max_length=16)
    message: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


@owned(merge=Merge.FOLLOWS, export=None, erase=Erase.DELETED, expire=Expire.DELETED)
class Iteration(NumberedRow, table=True):
    """One completion of the model within a run."""

    __table_args__ = (UniqueConstraint("run_id", "number"),)

    run_id: int = Field(foreign_key="run.id", index=True)
    number: int
    model: str = Field(max_length=128)
    finish_reason: str = Field(max_length=32)
    prompt_tokens: int = Field(default=0)
    completion_tokens: int = Field(default=0)
    cached_tokens: int = Field(default=0)
    cost: float = Field(default=0.0)
    latency_ms: int = Field(default=0)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


@owned(merge=Merge.FOLLOWS, export="runs.json", erase=Erase.DELETED, expire=Expire.DELETED)
class ToolCallRecord(NumberedRow, table=True):
    """One tool call: `dispatched` before it runs, `done` together with its result. Unique by (run, call id). One that
    the person has said yes to is `approved` until then, and names the question."""

    __tablename__ = "tool_call"
    __table_args__ = (UniqueConstraint("run_id", "call_id"), Index("ix_tool_call_tool", "tool", "run_id"))

    run_id: int = Field(foreign_key="run.id", index=True)
    call_id: str = Field(max_length=128)
    iteration: int
    tool: str = Field(max_length=64)
    arguments: str
    state: str = Field(default="dispatched", max_length=16)
    dispatches: int = Field(default=1)
    status: str | None = Field(default=None, max_length=16)  # success, error, timeout
    error_type: str | None = Field(default=None, max_length=16)
    result: str | None = Field(default=None)
    approval_id: int | None = Field(default=None)
    attempts: int = Field(default=0)
    latency_ms: int = Field(default=0)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
    ended_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
