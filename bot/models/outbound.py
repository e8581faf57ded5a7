"""What goes out: parts of replies, and the files that hang on them."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Index, UniqueConstraint, text
from sqlmodel import Field

from bot.models.base import NumberedRow, UTCDateTime, random_id, utc_now
from bot.models.ownership import Erase, Expire, Merge, owned


@owned(merge=Merge.MOVES, export="messages.json", erase=Erase.DELETED, expire=Expire.DELETED)
class OutboundPart(NumberedRow, table=True):
    """One message to send, or one e-mail. Parts of a conversation leave in the order of their ids; `state` only
    climbs (bot.services.delivery.states). `key` names what the part is for, so that it is written once."""

    __tablename__ = "outbound_part"
    __table_args__ = (
        UniqueConstraint("conversation_id", "key"),
        Index("ix_outbound_part_open", "conversation_id", "closed_at", "id", postgresql_where=text("closed_at IS NULL"),
              sqlite_where=text("closed_at IS NULL")),
        Index("ix_outbound_part_conversation_id", "conversation_id", "id"),
        Index("ix_outbound_part_state", "state", "id"),
        Index("ix_outbound_part_error_code", "error_code", "id", postgresql_where=text("error_code IS NOT NULL"),
              sqlite_where=text("error_code IS NOT NULL")),
        Index("ix_outbound_part_held", "address", "state", postgresql_where=text("state = 'held'"),
              sqlite_where=text("state = 'held'")),
        Index("ix_outbound_part_user_id", "user_id", postgresql_where=text("user_id IS NOT NULL"),
              sqlite_where=text("user_id IS NOT NULL")),
        # Few parts carry a file or a code; a file or code that goes is looked for here.
        Index("ix_outbound_part_file_id", "file_id", postgresql_where=text("file_id IS NOT NULL"),
              sqlite_where=text("file_id IS NOT NULL")),
        Index("ix_outbound_part_otp_id", "otp_id", postgresql_where=text("otp_id IS NOT NULL"),
              sqlite_where=text("otp_id IS NOT NULL")),
    )  # fmt: skip

    conversation_id: str = Field(foreign_key="conversation.id", max_length=32)
    run_id: int | None = Field(default=None, index=True)
    user_id: int | None = Field(default=None)  # whose it is, where no run says so; None: anybody's
    key: str = Field(max_length=64)
    address: str = Field(max_length=160)
    channel: str = Field(max_length=16)
    kind: str = Field(default="text", max_length=16)  # text, media, progress, reminder, otp, farewell, email
    body: str = Field(default="")
    # An e-mail's subject, recipients, files … (bot.channels.emails); its text is the body.
    email: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))
    # What may be tapped instead of typing a number (bot.channels.offers), and the template it was dispatched by.
    options: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True), nullable=True))
    content_sid: str | None = Field(default=None, max_length=34)
    file_id: int | None = Field(default=None, foreign_key="stored_file.id")
    otp_id: int | None = Field(default=None, foreign_key="otp_code.id")  # the body is made of it when it is sent
    state: str = Field(default="pending", max_length=16)
    twilio_sid: str | None = Field(default=None, max_length=34, unique=True)
    attempts: int = Field(default=0)
    segments: int = Field(default=0)
    error_code: int | None = Field(default=None)
    due_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
    claimed_by: str | None = Field(default=None, max_length=32)
    first_dispatched_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    dispatched_at: datetime | None = Field(default=None, sa_type=UTCDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UTCDateTime)  # nothing is left to do for it
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


@owned(merge=Merge.STAYS, export=None, erase=Erase.STAYS, expire=Expire.STAYS)
class MailSuppression(NumberedRow, table=True):
    """An e-mail address that wants nothing more from the agent, as its digest under the database's key: it is kept when
    its owner is erased, and names nobody (bot.dao.delivery.suppressions)."""

    __tablename__ = "mail_suppression"

    digest: str = Field(max_length=32, unique=True)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)


@owned(merge=Merge.MOVES, export="files.json", erase=Erase.DELETED, expire=Expire.STAYS, adopted=True)
class StoredFile(NumberedRow, table=True):
    """A file made for a user, or sent by them. The bytes lie in the store under their hash; links name the token.
    Documents stay; exports and voice notes go when their links are over (retention.remove_old_files)."""

    __tablename__ = "stored_file"
    __table_args__ = (
        Index("ix_stored_file_exports", "created_at", postgresql_where=text("content_type = 'application/zip'"),
              sqlite_where=text("content_type = 'application/zip'")),
        Index("ix_stored_file_voice_notes", "created_at", postgresql_where=text("content_type = 'audio/ogg'"),
              sqlite_where=text("content_type = 'audio/ogg'")),
    )  # fmt: skip

    token: str = Field(default_factory=random_id, max_length=32, unique=True)
    conversation_id: str = Field(foreign_key="conversation.id", max_length=32, index=True)
    user_id: int | None = Field(default=None, foreign_key="user_account.id", index=True)
    run_id: int | None = Field(default=None, index=True)
    name: str = Field(max_length=64)
    title: str = Field(default="", max_length=256)
    content_type: str = Field(max_length=128)
    size: int
    sha256: str = Field(max_length=64, index=True)
    tainted: bool = Field(default=False)
    origin: str = Field(default="made", max_length=8)  # made: by a run, for them; sent: by them
    description: str = Field(default="")  # what a picture shows, for later turns and to be found by
    link_version: int = Field(default=1)  # raised to revoke every link at once
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
