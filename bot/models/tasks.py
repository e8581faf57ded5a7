"""What people asked to be reminded of."""

from datetime import datetime

from sqlalchemy import JSON, Column, Index, text
from sqlmodel import Field

from bot.models.base import NumberedRow, UTCDateTime, utc_now
from bot.models.ownership import Erase, Expire, Merge, owned

_REPEATS = "repeats IS NOT NULL AND done_at IS NULL"
_ASTRAY = "repeats IS NOT NULL AND remind_at IS NULL AND done_at IS NULL"


@owned(merge=Merge.MOVES, export="tasks.json", erase=Erase.DELETED, expire=Expire.STAYS)
class Task(NumberedRow, table=True):
    """One thing to do. `due_at` of a day without an hour is its last minute there. `remind_at` is empty when there is
    nothing to remind of, or it has been done. `repeats`: how it comes back (bot.services.tasks.recurrence); then
    `due_at` and `remind_at` are of the next time, which may have been moved, and `reminded_at` is empty once the last
    time was ticked off."""

    __table_args__ = (
        Index("ix_task_remind_at", "remind_at", postgresql_where=text("remind_at IS NOT NULL"),
              sqlite_where=text("remind_at IS NOT NULL")),
        Index("ix_task_repeats", "reminded_at", postgresql_where=text(_REPEATS), sqlite_where=text(_REPEATS)),
        Index("ix_task_astray", "id", postgresql_where=text(_ASTRAY), sqlite_where=text(_ASTRAY)),
    )  # fmt: skip

    user_id: int = Field(foreign_key="user_account.id", index=True)
    behind: int | None = Field(default=None)  # those of how many accounts that are one now; see bot.dao.tasks
    conversation_id: str = Field(foreign_key="conversation.id", max_length=32, index=True)  # where it was asked for
    title: str = Field(max_length=200)
    priority: str = Field(default="normal", max_length=8)  # low, normal, high
    tags: list[str] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    due_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    whole_day: bool = Field(default=False)
    remind_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    zone: str | None = Field(default=None, max_length=40)  # whose hours are meant; see bot.services.tasks.wording
    repeats: str | None = Field(default=None, max_length=40)
    repeats_until: datetime | None = Field(default=None, sa_type=UTCDateTime)
    reminded_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    done_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
