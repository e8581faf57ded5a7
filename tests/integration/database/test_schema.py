"""The schema: migrations and models say the same, on both databases."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import SQLModel

from bot.dao import draft, revisions, schema, tasks
from bot.dao.database import Database, write_ahead
from bot.dao.engine.limits import WEB
from bot.errors import ConfigurationError
from bot.models import Address, Alert, Conversation, OutboundPart, User
from bot.signing.keys import Keys
from tests.fakes.keys import KEYS, open_database
from tests.fakes.threads import at_once


def test_models_and_migrations_agree(database: Database) -> None:
    with database.write_connection() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "include_name": schema.is_modelled}
        )
        assert compare_metadata(context, SQLModel.metadata) == []


def test_a_draft_of_the_next_migration_proposes_nothing_that_the_models_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = shutil.copytree(schema.MIGRATIONS, tmp_path / "migrations")
    for module in (schema, draft):
        monkeypatch.setattr(module, "MIGRATIONS", copy)
    drafted = draft.draft("Nothing new").read_text()
    assert "def upgrade() -> None:\n    pass\n" in drafted
    assert "op." not in drafted


def test_migrating_twice_changes_nothing(database: Database) -> None:
    assert schema.migrate(database) == schema.migrate(database)
    with database.engine.connect() as connection:
        assert schema.revision_of(connection) == schema.newest(connection)


@contextlib.contextmanager
def migrated_to(database: Database, revision: str) -> Iterator[None]:
    """Inside, the database says so; afterwards the truth: it is used again."""

    def say(name: str) -> None:
        with database.write_connection() as connection:
            connection.execute(text("UPDATE alembic_version SET version_num = :name"), {"name": name})

    with database.engine.connect() as connection:
        truth = schema.newest(connection)
    say(revision)
    try:
        yield
    finally:
        say(truth)


def test_whoever_rolls_back_leaves_the_newer_schema_as_it_is(database: Database) -> None:
    """`fly deploy --image <the one before>` migrates with the code of before, too. The key may change all the same."""
    before, after = Keys(KEYS.current, (b"n" * 32,)), Keys(b"n" * 32, (KEYS.current,))
    with migrated_to(database, "9999"):
        for keys in (after, before):
            again = Database(database.url, keys)
            assert schema.migrate(again) == "9999"
            again.close()
            alone = Database(database.url, Keys(keys.current))
            alone.conversation_key.check()
            alone.close()


def test_somebody_elses_schema_is_refused(database: Database) -> None:
    with migrated_to(database, "ae1027a6acf2"), pytest.raises(ConfigurationError, match="DATABASE_URL names"):
        schema.migrate(database)


def test_many_machines_may_migrate_at_once(database_url: str) -> None:
    databases = [open_database(database_url) for _ in range(4)]
    assert len(set(at_once(4, lambda index: schema.migrate(databases[index])))) == 1
    for each in databases:
        each.close()


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_migration_gives_way_while_somebody_reads_for_long(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind one that waits for a backup to end, nobody would be served until it has."""
    database, web = open_database(database_url), open_database(database_url, limits=WEB)
    schema.migrate(database, "0001")
    with database.engine.connect() as backup, ThreadPoolExecutor(1) as machine:
        backup.exec_driver_sql("SELECT count(*) FROM user_account")
        monkeypatch.setattr(schema, "PATIENCE_S", 0.0)
        migration = machine.submit(schema.migrate, database)
        while not migration.done():
            with web.read() as session:
                session.execute(text("SELECT id FROM user_account"))
        with pytest.raises(ConfigurationError, match="nothing was changed"):
            migration.result()
        monkeypatch.undo()
        migration = machine.submit(schema.migrate, database)
        backup.rollback()
        assert migration.result() == revisions.newest()
    for each in (database, web):
        each.close()


class Opening:
    """A connection to a new file that others open as well: it is refused as often as said, at once."""

    def __init__(self, times: int, code: int = sqlite3.SQLITE_BUSY) -> None:
        self.left, self._code = times, code

    def execute(self, _statement: str) -> None:
        if self.left:
            self.left -= 1
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = self._code
            raise error


def test_whoever_opens_a_new_file_with_others_waits_for_them() -> None:
    """Of eight that do at once, three in a hundred files refuse one."""
    others = Opening(3)
    write_ahead(others, 5)  # type: ignore[arg-type]
    assert others.left == 0
    for refused, wait_s in ((Opening(3), 0), (Opening(3, sqlite3.SQLITE_READONLY), 5)):
        with pytest.raises(sqlite3.OperationalError):
            write_ahead(refused, wait_s)  # type: ignore[arg-type]


def test_a_file_that_goes_while_it_is_looked_at_is_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files beside a database go with the last who leaves it: `doctor` looks at it in several threads."""
    path = tmp_path / "palabre.db"
    beside = path.with_name("palabre.db-shm")
    beside.touch()

    def gone(asked: Path, _mode: int) -> bool:
        if asked == beside:
            beside.unlink(missing_ok=True)
        return asked != beside

    monkeypatch.setattr(os, "access", gone)
    open_database(f"sqlite:///{path}").close()


WRITES = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute('CREATE TABLE t (x)'); c.close()"


def test_who_opens_a_database_again_takes_no_lock_of_the_process_away(tmp_path: Path) -> None:
    """The last to leave removes the file that is written ahead of, and who still reads there finds it torn. Whoever
    opens and closes the database past SQLite takes away what tells others that somebody is there."""
    path = tmp_path / "palabre.db"
    first = open_database(f"sqlite:///{path}")
    with first.write_connection() as connection:
        connection.execute(text("CREATE TABLE first (x)"))
    again = [first.apart(), open_database(f"sqlite:///{path}")]
    subprocess.run([sys.executable, "-c", WRITES, path], check=True)
    assert path.with_name("palabre.db-wal").exists()
    for each in (first, again[1]):
        each.close()


def test_a_row_that_refers_to_nothing_is_refused(database: Database) -> None:
    with pytest.raises(IntegrityError), database.write() as session:
        session.add(OutboundPart(conversation_id="nobody", key="k", address="+2250700000001", channel="sms"))


def test_rows_that_refer_to_nothing_are_named(tmp_path: Path) -> None:
    """Who deletes by hand with sqlite3, which enforces nothing, could not upgrade and was not told why."""
    database = open_database(f"sqlite:///{tmp_path}/palabre.db")
    schema.migrate(database, "0034")
    with contextlib.closing(sqlite3.connect(tmp_path / "palabre.db")) as by_hand:
        by_hand.execute("INSERT INTO memory (user_id, body, created_at) VALUES (9, '', '2026-11-21 12:00:00')")
        by_hand.commit()
    with pytest.raises(ConfigurationError, match=r"refer to nothing \(memory 1 to user_account\): nothing was changed"):
        schema.migrate(database)
    with database.engine.connect() as connection:
        assert schema.revision_of(connection) == "0034"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar_one() == 1, "as before"
    database.close()


def test_instants_come_back_in_utc(database: Database) -> None:
    moment = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
    with database.write() as session:
        session.add(Alert(kind="test", created_at=moment))
    with database.read() as session:
        found = session.get_one(Alert, 1)
    assert found.created_at == moment
    assert found.created_at.utcoffset() is not None


def test_a_naive_instant_is_refused(database: Database) -> None:
    with pytest.raises(StatementError, match="naive"), database.write() as session:
        session.add(Alert(kind="test", created_at=datetime(2026, 1, 1)))


def test_rows_survive_every_migration(database_url: str) -> None:
    """As far as the first schema knows them: each later revision must keep what is there."""
    database = open_database(database_url)
    schema.migrate(database, "0001")
    with database.write_connection() as connection:
        for statement in (
            "INSERT INTO user_account (mode, credits, created_at) VALUES ('student', 7, '2026-11-21 12:00:00')",
            "INSERT INTO address (value, channel, user_id, profile_name, guest_day, guest_messages, created_at)"
            " VALUES ('+2250700000001', 'sms', 1, '', '', 0, '2026-11-21 12:00:00')",
            "INSERT INTO ledger_entry (user_id, amount, kind, idempotency_key, note, created_at)"
            " VALUES (1, 7, 'grant', 'k', '', '2026-11-21 12:00:00')",
        ):
            connection.exec_driver_sql(statement)
    schema.migrate(database)
    with database.read() as session:
        user = session.get_one(User, 1)
        assert (user.mode, user.credits) == ("student", 7)
        assert user.last_seen_at is not None
    database.close()


def test_tasks_from_before_any_came_back_are_reminded_of_once(database_url: str) -> None:
    database, now = open_database(database_url), datetime.now(UTC)
    schema.migrate(database, "0036")
    with database.write() as session:
        for row in (User(), Address(value="+2250700000001", channel="sms", user_id=1)):
            session.add(row)
            session.flush()
        session.add(Conversation(id="0" * 32, address_id=1))
        session.flush()
        session.execute(
            text(
                "INSERT INTO task (user_id, conversation_id, title, priority, tags, whole_day, remind_at, created_at)"
                " VALUES (1, :key, 'Réviser', 'normal', '[]', FALSE, :at, :at)"
            ),
            {"key": "0" * 32, "at": "2026-11-21 12:00:00.000000"},
        )
    schema.migrate(database)
    with database.write() as session:
        (task,) = tasks.to_remind(session, now + timedelta(hours=1), 9)
        assert (task.title, task.repeats, task.repeats_until) == ("Réviser", None, None)
        assert tasks.reminded(session, task, now)
        assert not tasks.astray(session, now, 9)
    database.close()
