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
PEOPLE = frozenset({"user_account", "address", "conversation", "conversation_context"})  # the first is there already
OLD = 300  # rows of each table are more than a year old
HOUR_S, DAY_S = 3_600, 86_400
OLDEST, OLDER, NEWEST = 400 * DAY_S, 360 * DAY_S, 2 * DAY_S  # seconds ago
SHARE = 20  # every so many-th row is one person's, unless said otherwise
SHORT = 8  # no room for a number

# What a column holds where its type does not tell; {i} is the number of the row, {moment} its time, {soon} in an hour.
SAYS: Mapping[str, str] = {
    "admin_action.subject": "'user:' || {i}",
    "admin_session.seen_at": "{soon}",  # the others are gone
    "address.channel": "'whatsapp'",
    "address.last_inbound_at": "{moment}",
    "address.user_id": "CASE WHEN {i} % 400 > 0 THEN {i} END",  # the others are guests
    "address.value": "'whatsapp:+2236' || {i}",
    "alert.acknowledged_at": "{moment}",
    "alert.kind": "'kind' || {i} % 12",
    "conversation.address_id": "{i}",
    "conversation.id": "'kc' || {i}",
    "conversation_context.conversation_id": "'kc' || {i}",
    "conversation_context.owner_id": "{i}",
    "file_index.due_at": "NULL",
    "file_index.embedder": "'embeds'",
    "file_index.outcome": "'indexed'",
    "inbound_message.channel": "'whatsapp'",
    "inbound_message.kind": "'text'",
    "inbound_message.outcome": "'done_signal'",
    "inbound_message.processed_at": "{moment}",
    "ledger_entry.kind": "CASE WHEN {i} % 12 > 0 THEN 'tool' ELSE 'turn' END",
    "ledger_entry.reason": "'reason' || {i} % 12",
    "otp_code.prefix": "CASE WHEN {i} % 100 > 0 THEN '' ELSE 'o' || {i} END",  # the others are hidden
    "outbound_part.channel": "'whatsapp'",
    "outbound_part.closed_at": "{moment}",
    "outbound_part.error_code": "CASE WHEN {i} % 50 = 0 THEN 30003 END",
    "outbound_part.state": "CASE WHEN {i} % 50 = 0 THEN 'undelivered' ELSE 'read' END",
    "payment.closed_at": "{moment}",
    "payment.status": "'paid'",
    "pending_interaction.closed_at": "{soon}",  # the others are gone
    "pending_interaction.expires_at": "{soon}",
    "pending_interaction.kind": "'quiz'",
    "run.ended_at": "{moment}",
    "run.language": "'fr'",
    "run.mode": "'student'",
    "run.status": "'done'",
    "run.stop_reason": "CASE WHEN {i} % 50 = 0 THEN 'error' ELSE 'done_signal' END",
    "shell_home.expires_at": "{soon}",  # the others are gone
    "stored_file.content_type": "'application/pdf'",
    "task.done_at": "CASE WHEN {i} % 100 > 0 THEN {moment} END",
    "task.remind_at": "CASE WHEN {i} % 1000 = 0 THEN {moment} WHEN {i} % 100 = 0 THEN {soon} END",
    "task.reminded_at": "{moment}",
    "task.repeats": "CASE WHEN {i} % 4 = 0 THEN 'daily 07:00' END",
    "tool_call.dispatches": "1",
    "tool_call.state": "'done'",
    "tool_call.status": "'success'",
    "tool_call.tool": "'calculate'",
    "transcript_message.message": """'{{"role": "user", "content": "Bonjour"}}'""",
    "transcript_message.role": "'user'",
    "user_account.mode": "'student'",
}  # fmt: skip


def fill(database: Database, rows: int, conversation: str, only: Sequence[str] = (), *, share: int = SHARE) -> None:
    """Write `rows` into every table that grows, or into those named. Every `share`-th of them belongs to the first
    user, who is there already, and to `conversation`."""
    for table in grown():
        if not only or table.name in only:
            with database.write() as session:
                if not database.is_sqlite:  # nothing is looked up that is known to be there: a third less time
                    session.execute(text("SET LOCAL session_replication_role = replica"))
                session.execute(text(_insert(table, rows, conversation, share, is_sqlite=database.is_sqlite)))


def analyse(database: Database) -> None:
    """Let PostgreSQL take its statistics, as it does by itself; SQLite plans without."""
    if not database.is_sqlite:
        with database.write() as session:
            session.execute(text("ANALYZE"))


def grown() -> Sequence[Table]:
    """The tables that grow, those first that others refer to."""
    return [table for table in SQLModel.metadata.sorted_tables if table.name not in SMALL | GONE_AT_ONCE]


def _insert(table: Table, rows: int, conversation: str, share: int, *, is_sqlite: bool) -> str:
    moment, now = _moment(rows, is_sqlite=is_sqlite), int(time.time())
    words = {"i": "i", "moment": moment, "soon": _at(f"{now + HOUR_S}", is_sqlite=is_sqlite)}
    theirs = {
        "user_id": f"CASE WHEN i % {share} = 0 THEN 1 ELSE 2 + i % {rows - 2} END",
        "conversation_id": f"CASE WHEN i % {share} = 0 THEN '{conversation}' ELSE 'kc' || (2 + i % {rows - 2}) END",
        "run_id": "i",
        "file_id": "i" if table.name.startswith("file_") else "NULL",
    }
    values = {
        column.name: SAYS[str(column)].format(**words) if str(column) in SAYS
        else theirs[column.name] if column.name in theirs else _plain(column, moment)
        for column in table.columns if column.name != "id" or isinstance(_kind(column), String)
    }  # fmt: skip
    first = 2 if table.name in PEOPLE else 1
    return (
        f"WITH RECURSIVE n(i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {rows})"
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
    """The first rows more than a year ago, the others evenly over the year, none of these days: nobody is paid or
    limited for them any more."""
    now, step = int(time.time()), (OLDER - NEWEST) / rows
    seconds = f"(CASE WHEN i <= {OLD} THEN {now - OLDEST} + i ELSE {now - OLDER} + i * {step:.6f} END)"
    return _at(seconds, is_sqlite=is_sqlite)


def _at(seconds: str, *, is_sqlite: bool) -> str:
    return f"strftime('%Y-%m-%d %H:%M:%S.000000', {seconds}, 'unixepoch')" if is_sqlite else f"to_timestamp({seconds})"
