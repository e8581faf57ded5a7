"""What a worker looks at before it begins: that the database answers, is ours, and has the tables of this release."""

import logging
import time
from collections.abc import Callable
from typing import Final, TypeVar

from bot.config import Settings
from bot.dao import made_up, revisions
from bot.dao.database import Database
from bot.errors import ConfigurationError, DatabaseAway

AGAIN_S: Final = 1.0

T = TypeVar("T")

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
    patiently(lambda: _refuse_older(database), wait)
    database.conversation_key.check()
    made_up.check(database, settings)


def patiently(ask: Callable[[], T], wait: Callable[[float], None] = time.sleep) -> T:
    """What is asked of the database, as soon as it answers. One that is full, or a standby, answers and takes nothing:
    so what is written first waits like this too."""
    told = False
    while True:
        try:
            return ask()
        except DatabaseAway:
            if not told:
                log.warning("the database is away: this worker begins when it is back")
            told = True
            wait(AGAIN_S)


def _refuse_older(database: Database) -> None:
    with database.read() as session:
        revisions.refuse_older(session)
