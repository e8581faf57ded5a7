"""What is known of files beyond their bytes, so that they can be searched; and facts a person wants remembered."""

from array import array
from datetime import datetime
from typing import Any

from sqlalchemy import ARRAY, REAL, Column, Dialect, ForeignKey, Index, Integer, LargeBinary, text
from sqlalchemy.types import TypeDecorator, TypeEngine
from sqlmodel import Field, SQLModel

from bot.models.base import NumberedRow, UTCDateTime, utc_now
from bot.models.ownership import Erase, Expire, Merge, owned


class Floats(TypeDecorator[Any]):
    """An array of 32-bit numbers: bytes in SQLite, real[] in PostgreSQL, where it can be cast to pgvector's type."""

    impl = LargeBinary
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(LargeBinary() if dialect.name == "sqlite" else ARRAY(REAL()))

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        if value is None:
            return None
        return array("f", value).tobytes() if dialect.name == "sqlite" else list(value)

    def process_result_value(self, value: Any, _dialect: Dialect) -> Any:
        return None if value is None else array("f", value)


def _of_file(name: str = "file_id", **options: Any) -> Any:
    """A file's number; the row goes with the file."""
    return Field(sa_column=Column(name, Integer, ForeignKey("stored_file.id", ondelete="CASCADE"), **options))


@owned(merge=Merge.FOLLOWS, export=None, erase=Erase.DELETED, expire=Expire.STAYS)
class FileIndex(SQLModel, table=True):
    """Where the indexing of a file stands: to be done at `due_at`, or done. `outcome` is indexed, or why it was not
    (bot.refusals.Unreadable); `embedder` the model whose vectors its passages carry, empty without."""

    __tablename__ = "file_index"
    __table_args__ = (
        Index("ix_file_index_due", "due_at", postgresql_where=text("due_at IS NOT NULL"),
              sqlite_where=text("due_at IS NOT NULL")),
        Index("ix_file_index_embedder", "outcome", "embedder", postgresql_where=text("due_at IS NULL"),
              sqlite_where=text("due_at IS NULL")),
    )  # fmt: skip

    file_id: int = _of_file(primary_key=True, autoincrement=False)
    due_at: datetime | None = Field(default_factory=utc_now, sa_type=UTCDateTime)
    tries: int = Field(default=0)
    outcome: str = Field(default="", max_length=16)
    embedder: str = Field(default="", max_length=128)


@owned(merge=Merge.FOLLOWS, export=None, erase=Erase.DELETED, expire=Expire.STAYS)
class FilePassage(NumberedRow, table=True):
    """A piece of a file's text, as long as a search shows. `place` is its page, slide or part; `sheet` its sheet. Its
    words are looked up in passage_words, which each database has in its own way (bot.dao.library.passage_words)."""

    __tablename__ = "file_passage"

    file_id: int = _of_file(index=True, nullable=False)
    place: int = Field(default=1)
    sheet: str = Field(default="", max_length=64)
    body: str
    vector: Any = Field(default=None, sa_column=Column(Floats, nullable=True))


@owned(merge=Merge.MOVES, export="memories.json", erase=Erase.DELETED, expire=Expire.STAYS)
class Memory(NumberedRow, table=True):
    """A fact about a person that the agent keeps for them. No foreign key to the run: it outlives it."""

    user_id: int = Field(foreign_key="user_account.id", index=True)
    run_id: int | None = Field(default=None)
    body: str = Field(max_length=300)
    created_at: datetime = Field(default_factory=utc_now, sa_type=UTCDateTime)
