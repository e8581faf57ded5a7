"""Databases of tests: opened with the key of tests.fakes.product, and all with one key inside, so that tests
know the id of a conversation beforehand. Migrating one takes as long as a test does: most are made ready by a copy."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import inspect, make_url, text, update
from sqlalchemy.exc import SQLAlchemyError

from bot.dao import schema
from bot.dao.conversation_key import USE, keyed_id
from bot.dao.database import Database
from bot.models import DatabaseKey
from bot.signing.keys import Keys, derive

SECRET = "a-key-for-tests-and-nothing-else"
KEYS = Keys(derive(SECRET, USE))
_as_migrated: dict[str, list[tuple[str, ...]]] = {}  # what migrations make of an empty database
_EVERYTHING = text(
    "SELECT attrelid::regclass::text, attname::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid "
    "WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v', 'm', 'f', 'p') "
    "AND attnum > 0 AND NOT attisdropped UNION ALL "
    "SELECT tgrelid::regclass::text, tgname::text FROM pg_trigger WHERE NOT tgisinternal UNION ALL "
    "SELECT 'function', proname::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY 1, 2"
)
_KEPT = {"alembic_version", "database_key"}
INSIDE = b"the one key inside all of tests'"


def open_database(url: str, **options: Any) -> Database:
    """A database of the service that make_settings describes."""
    return Database(url, KEYS, **options)


def migrate(database: Database) -> None:
    """Bring it up to date, with the key that all tests share inside. An empty SQLite file becomes a copy of one that
    was migrated before: thousands of tests ask for one."""
    path = Path(make_url(database.url).database or "") if database.is_sqlite else None
    if path is not None and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_migrated_file(), path)
    elif not is_ready(database):
        _migrate(database)
        if not database.is_sqlite:
            _as_migrated.setdefault("shape", _shape(database))


def tables_of_rows(url: str) -> set[str]:
    """The tables that a test may have filled; none when the database is not, or no longer, as migrations left it."""
    database = open_database(url)
    try:
        if not is_ready(database):
            return set()
        if _shape(database) != _as_migrated.get("shape"):
            return set()
        return set(inspect(database.engine).get_table_names()) - _KEPT
    finally:
        database.close()


def is_ready(database: Database) -> bool:
    """Whether it stands at the newest revision, with the tests' key."""
    try:
        with database.read() as session:
            found = session.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
            sealed = session.execute(text("SELECT sealed FROM database_key")).scalar_one_or_none()
            return found == _newest() and sealed is not None and _holds_the_tests_key(sealed)
    except SQLAlchemyError:
        return False


def _shape(database: Database) -> list[tuple[str, ...]]:
    """Every column, trigger and function of a PostgreSQL database: tests may rename, drop or add some."""
    with database.read() as session:
        return [tuple(row) for row in session.execute(_EVERYTHING)]


def _holds_the_tests_key(sealed: str) -> bool:
    return KEYS.unseal(sealed) == INSIDE


@cache
def _newest() -> str:
    return max(path.name[:4] for path in (schema.MIGRATIONS / "versions").glob("[0-9]*.py"))


def _migrate(database: Database) -> None:
    schema.migrate(database)
    with database.write() as session:
        session.execute(update(DatabaseKey).values(sealed=KEYS.seal(INSIDE)))


@cache
def _migrated_file() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="palabre-schema-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    database = open_database(f"sqlite:///{folder}/migrated.db")
    _migrate(database)
    with database.engine.connect() as connection:
        connection.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[attr-defined]
    database.close()
    return folder / "migrated.db"


def conversation_id(address: str) -> str:
    """The id of a conversation in such a database."""
    return keyed_id(INSIDE, address)
