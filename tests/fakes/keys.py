"""Databases of tests: opened with the key of tests.conftest.make_settings, and all with one key inside, so that tests
know the id of a conversation beforehand."""

from typing import Any

from sqlalchemy import update

from bot.dao import schema
from bot.dao.conversation_key import USE, keyed_id
from bot.dao.database import Database
from bot.models import DatabaseKey
from bot.signing.keys import Keys, derive

SECRET = "a-key-for-tests-and-nothing-else"
KEYS = Keys(derive(SECRET, USE))
INSIDE = b"the one key inside all of tests'"


def open_database(url: str, **options: Any) -> Database:
    """A database of the service that make_settings describes."""
    return Database(url, KEYS, **options)


def migrate(database: Database) -> None:
    """Bring it up to date, with the key that all tests share inside."""
    schema.migrate(database)
    with database.write() as session:
        session.execute(update(DatabaseKey).values(sealed=KEYS.cipher().encrypt(INSIDE).decode()))


def conversation_id(address: str) -> str:
    """The id of a conversation in such a database."""
    return keyed_id(INSIDE, address)
