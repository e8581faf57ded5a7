"""The schema and its migrations (Alembic), run on a `Database` without any configuration file."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from bot.dao.database import Database

MIGRATIONS = Path(__file__).parent / "migrations"
LOCK = 7_262_5223  # any number that is ours alone: one migration at a time on PostgreSQL


def alembic_config(connection: Connection) -> Config:
    """Alembic's configuration for one open connection."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def migrate(database: Database) -> str:
    """Bring the schema to the newest revision and return its name. Safe to run from many machines at once."""
    with database.write_connection() as connection:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        config = alembic_config(connection)
        command.upgrade(config, "head")
        return ScriptDirectory.from_config(config).get_current_head() or ""


def is_current(connection: Connection) -> bool:
    """Whether the database has the newest revision."""
    newest = ScriptDirectory.from_config(alembic_config(connection)).get_current_head()
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return found == newest
