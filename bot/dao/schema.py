"""The schema and its migrations (Alembic), run on a `Database` without any configuration file."""

import time
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from bot.dao.database import Database
from bot.dao.engine.limits import lifted
from bot.dao.engine.outages import is_in_the_way
from bot.dao.revisions import MIGRATIONS, is_at_least, is_newer
from bot.errors import ConfigurationError

LOCK = 7_262_5223  # any number that is ours alone: one migration at a time on PostgreSQL
# Whoever waits for a table has everybody wait behind them: for less than they do (bot.dao.engine.limits), and than the
# second after which PostgreSQL looks for a deadlock and ends one of the two
TABLE_S: Final = 0.5
AGAIN_S: Final = 1.0
SHOWN: Final = 5  # rows that are wrong
PATIENCE_S: Final = 300.0  # less than release_command_timeout of fly.toml
IN_THE_WAY: Final = (
    "somebody has been reading or writing the tables without a pause, a backup perhaps: nothing was changed, "
    "run this again afterwards"
)


def is_modelled(name: str | None, _kind: str, _parents: object) -> bool:
    """Whether models and database are compared by it. passage_words is none of the models: each database has it in its
    own way (bot.dao.library.passage_words)."""
    return not (name or "").startswith("passage_words")


def alembic_config(connection: Connection) -> Config:
    """Alembic's configuration for one open connection."""
    config = Config()
    place = str(MIGRATIONS).replace("%", "%%")  # which else begins the name of another option
    config.set_main_option("script_location", place)
    config.attributes["connection"] = connection
    return config


def migrate(database: Database, revision: str = "head") -> str:
    """Bring the schema to a revision, the newest unless said, and return the one it has then. A newer release's stays
    as it is: whoever rolls back works on it. Safe to run from many machines at once. Raises ConfigurationError, and
    changes nothing, when SECRET_KEY is not the database's, or the schema is not ours.

    A table that somebody reads for long (a backup, an export) is not waited for in front of everybody else: all is
    undone and begun again, for minutes."""
    end = time.monotonic() + PATIENCE_S
    while True:
        try:
            return _migrate(database, revision)
        except DBAPIError as error:
            if not is_in_the_way(error):
                raise
            if time.monotonic() >= end:
                raise ConfigurationError(IN_THE_WAY) from None
            time.sleep(AGAIN_S)


def _migrate(database: Database, revision: str) -> str:
    with database.write_engine.connect() as connection:
        _enforce_references(database, connection, "OFF")  # SQLite alters a table by making it anew
        try:
            with connection.begin(), lifted(connection, None):  # it waits for whoever is first, and takes its time
                if not database.is_sqlite:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
                    connection.exec_driver_sql(f"SET LOCAL lock_timeout = {TABLE_S * 1000:.0f}")
                found = revision_of(connection)
                if not is_newer(found, newest(connection)):
                    _refuse_foreign(connection, found)
                    command.upgrade(alembic_config(connection), revision)
                    found = revision_of(connection)
                if is_at_least(found, newest(connection)):
                    database.conversation_key.keep(connection)
                if database.is_sqlite:
                    _refuse_loose_rows(connection)
        finally:  # it goes back to those who write
            _enforce_references(database, connection, "ON")
        return found or ""


def _refuse_foreign(connection: Connection, found: str | None) -> None:
    ours = {script.revision for script in ScriptDirectory.from_config(alembic_config(connection)).walk_revisions()}
    if found is not None and found not in ours:
        raise ConfigurationError(f"DATABASE_URL names a database whose schema ({found}) is not Palabre's")


def _refuse_loose_rows(connection: Connection) -> None:
    """SQLite enforces references where it is told to: sqlite3, with which somebody may have deleted rows, is not."""
    found = connection.execute(text("PRAGMA foreign_key_check")).fetchmany(SHOWN)
    if found:
        shown = ", ".join(f"{table} {row} to {parent}" for table, row, parent, _ in found)
        raise ConfigurationError(
            f"the database has rows that refer to nothing ({shown}): nothing was changed. PRAGMA foreign_key_check "
            "lists them all; delete them or put back what they refer to, then run this again"
        )


def _enforce_references(database: Database, connection: Connection, switch: str) -> None:
    """Outside any transaction: inside one SQLite ignores it."""
    if database.is_sqlite and connection.connection.dbapi_connection is not None:
        connection.connection.dbapi_connection.execute(f"PRAGMA foreign_keys={switch}")


def revision_of(connection: Connection) -> str | None:
    """The revision that the database has; None before the first migration."""
    return MigrationContext.configure(connection).get_current_revision()


def newest(connection: Connection) -> str:
    """The name of the newest revision there is."""
    return ScriptDirectory.from_config(alembic_config(connection)).get_current_head() or ""
