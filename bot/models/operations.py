"""What operators look at: live workers, their chores, and alerts; the key of the database; our templates at Twilio."""

from datetime import datetime

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from bot.models.base import NumberedRow, UTCDateTime, utc_now
from bot.models.ownership import Erase, Expire, Merge, nobodys, owned


@nobodys
class Worker(SQLModel, table=True):
    """A worker process. `heartbeat` is the database's own clock, in seconds since 1970, so that machines with
    different clocks agree on who is alive."""

    id: str = Field(primary_key=True, max_length=32)
    label: str = Field(default="", max_length=128)
    heartbeat: float = Field(index=True)
    started_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


@nobodys
class DatabaseKey(SQLModel, table=True):
    """The one key of this database, sealed with a key derived from SECRET_KEY (bot.dao.conversation_key)."""

    __tablename__ = "database_key"

    id: int = Field(primary_key=True)  # 1
    sealed: str
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


@nobodys
class ContentTemplate(SQLModel, table=True):
    """A template made at Twilio for a shape of what is tapped (bot.channels.offers), by account."""

    __tablename__ = "content_template"

    account: str = Field(primary_key=True, max_length=34)
    shape: str = Field(primary_key=True, max_length=16)
    sid: str = Field(max_length=34)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


@nobodys
class Chore(SQLModel, table=True):
    """Something one worker at a time does every so often. Times are the database's own clock, seconds since 1970:
    `due` is when it is to be done next, `expires` when whoever does it is taken for lost (0: nobody does it)."""

    name: str = Field(primary_key=True, max_length=32)
    holder: str = Field(default="", max_length=32)
    due: float = Field(default=0.0)
    expires: float = Field(default=0.0)
    position: str = Field(default="", max_length=128)  # where it goes on; each chore knows what that means


@owned(merge=Merge.FOLLOWS, export=None, erase=Erase.STAYS, expire=Expire.DELETED)
class Alert(NumberedRow, table=True):
    """Something an operator should see."""

    __table_args__ = (
        Index("ix_alert_open", "kind", "id", postgresql_where=text("acknowledged_at IS NULL"),
              sqlite_where=text("acknowledged_at IS NULL")),
        Index("ix_alert_recent", "kind", "created_at"),
    )  # fmt: skip

    kind: str = Field(max_length=64, index=True)
    detail: str = Field(default="")
    run_id: int | None = Field(default=None, index=True)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
    acknowledged_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    acknowledged_by: str = Field(default="", max_length=32)  # an administrator, as in AdminAction.who


@nobodys
class Administrator(NumberedRow, table=True):
    """Where somebody who runs the service is reached: told of reported faults. A setting of the operators' own, which
    outlives what they do as users; `value` as in Address."""

    value: str = Field(max_length=160, unique=True)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
