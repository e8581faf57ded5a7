"""The key that makes a conversation's id of its address. It is made once for each database and kept there sealed: ids
never change when SECRET_KEY does, and an id in a log tells nobody a number."""

import hashlib
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import Session, SQLModel

import bot.models  # noqa: F401 - fills the metadata
from bot.errors import ConfigurationError, DatabaseAway
from bot.signing.keys import Keys

USE = "conversation ids"  # what its keys are derived for
_TABLE = SQLModel.metadata.tables["database_key"]


class ConversationKey:
    """Opens the database's key at first need, and keeps it open."""

    def __init__(self, read: Callable[[], AbstractContextManager[Session]], keys: Keys | None) -> None:
        self._read = read
        self._keys = keys
        self._sealed: str | None = None
        self._opened: bytes | None = None

    def id_of(self, address: str) -> str:
        """The id of the conversation with an address. Raises ConfigurationError when the key cannot be opened."""
        return keyed_id(self._opened or self._open(), address)

    def digest_of(self, use: bytes, text: str) -> str:
        """32 hexadecimal characters that stand for a text in one use (16 bytes at most), and tell nobody which."""
        key = self._opened or self._open()
        return hashlib.blake2b(text.encode(), digest_size=16, key=key, person=use).hexdigest()

    def check(self) -> None:
        """See now, if the database answers and has one, that a key of ours fits, and remember it as it is: to open it
        takes a library. Raises ConfigurationError when none does."""
        try:
            sealed = self._found()
        except (SQLAlchemyError, DatabaseAway):
            return  # it is away, or not migrated yet: what needs it will say so
        if sealed is not None and (self._keys is None or not self._keys.has_sealed(sealed)):
            raise _refused()
        self._sealed = sealed

    def open(self) -> None:
        """Open it now if it is known: for who will need it soon."""
        if self._sealed is not None:
            self._opened = unsealed(self._keys, self._sealed)

    def keep(self, connection: Connection) -> None:
        """Make it if there is none; seal it anew when SECRET_KEY has changed. For migrations, one at a time."""
        if self._keys is None:
            return
        sealed = connection.execute(select(_TABLE.c.sealed)).scalar_one_or_none()
        if sealed is None:
            fresh = self._keys.seal(secrets.token_bytes(32))
            connection.execute(insert(_TABLE).values(id=1, sealed=fresh))
        elif not Keys(self._keys.current).has_sealed(sealed):
            again = self._keys.seal(unsealed(self._keys, sealed))
            connection.execute(update(_TABLE).values(sealed=again))

    def _open(self) -> bytes:
        sealed = self._sealed or self._found()
        if sealed is None:
            raise ConfigurationError("the database has no key for conversations yet: run flask --app wsgi migrate")
        self._opened = unsealed(self._keys, sealed)
        return self._opened

    def _found(self) -> str | None:
        with self._read() as session:
            return session.execute(select(_TABLE.c.sealed)).scalar_one_or_none()


def keyed_id(key: bytes, address: str) -> str:
    """32 characters, fit for a job argument: « k », for keyed, and 31 hexadecimal ones."""
    return f"k{hashlib.blake2b(address.encode(), digest_size=16, key=key).hexdigest()[:31]}"


def plain_id(address: str) -> str:
    """What the id of that conversation was before ids were keyed: links sent then are signed with it."""
    return hashlib.blake2b(address.encode(), digest_size=16).hexdigest()


def unsealed(keys: Keys | None, sealed: str) -> bytes:
    """The key inside. Raises ConfigurationError when it was sealed with none of ours."""
    opened = None if keys is None else keys.unseal(sealed)
    if opened is None:
        raise _refused()
    return opened


def _refused() -> ConfigurationError:
    return ConfigurationError(
        "SECRET_KEY does not open this database, nor does SECRET_KEY_PREVIOUS: one must be the key it was used with"
    )
