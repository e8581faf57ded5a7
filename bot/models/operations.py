"""What operators look at: live workers and alerts."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from bot.models.base import UTCDateTime, utc_now


class Worker(SQLModel, table=True):
    """A worker process. `heartbeat` is the database's own clock, in seconds since 1970, so that machines with
    different clocks agree on who is alive."""

    id: str = Field(primary_key=True, max_length=32)
    label: str = Field(default="", max_length=128)
    heartbeat: float = Field(index=True)
    started_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


class Alert(SQLModel, table=True):
    """Something an operator should see."""

    id: int | None = Field(default=None, primary_key=True)
    kind: str = Field(max_length=64, index=True)
    detail: str = Field(default="")
    run_id: int | None = Field(default=None, index=True)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
