"""Numbered replies: the one question a conversation has open, and what pupils' answers came to."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, text
from sqlmodel import Field

from bot.models.base import NumberedRow, UTCDateTime, utc_now
from bot.models.ownership import Erase, Expire, Merge, owned


@owned(merge=Merge.MOVES, export=None, erase=Erase.DELETED, expire=Expire.DELETED)
class PendingInteraction(NumberedRow, table=True):
    """A question with numbered answers. At most one is open in a conversation; closing it is how it is claimed."""

    __tablename__ = "pending_interaction"
    __table_args__ = (
        Index("uq_pending_interaction_open", "conversation_id", unique=True, postgresql_where=text("closed_at IS NULL"),
              sqlite_where=text("closed_at IS NULL")),
    )  # fmt: skip

    conversation_id: str = Field(foreign_key="conversation.id", max_length=32, index=True)
    user_id: int | None = Field(default=None, foreign_key="user_account.id", index=True)  # who may answer, or a guest
    kind: str = Field(max_length=16)  # sign_in, menu, quiz, confirm, approval
    payload: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    run_id: int | None = Field(default=None, index=True)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
    expires_at: datetime = Field(sa_type=UTCDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    outcome: str = Field(default="", max_length=16)  # answered, replaced, expired, cancelled, void


@owned(merge=Merge.MOVES, export="results.json", erase=Erase.DELETED, expire=Expire.STAYS)
class ExerciseResult(NumberedRow, table=True):
    """What one answered exercise came to. `key` makes it count once."""

    __tablename__ = "exercise_result"

    user_id: int | None = Field(default=None, foreign_key="user_account.id", index=True)
    conversation_id: str = Field(foreign_key="conversation.id", max_length=32, index=True)
    subject: str = Field(max_length=64)
    correct: int
    total: int
    source: str = Field(max_length=16)  # quiz, report
    key: str = Field(max_length=96, unique=True)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
