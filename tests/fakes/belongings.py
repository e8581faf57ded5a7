"""One row of a person's in every table that is declared to hold such rows, made from the columns alone: a table that is
added tomorrow gets its row without a line here, unless a column of it must hold something particular."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Column, Table, func, insert, select
from sqlmodel import Session, SQLModel

from bot.dao import conversations
from bot.models import ownership
from bot.models.base import utc_now
from bot.models.ownership import Ownership

NEEDLE = 16  # the narrowest column that tells its table
CLOSED = {"status": "done", "role": "user", "channel": "whatsapp", "language": "fr", "content_type": "application/pdf"}
EMPTY = (
    "lane_worker",
    "owner_since",
    "told_waiting_at",
    "deleted_at",
    "opted_out_at",
    "bad_at",
    "cancelled_at",
    "priority",
    "claimed_by",
)


def declared() -> Iterator[tuple[Table, Ownership]]:
    """Every table with people's rows, parents first."""
    for table in SQLModel.metadata.sorted_tables:
        if (found := ownership.of(table)) is not None:
            yield table, found


@dataclass
class Belongings:
    """What one person has: a user with one address, or a guest. Every word of theirs begins with `mark` and names its
    table; `rows` says where they are."""

    address: str
    mark: str
    digest: str  # of a file in the store
    is_guest: bool = False
    rows: dict[str, Any] = field(default_factory=dict)
    refers: dict[str, Any] = field(default_factory=dict)

    def needle(self, table: Table) -> str:
        """A word that stands in the person's row of one table only."""
        return f"{self.mark}-{table.name}"[:NEEDLE]

    def fill(self, session: Session) -> None:
        self.refers["conversation"] = conversations.conversation_id(session, self.address)
        self.refers["user_account"] = None
        for table, _ in sorted(declared(), key=lambda found: _rests_on_runs(found[0])):
            values = {column.name: self._value(table, column) for column in table.c if not _is_counted(column)}
            if any(value is None and not table.c[name].nullable for name, value in values.items()):
                continue  # there is none of a guest's
            if table.name in ("user_account", "admin_action") and self.is_guest:
                continue
            made = session.execute(insert(table).values(values)).inserted_primary_key
            self.rows[table.name] = tuple(made)
            self.refers[table.name] = made[0]

    def row(self, session: Session, table: Table) -> dict[str, Any] | None:
        """The person's row of a table as it is now."""
        key = zip(table.primary_key.columns, self.rows[table.name], strict=True)
        found = session.execute(select(table).where(*[column == value for column, value in key])).one_or_none()
        return dict(found._mapping) if found is not None else None

    def words(self, row: dict[str, Any], keeps: tuple[str, ...] = ()) -> list[str]:
        """The columns of a row that still say something of the person: a word, their address, their conversation."""
        telling = (self.mark, self.address, self.refers["conversation"])
        return [
            name for name, value in row.items() if name not in keeps and any(word in str(value) for word in telling)
        ]

    def _value(self, table: Table, column: Column[Any]) -> Any:
        for key in column.foreign_keys:
            return self.refers[key.column.table.name]
        now = utc_now()
        particular = {
            "conversation.id": self.refers["conversation"],
            "conversation_context.owner_id": self.refers["user_account"] or 0,
            "address.value": self.address,
            "conversation_id": self.refers["conversation"],
            "asker": self.refers["conversation"],
            "sender": self.address,
            "address": self.address,
            "run_id": self.refers.get("run"),
            "user_id": self.refers["user_account"],
            "sha256": self.digest,
            "signed_in_until": None if self.is_guest else now + timedelta(days=900),
            "shell_home.expires_at": now + timedelta(days=30),
            "otp_code.state": "open",
            "task.priority": "normal",
            "otp_code.created_at": now - timedelta(days=2),
            "transcript_message.message": {"role": "user", "content": self.needle(table)},
            "file_passage.vector": [1.0, 0.5],
            "address.meters": {"same": self.needle(table), "times": 1},
            **CLOSED,
            **dict.fromkeys(EMPTY),
        }
        for name in (f"{table.name}.{column.name}", column.name):
            if name in particular:
                return particular[name]
        return self._of_kind(column.type, self.needle(table))

    def _of_kind(self, kind: Any, needle: str) -> Any:
        plain = getattr(kind, "impl_instance", kind)  # ours and SQLModel's wrap another
        if plain.python_type is str:
            return needle[: plain.length]
        return {dict: {"content": needle}, datetime: utc_now(), bool: False}.get(plain.python_type, 1)


def left_to(session: Session, table: Table, user_id: int) -> int:
    """How many rows of a table still name a user."""
    names = [column for column in table.c if column.name in ("user_id", "owner_id")]
    return sum(session.execute(select(func.count()).where(column == user_id)).scalar_one() for column in names)


def _rests_on_runs(table: Table) -> bool:
    """Whether a row is to be made behind the run itself: it names one, or a row that does."""
    above = [key.column.table for column in table.c for key in column.foreign_keys]
    return any("run_id" in each.c for each in (table, *above))


def _is_counted(column: Column[Any]) -> bool:
    """Whether the database gives this column its number."""
    return column is column.table.autoincrement_column
