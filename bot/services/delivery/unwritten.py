"""What this process knows and could not tell the database: told as soon as it is back. A process that dies takes it
along; then the part is judged by its time, as after any other death."""

import contextlib
import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from sqlmodel import Session

from bot.dao.database import Database
from bot.dao.engine.prepared import Within
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
        with self._or_later(action), self.database.write() as session:
            action(session)

    def write_alone(self, action: Callable[[Within], object]) -> None:
        """`write` for statements that need no objects, nor each other (`Database.write_connection`)."""
        with self._or_later(action), self.database.write_connection(each_alone=True) as connection:
            action(connection)

    @contextlib.contextmanager
    def _or_later(self, action: Callable[[Session], object]) -> Iterator[None]:
        try:
            yield
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
