"""Who talks to us: users, and the addresses they write from."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Column, Index, text
from sqlmodel import Field

from bot.models.base import NumberedRow, UTCDateTime, utc_now
from bot.models.ownership import Erase, Expire, Merge, owned


@owned(merge=Merge.UNITES, export="profile.json", erase=Erase.EMPTIED, expire=Expire.STAYS, keeps=("ledger_off",))
class User(NumberedRow, table=True):
    """A person we know. `credits` is the balance; ledger entries sum to it (bot.services.money.credits)."""

    __tablename__ = "user_account"  # `user` is a reserved word in PostgreSQL

    mode: str | None = Field(default=None, max_length=16)  # student or pro; None until chosen
    level: str | None = Field(default=None, max_length=16)  # of a student: bot.types.Level
    phone: str | None = Field(default=None, max_length=16, unique=True)  # E.164, confirmed by a code
    language: str | None = Field(default=None, max_length=2)
    email: str | None = Field(default=None, max_length=254)  # confirmed by a code mailed to it
    credits: int = Field(default=0, ge=0)
    told_low: bool = Field(default=False)  # that few credits are left, since there were more
    ledger_off: str = Field(default="", max_length=32)  # a difference to the ledger that an alert was raised for
    last_seen_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
    blocked_at: datetime | None = Field(default=None, sa_type=UTCDateTime)  # by an administrator: no turn is begun
    deleted_at: datetime | None = Field(default=None, sa_type=UTCDateTime)  # erased: only the ledger remains
    merged_into: int | None = Field(default=None, index=True)  # the user they are now, if they became one with another
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


@owned(
    merge=Merge.MOVES,
    export="profile.json",
    erase=Erase.EMPTIED,
    expire=Expire.STAYS,
    keeps=("value", "channel", "guest_day"),
)
class Address(NumberedRow, table=True):
    """A channel address exactly as Twilio's `From` (`+225…`, `whatsapp:+225…`, `whatsapp:CI.…`); opaque."""

    __table_args__ = (
        Index("ix_address_guests", "user_id", "last_inbound_at", postgresql_where=text("user_id IS NULL"),
              sqlite_where=text("user_id IS NULL")),
    )  # fmt: skip

    value: str = Field(max_length=160, unique=True)
    channel: str = Field(max_length=16)
    user_id: int | None = Field(default=None, foreign_key="user_account.id", index=True)
    signed_in_until: datetime | None = Field(default=None, sa_type=UTCDateTime)
    language: str | None = Field(default=None, max_length=2)  # spoken last
    chosen_language: str | None = Field(default=None, max_length=2)  # by a guest; a user's choice is the user's
    profile_name: str = Field(default="", max_length=256)
    opted_out_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    bad_at: datetime | None = Field(default=None, sa_type=UTCDateTime)  # the provider says it cannot be reached
    last_inbound_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    welcomed_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    guest_day: str = Field(default="", max_length=10)  # the local date the allowance below counts for
    guest_messages: int = Field(default=0)
    # What it has used of its limits (bot.services.limits.meters).
    meters: dict[str, Any] = Field(default_factory=dict, sa_column=Column(JSON, nullable=False, server_default="{}"))
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


@owned(
    merge=Merge.STAYS,
    export="credits.json",
    erase=Erase.EMPTIED,
    expire=Expire.STAYS,
    keeps=("kind", "actor", "idempotency_key"),
)
class LedgerEntry(NumberedRow, table=True):
    """One change of a balance, in credits. Append-only: the database refuses to change or delete a row; only `reason`
    and `call_id` can be emptied, when a person is erased. The idempotency key makes it happen once."""

    __tablename__ = "ledger_entry"
    __table_args__ = (
        CheckConstraint("balance >= 0", name="balance"),
        Index("ix_ledger_entry_time", "created_at", "id"),
        Index("ix_ledger_entry_user", "user_id", "created_at", "id", "amount"),
        Index("ix_ledger_entry_alike", "kind", "amount", "reason", "created_at", "id"),
    )

    user_id: int = Field(foreign_key="user_account.id")
    amount: int
    balance: int  # after it
    kind: str = Field(max_length=32)  # bot.types.EntryKind
    reason: str = Field(default="", max_length=256)
    run_id: int | None = Field(default=None, index=True)
    call_id: str | None = Field(default=None, max_length=128)  # the tool call of the run that it is for
    actor: str = Field(default="system", max_length=64)  # or user:ID, admin:ID of the administrator's row
    idempotency_key: str = Field(max_length=128, unique=True)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
