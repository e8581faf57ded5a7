"""What is asked of a database, statement by statement with its place in our code, and by which way the database finds
it: whether it reads a table from end to end."""

import json
import re
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, event

from bot.dao.database import Database

PLAIN = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b", re.IGNORECASE)
LIST = re.compile(r"\((?:\s*(?:\?|%\(\w+\)s(?:::\w+)?)\s*,?)+\)")  # one question, however many values are in its list
NAMED = re.compile(r"%\((\w+)\)s")
ALIAS = re.compile(r"\b(\w+) AS (\w+)\b")
PARTIAL = "SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE indpred IS NOT NULL"
NOBODYS = "WHERE 0 = 1"  # what concerns no row
UNIT = 100  # instructions of SQLite's machine
PLACES = 3


@dataclass(slots=True)
class Asked:
    """A statement as it was sent first, from where, and the most instructions that SQLite took for it at once."""

    sql: str
    parameters: Any
    place: str
    steps: int = 0


class Statements:
    """Every statement that is sent through any engine of this process while it listens, each once."""

    def __init__(self) -> None:
        self.asked: dict[str, Asked] = {}
        self._now = threading.local()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Inside the block. Connections that are open already are not counted, only listened to."""
        event.listen(Engine, "before_cursor_execute", self._sent)
        event.listen(Engine, "checkout", self._taken)
        try:
            yield
        finally:
            event.remove(Engine, "before_cursor_execute", self._sent)
            event.remove(Engine, "checkout", self._taken)

    def _sent(self, _connection: Any, _cursor: Any, sql: str, parameters: Any, _context: Any, many: bool) -> None:
        asker = place()
        if asker and PLAIN.match(sql) and not sql.endswith(NOBODYS):
            first = parameters[0] if many else parameters
            key = LIST.sub("(…)", " ".join(sql.split()))
            self._now.asked, self._now.steps = self.asked.setdefault(key, Asked(sql, first, asker)), 0

    def _taken(self, connection: Any, *_: Any) -> None:
        if hasattr(connection, "set_progress_handler"):
            connection.set_progress_handler(self._step, UNIT)

    def _step(self) -> int:
        asked = getattr(self._now, "asked", None)
        if asked is not None:
            self._now.steps += UNIT
            asked.steps = max(asked.steps, self._now.steps)
        return 0


def place() -> str:
    """The innermost places of ours that led here."""
    frame, places = sys._getframe(1), list[str]()
    while frame is not None and len(places) < PLACES:
        _, ours, name = frame.f_code.co_filename.rpartition("/bot/")
        if ours and not name.endswith(("dao/database.py", "dao/inserts.py")):
            places.append(f"{name}:{frame.f_lineno}")
        frame = frame.f_back  # type: ignore[assignment]
    return " < ".join(places)


@dataclass(frozen=True, slots=True)
class Whole:
    """A table that a statement reads from end to end, or by an index from its one end to the other."""

    table: str
    how: str
    asked: Asked

    @property
    def what(self) -> tuple[str, str]:
        """The file that asks, and the table."""
        return self.asked.place.partition(":")[0], self.table

    def __str__(self) -> str:
        return f"{self.asked.place}\n  {self.how}\n  {' '.join(self.asked.sql.split())}"


def read_whole(database: Database, asked: Asked, tables: frozenset[str]) -> Sequence[Whole]:
    """Which of some tables a statement reads whole. Not those that a LIMIT ends, read in an order that an index has:
    what that costs, `Asked.steps` tells; nor a partial index, which is small by what it leaves out."""
    look = _by_sqlite if database.is_sqlite else _by_postgresql
    with database.read() as session:
        driver: Any = session.connection().connection.driver_connection
        return [Whole(table, how, asked) for table, how in look(driver, asked) if table in tables]


def _by_sqlite(driver: Any, asked: Asked) -> Iterator[tuple[str, str]]:
    names = {alias: table for table, alias in ALIAS.findall(asked.sql)}
    partial = {
        row[0] for row in driver.execute("SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'")
    }
    for row in driver.execute(f"EXPLAIN QUERY PLAN {asked.sql}", asked.parameters).fetchall():
        line = str(row[-1])
        scanned = re.match(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", line)
        if scanned and scanned[2] not in partial and "LIMIT" not in asked.sql.upper():
            yield names.get(scanned[1], scanned[1]), line


def _by_postgresql(driver: Any, asked: Asked) -> Iterator[tuple[str, str]]:
    """As it is planned for these values, and for any, as a prepared statement may be."""
    partial = {row[0] for row in driver.execute(PARTIAL)}
    for how, (sql, values) in {"custom": (asked.sql, asked.parameters), "generic": _numbered(asked.sql)}.items():
        options = "GENERIC_PLAN, FORMAT JSON" if how == "generic" else "FORMAT JSON"
        found = driver.execute(f"EXPLAIN ({options}) {sql}", values).fetchone()[0]
        plan = (found if isinstance(found, list) else json.loads(found))[0]["Plan"]
        for node, limited in _nodes(plan):
            kind, table, index = node["Node Type"], node.get("Relation Name"), node.get("Index Name")
            by_index = kind in ("Index Scan", "Index Only Scan", "Bitmap Index Scan")
            walked = by_index and "Index Cond" not in node and index not in partial and not limited
            if kind == "Seq Scan" or walked:
                yield str(table or index), f"{how}: {kind} on {table} {index or ''}"


def _nodes(plan: Mapping[str, Any], limited: bool = False) -> Iterator[tuple[Mapping[str, Any], bool]]:
    """Every node, and whether a limit above it ends it early."""
    yield plan, limited
    stops = plan["Node Type"] == "Limit" or (limited and plan["Node Type"] not in ("Sort", "Aggregate", "Hash"))
    for below in plan.get("Plans", ()):
        yield from _nodes(below, stops)


def _numbered(sql: str) -> tuple[str, None]:
    """With $1, $2 … instead of names, and no values."""
    names: dict[str, int] = {}
    numbered = NAMED.sub(lambda found: f"${names.setdefault(found[1], len(names) + 1)}", sql)
    return numbered.replace("%%", "%"), None
