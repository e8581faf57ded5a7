"""What this process knows and could not tell the database: told as soon as it is back. A process that dies takes it
along; then the part is judged by its time, as after any other death."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlmodel import Session

from bot.dao.database import Database
from bot.errors import DatabaseAway, GaveWay

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Unwritten:
    """Actions must bear being repeated: whether one that failed was committed is unknown."""

    database: Database
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _waiting: list[Callable[[Session], object]] = field(default_factory=list)

    def write(self, action: Callable[[Session], object]) -> None:
        """Write now or, if the database is away, later."""
        try:
            with self.database.write() as session:
                action(session)
        except DatabaseAway:
            log.warning("what became of a part is written later")
            self.later(action)

    def later(self, action: Callable[[Session], object]) -> None:
        """Write when `retry` is called next."""
        with self._lock:
            self._waiting.append(action)

    def retry(self) -> None:
        """Write what waits, in order; what cannot be written because of somebody who holds a row of it is left for the
        next time, and keeps nothing else from being written. Raises DatabaseAway."""
        for action in list(self._waiting):
            try:
                with self.database.write() as session:
                    action(session)
            except GaveWay:
                continue
            except DatabaseAway:
                raise
            except Exception:
                log.exception("what became of a part cannot be written")
            with self._lock:
                self._waiting.remove(action)
