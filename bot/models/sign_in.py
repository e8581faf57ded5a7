"""What proves who somebody is: one-time codes. The code itself is in no column."""

from datetime import datetime

from sqlalchemy import Index, text
from sqlmodel import Field

from bot.models.base import NumberedRow, UTCDateTime, random_id, utc_now
from bot.models.ownership import Erase, Expire, Merge, owned


@owned(
    merge=Merge.FOLLOWS,
    export=None,
    erase=Erase.VOIDED,
    expire=Expire.EMPTIED,
    keeps=("asker", "nonce", "digest", "state"),
)
class OtpCode(NumberedRow, table=True):
    """One code sent to one number. The code is derived from `nonce` and SECRET_KEY when it is sent; `digest` is its
    HMAC. `state`: open; used; joined (used, and a user known before got another address or number by it: `expires_at`
    ends the hold on exports); void (replaced, given up, or its owner was erased); dead (five wrong tries); locked (ten
    wrong tries for the number in a day: `expires_at` ends the lock). Rows count the sends of a day; when they no longer
    do, `number` is its pseudonym and `prefix` is empty, and a code typed years later is recognised all the same."""

    __tablename__ = "otp_code"
    __table_args__ = (
        Index("ix_otp_code_counted", "created_at", postgresql_where=text("prefix <> ''"),
              sqlite_where=text("prefix <> ''")),
    )  # fmt: skip

    number: str = Field(max_length=16, index=True)  # E.164
    prefix: str = Field(max_length=7, index=True)  # the first 7 digits
    asker: str = Field(max_length=64, index=True)  # the conversation (or browser) that asked; only it may answer
    nonce: str = Field(default_factory=random_id, max_length=32)
    digest: str = Field(max_length=64, index=True)
    state: str = Field(default="open", max_length=8)
    tries: int = Field(default=0)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime, index=True)
    expires_at: datetime = Field(sa_type=UTCDateTime)
