"""What a worker looks at before it begins: that the database answers, is ours, and has its tables."""

import logging
import time
from collections.abc import Callable
from typing import Final

from bot.config import Settings
from bot.dao import made_up, workers
from bot.dao.database import Database
from bot.errors import ConfigurationError, DatabaseAway

AGAIN_S: Final = 1.0

log = logging.getLogger(__name__)


def look(database: Database, settings: Settings, wait: Callable[[float], None] = time.sleep) -> None:
    """Wait until the database answers, for as long as it takes: whoever restarts everything at once should not have to
    begin with it. Raises ConfigurationError when it is not one to begin with; it is closed then."""
    try:
        _look(database, settings, wait)
    except ConfigurationError:
        database.close()
        raise


def _look(database: Database, settings: Settings, wait: Callable[[float], None]) -> None:
    there = _has_tables(database)
    if there is None:
        log.warning("the database is away: this worker begins when it is back")
    while there is None:
        wait(AGAIN_S)
        there = _has_tables(database)
    if not there:
        raise ConfigurationError("the database has no tables yet: run flask --app wsgi migrate first")
    database.conversation_key.check()
    made_up.check(database, settings)


def _has_tables(database: Database) -> bool | None:
    """None when it does not answer."""
    try:
        with database.read() as session:
            return workers.have_their_table(session)
    except DatabaseAway:
        return None
