"""A worker's turn at a chore, at a moment the test chooses."""

import threading
from datetime import datetime

from bot.dao.database import Database
from bot.dao.work import chores
from bot.services.work.chores import Turn


def turn_at(database: Database, now: datetime, position: str = "", name: str = "a chore", holder: str = "w") -> Turn:
    """A turn that this worker holds."""
    with database.write() as session:
        chores.ensure(session, [name])
        chores.leave(session, name, holder, 0, position)
        assert chores.claim(session, name, holder, 60, 60) is not None
    return Turn(database, name, holder, position, now, threading.Event(), pause_s=0)
