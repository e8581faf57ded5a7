"""What stops a command at the database, said in one line instead of a traceback."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from bot.dao import outages, workers
from bot.dao.database import Database
from bot.errors import ConfigurationError, DatabaseAway

NO_TABLES = "the database has no tables yet: run flask --app wsgi migrate first"


@contextmanager
def in_words(database: Database, *, tables: bool = True) -> Iterator[None]:
    """Around a command, also as its decorator. `tables`: it needs them."""
    try:
        with outages.named():
            if tables and not _has_tables(database):
                raise click.ClickException(NO_TABLES)
            yield
    except DatabaseAway:
        raise click.ClickException("the database is away: run this again when it is back") from None
    except ConfigurationError as error:
        raise click.ClickException(str(error)) from None


def _has_tables(database: Database) -> bool:
    with database.read() as session:
        return workers.have_their_table(session)
