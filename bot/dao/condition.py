"""What the doctor asks of a database, before the first migration too."""

import time
from dataclasses import dataclass

from sqlalchemy import select

from bot.dao import schema
from bot.dao.database import Database, database_epoch
from bot.dao.revisions import is_at_least, is_newer


@dataclass(frozen=True, slots=True)
class Condition:
    """`revision` is None before the first migration; `seconds_ahead`: by how much its clock is ahead of ours."""

    version: str
    revision: str | None
    newest: str
    seconds_ahead: float

    @property
    def is_newer(self) -> bool:
        """Whether a release behind this one has migrated it."""
        return is_newer(self.revision, self.newest)

    @property
    def is_migrated(self) -> bool:
        return is_at_least(self.revision, self.newest)


def condition(database: Database) -> Condition:
    """Raises SQLAlchemyError when the database is away."""
    with database.engine.connect() as connection:
        before = time.time()
        theirs = float(connection.execute(select(database_epoch())).scalar_one())
        ahead = theirs - (before + time.time()) / 2
        numbers = connection.dialect.server_version_info or ()
        name = "SQLite" if database.is_sqlite else "PostgreSQL"
        version = f"{name} {'.'.join(str(number) for number in numbers)}"
        revision = schema.revision_of(connection)
        return Condition(version, revision, schema.newest(connection), ahead)
