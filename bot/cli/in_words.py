"""What stops a command at the database, said in one line instead of a traceback."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from bot.dao import revisions
from bot.dao.database import Database
from bot.dao.engine import outages
from bot.errors import ConfigurationError, DatabaseAway


@contextmanager
def in_words(database: Database, *, tables: bool = True) -> Iterator[None]:
    """Around a command, also as its decorator. `tables`: it needs those of this release."""
    try:
        with outages.named():
            if tables:
                with database.read() as session:
                    revisions.refuse_older(session)
            yield
    except DatabaseAway as error:
        raise click.ClickException(_why(error)) from None
    except ConfigurationError as error:
        raise click.ClickException(str(error)) from None


def _why(error: DatabaseAway) -> str:
    if error.refusal:
        return f"the database refuses: {error.refusal}"
    return "the database is away: run this again when it is back"
