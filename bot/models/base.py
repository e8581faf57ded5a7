"""Column types and naming conventions that every table shares."""

import secrets
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import DateTime, Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class NumberedRow(SQLModel):
    """A row with a number of its own. The database gives it when the row is stored: until then there is none."""

    id: int = Field(default=None, primary_key=True)


class UTCDateTime(TypeDecorator[datetime]):
    """A timezone-aware instant. SQLite keeps no zone: stored as UTC, read back as UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a naive datetime cannot be stored")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, _dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        instant: datetime = value
        return instant.replace(tzinfo=UTC) if instant.tzinfo is None else instant.astimezone(UTC)


def utc_now() -> datetime:
    """Default of created_at columns."""
    return datetime.now(UTC)


def random_id() -> str:
    """32 hexadecimal characters nobody can guess."""
    return secrets.token_hex(16)
