"""A database that has been in use for long, made by the database itself: every table that grows has many rows, a part
of them one person's. A table that is added is filled from its columns alone."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import JSON, Boolean, Column, DateTime, String, Table, text
from sqlalchemy.types import TypeEngine
from sqlmodel import SQLModel

from bot.dao.database import Database

# As many rows as there are machines, chores, models or days: whoever reads them whole reads little.
SMALL = frozenset(
    "administrator chore content_template database_key ledger_day provider_breaker spending worker".split()
)
GONE_AT_ONCE = frozenset({"spoken_answer"})  # rows are a list of things to do
PEOPLE = frozenset({"user_account", "address", "conversation", "conversation_context"})  # a quarter as many rows
OLD = 300  # rows of each table are more than a year old
DAY_S = 86_400
OLDEST, OLDER, NEWEST = 400 * DAY_S, 60 * DAY_S, 2 * DAY_S  # seconds ago
SHARE = 20  # every so many-th row is one person's
SHORT = 8  # no room for a number

# What a column holds where its type does not tell; {i} is the number of the row, {moment} its time.
SAYS: Mapping[str, str] = {
    "address.channel": "'whatsapp'",
    "address.last_inbound_at": "{moment}",
    "address.user_id": "CASE WHEN {i} % 10 > 0 THEN {i} END",  # every tenth a guest
    "address.value": "'whatsapp:+2236' || {i}",
    "alert.acknowledged_at": "{moment}",
    "alert.kind": "'tool_error_rate'",
    "conversation.address_id": "{i}",
    "conversation.id": "'c' || {i}",
    "conversation_context.conversation_id": "'c' || {i}",
    "conversation_context.owner_id": "{i}",
    "file_index.due_at": "NULL",
    "file_index.embedder": "'embeds'",
    "file_index.outcome": "'indexed'",
    "inbound_message.channel": "'whatsapp'",
    "inbound_message.kind": "'text'",
    "inbound_message.outcome": "'done_signal'",
    "inbound_message.processed_at": "{moment}",
    "ledger_entry.kind": "'turn'",
    "outbound_part.channel": "'whatsapp'",
    "outbound_part.closed_at": "{moment}",
    "outbound_part.error_code": "CASE WHEN {i} % 50 = 0 THEN 30003 END",
    "outbound_part.state": "CASE WHEN {i} % 50 = 0 THEN 'undelivered' ELSE 'read' END",
    "payment.closed_at": "{moment}",
    "payment.status": "'paid'",
    "pending_interaction.closed_at": "{moment}",
    "pending_interaction.kind": "'quiz'",
    "run.ended_at": "{moment}",
    "run.language": "'fr'",
    "run.mode": "'student'",
    "run.status": "'done'",
    "run.stop_reason": "CASE WHEN {i} % 50 = 0 THEN 'error' ELSE 'done_signal' END",
    "stored_file.content_type": "'application/pdf'",
    "task.done_at": "CASE WHEN {i} % 100 > 0 THEN {moment} END",
    "tool_call.state": "'done'",
    "tool_call.status": "'success'",
    "tool_call.tool": "'calculate'",
    "transcript_message.message": """'{{"role": "user", "content": "Bonjour"}}'""",
    "transcript_message.role": "'user'",
    "user_account.mode": "'student'",
}  # fmt: skip


def fill(database: Database, rows: int, conversation: str, only: Sequence[str] = ()) -> None:
    """Write `rows` into every table that grows, or into those named. A part of them belongs to the first user, who
    is there already, and to `conversation`."""
    for table in grown():
        if not only or table.name in only:
            with database.write() as session:
                session.execute(text(_insert(table, rows, conversation, is_sqlite=database.is_sqlite)))


def analyse(database: Database) -> None:
    """Let PostgreSQL take its statistics, as it does by itself; SQLite plans without."""
    if not database.is_sqlite:
        with database.write() as session:
            session.execute(text("ANALYZE"))


def grown() -> Sequence[Table]:
    """The tables that grow, those first that others refer to."""
    return [table for table in SQLModel.metadata.sorted_tables if table.name not in SMALL | GONE_AT_ONCE]


def _insert(table: Table, rows: int, conversation: str, *, is_sqlite: bool) -> str:
    people = max(rows // 4, 3)
    words = {"i": "i", "moment": _moment(rows, is_sqlite=is_sqlite)}
    theirs = {
        "user_id": f"CASE WHEN i % {SHARE} = 0 THEN 1 ELSE 2 + i % {people - 2} END",
        "conversation_id": f"CASE WHEN i % {SHARE} = 0 THEN '{conversation}' ELSE 'c' || (2 + i % {people - 2}) END",
        "run_id": "i",
        "file_id": "i" if table.name.startswith("file_") else "NULL",
    }
    values = {
        column.name: SAYS[str(column)].format(**words) if str(column) in SAYS
        else theirs[column.name] if column.name in theirs else _plain(column, words["moment"])
        for column in table.columns if column.name != "id" or isinstance(_kind(column), String)
    }  # fmt: skip
    first, last = (2, people) if table.name in PEOPLE else (1, rows)
    return (
        f"WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {last})"
        f" INSERT INTO {table.name} ({', '.join(values)}) SELECT {', '.join(values.values())} FROM n ORDER BY i"
    )


def _plain(column: Column[Any], moment: str) -> str:
    """What a column of this type holds in every row; unlike in each where it is text that must be there."""
    given = getattr(column.default, "arg", None)
    if column.nullable:
        return "NULL"
    if isinstance(given, bool | str):
        return f"'{given}'" if isinstance(given, str) else str(given).upper()
    if 0 < (getattr(_kind(column), "length", None) or 99) < SHORT:
        return f"'{column.name[:1]}'"
    plain = {String: f"'{column.name[:1]}' || i", DateTime: moment, JSON: "'{}'", Boolean: "FALSE"}
    return next((value for kind, value in plain.items() if isinstance(_kind(column), kind)), "0")


def _kind(column: Column[Any]) -> TypeEngine[Any]:
    found: TypeEngine[Any] = getattr(column.type, "impl_instance", column.type)
    return found


def _moment(rows: int, *, is_sqlite: bool) -> str:
    """The first rows more than a year ago, the others evenly over two months, none of these days: nobody is paid or
    limited for them any more."""
    now, step = int(time.time()), (OLDER - NEWEST) / rows
    seconds = f"(CASE WHEN i <= {OLD} THEN {now - OLDEST} + i ELSE {now - OLDER} + i * {step:.6f} END)"
    return f"strftime('%Y-%m-%d %H:%M:%S.000000', {seconds}, 'unixepoch')" if is_sqlite else f"to_timestamp({seconds})"
