"""What people bought, and what providers told of it."""

from datetime import datetime

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field

from bot.models.base import NumberedRow, UTCDateTime, utc_now
from bot.models.ownership import Erase, Expire, Merge, nobodys, owned


@owned(
    merge=Merge.MOVES,
    export="payments.json",
    erase=Erase.EMPTIED,
    expire=Expire.STAYS,
    keeps=("provider", "reference", "pack", "currency", "status", "session_id"),
)
class Payment(NumberedRow, table=True):
    """One purchase of credits, kept as the ledger is: money that came in is accounted for. `amount` is in whole units
    of `currency`. What is to be done for it is done when `due_at` has come; empty: nothing is."""

    __table_args__ = (
        Index("ix_payment_user_id", "user_id", "id"),
        Index("ix_payment_status", "status", "id"),
        Index("ix_payment_provider", "provider", "id"),
        Index("ix_payment_due_at", "due_at", postgresql_where=text("due_at IS NOT NULL"),
              sqlite_where=text("due_at IS NOT NULL")),
    )  # fmt: skip

    user_id: int = Field(foreign_key="user_account.id")
    conversation_id: str | None = Field(default=None, foreign_key="conversation.id", max_length=32, index=True)
    provider: str = Field(max_length=16)
    reference: str = Field(max_length=32, unique=True)  # ours, at the provider too; the number of the receipt
    pack: str = Field(max_length=16)
    credits: int
    amount: int
    currency: str = Field(max_length=3)
    status: str = Field(default="created", max_length=16)  # created, pending, paid, failed, expired, refused
    session_id: str = Field(default="", max_length=128)  # the provider's own
    link: str = Field(default="", max_length=1024)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
    expires_at: datetime = Field(sa_type=UTCDateTime)
    checked_at: datetime | None = Field(default=None, sa_type=UTCDateTime)  # the provider was asked and answered
    paid_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UTCDateTime)  # the provider is not asked any more
    detail: str = Field(default="", max_length=256)  # why it was refused, or the provider's number of what was paid
    due_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    tries: int = Field(default=0)  # since the provider last answered


@nobodys
class PaymentEvent(NumberedRow, table=True):
    """A webhook that was taken: each event once. It says that something happened to a payment, by its reference."""

    __tablename__ = "payment_event"
    __table_args__ = (UniqueConstraint("provider", "event_id", name="uq_payment_event_provider"),)

    provider: str = Field(max_length=16)
    event_id: str = Field(max_length=128)
    kind: str = Field(max_length=64)
    reference: str = Field(max_length=64, index=True)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
