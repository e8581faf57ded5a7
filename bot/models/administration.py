"""The administrators' page: who is signed in there, and what they did."""

from datetime import datetime

from sqlmodel import Field

from bot.models.base import NumberedRow, UTCDateTime, utc_now
from bot.models.ownership import Erase, Expire, Merge, nobodys, owned


@nobodys
class AdminSession(NumberedRow, table=True):
    """A browser at the administrators' page: signing in as long as it has no administrator, then signed in. Its token
    stands in the browser's cookie alone; `digest` is the token's SHA-256. `asked_at` is when a code was last asked for,
    `tries` how many were typed since, `confirmed_at` when the right one was."""

    __tablename__ = "admin_session"

    digest: str = Field(max_length=64, unique=True)
    administrator_id: int | None = Field(default=None, foreign_key="administrator.id", index=True)
    tries: int = Field(default=0)
    asked_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
    confirmed_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    seen_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime, index=True)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


@owned(
    merge=Merge.STAYS,
    export=None,
    erase=Erase.EMPTIED,
    expire=Expire.STAYS,
    keeps=("who", "kind", "subject", "detail"),
)
class AdminAction(NumberedRow, table=True):
    """Something an administrator did, written in the transaction that did it. Append-only. `who` is their address but
    for its last digits masked, so that the entry outlives the administrator; `subject` what it was done to (`user:7`,
    `run:12`, `alert:3`); `reason` their own words; `detail` figures and filters, never words of people."""

    __tablename__ = "admin_action"

    administrator_id: int
    session_id: int = Field(default=0)  # 0: none, from the command line
    who: str = Field(max_length=32)
    kind: str = Field(max_length=32)
    user_id: int | None = Field(default=None, foreign_key="user_account.id", index=True)
    subject: str = Field(default="", max_length=64, index=True)
    reason: str = Field(default="", max_length=300)
    detail: str = Field(default="", max_length=500)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
