"""The schema and its migrations (Alembic), run on a `Database` without any configuration file."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from bot.dao.database import Database
from bot.dao.limits import lifted

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 7_262_5223  # any number that is ours alone: one migration at a time on PostgreSQL


def is_modelled(name: str | None, _kind: str, _parents: object) -> bool:
    """Whether models and database are compared by it. passage_words is none of the models: each database has it in its
    own way (bot.dao.passage_words)."""
    return not (name or "").startswith("passage_words")


def alembic_config(connection: Connection) -> Config:
    """Alembic's configuration for one open connection."""
    config = Config()
    place = str(MIGRATIONS).replace("%", "%%")  # which else begins the name of another option
    config.set_main_option("script_location", place)
    config.attributes["connection"] = connection
    return config


def migrate(database: Database, revision: str = "head") -> str:
    """Bring the schema to a revision, the newest unless said, and return the newest's name. Safe to run from many
    machines at once. Raises ConfigurationError, and changes nothing, when SECRET_KEY is not the database's."""
    with database.write_engine.connect() as connection:
        _enforce_references(database, connection, "OFF")  # SQLite alters a table by making it anew
        with connection.begin(), lifted(connection, None):  # it waits for whoever is first, and takes its time
            if not database.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            config = alembic_config(connection)
            command.upgrade(config, revision)
            if is_current(connection):
                database.conversation_key.keep(connection)
            if database.is_sqlite and connection.execute(text("PRAGMA foreign_key_check")).first():
                raise RuntimeError("a migration would leave rows that refer to nothing")
        _enforce_references(database, connection, "ON")
        return newest(connection)


def _enforce_references(database: Database, connection: Connection, switch: str) -> None:
    """Outside any transaction: inside one SQLite ignores it."""
    if database.is_sqlite and connection.connection.dbapi_connection is not None:
        connection.connection.dbapi_connection.execute(f"PRAGMA foreign_keys={switch}")


def is_current(connection: Connection) -> bool:
    """Whether the database has the newest revision."""
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return found == newest(connection)


def newest(connection: Connection) -> str:
    """The name of the newest revision there is."""
    return ScriptDirectory.from_config(alembic_config(connection)).get_current_head() or ""
