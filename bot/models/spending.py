"""What providers cost us, day by day, and whether they serve us at all."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from bot.models.base import UTCDateTime
from bot.models.ownership import nobodys


@nobodys
class Spending(SQLModel, table=True):
    """What the models of a mode took on one day (UTC). Several rows a mode and day (`shard`), so that turns that end at
    the same moment do not wait for one another: they are added up when they are read."""

    day: str = Field(primary_key=True, max_length=10)
    mode: str = Field(primary_key=True, max_length=16)
    shard: int = Field(primary_key=True)
    tokens: int = Field(default=0)
    dollars: float = Field(default=0.0)


@nobodys
class ProviderBreaker(SQLModel, table=True):
    """Whether a provider is asked at all. Open since `opened_at`, None while it serves us; `outages` counts them.
    At `probe_at` one run may try it: `probe_run`, whose good end closes it."""

    __tablename__ = "provider_breaker"

    name: str = Field(primary_key=True, max_length=32)
    outages: int = Field(default=0)
    reason: str = Field(default="", max_length=64)
    opened_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    probe_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    probe_run: int | None = Field(default=None)
    alerted_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    struck_at: datetime | None = Field(default=None, sa_type=UTCDateTime)  # a refusal that may be about one request
    struck_by: str = Field(default="", max_length=32)  # … and whose conversation it was
