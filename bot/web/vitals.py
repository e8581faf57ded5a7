"""Whether the database and Redis answer, and whose tables are there, found out in threads of their own: whoever asks
hears back in time, however long those hang."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime
from time import monotonic
from typing import Generic, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from bot.dao import census, conversations, revisions
from bot.dao.census import Census
from bot.dao.database import Database
from bot.dao.work import workers
from bot.errors import DatabaseAway
from bot.queue.wake import WakeQueue

PATIENCE_S = 1.5
SILENCE = (TimeoutError, DatabaseAway, SQLAlchemyError)

Answer = TypeVar("Answer")


class Question(Generic[Answer]):
    """One question, asked by one thread at a time: who comes while it is open gets the same answer."""

    def __init__(self, name: str, ask: Callable[[], Answer]) -> None:
        self._name, self._ask = name, ask
        self._lock = threading.Lock()
        self._open: Future[Answer] | None = None

    def put(self) -> "Future[Answer]":
        """The answer that is coming."""
        with self._lock:
            if self._open is None:
                answer: Future[Answer] = Future()
                try:
                    threading.Thread(target=self._answer, args=(answer,), name=self._name, daemon=True).start()
                except RuntimeError:  # the machine has no thread left: who comes next asks anew
                    answer.set_exception(TimeoutError(self._name))
                    return answer
                self._open = answer
            return self._open

    def _answer(self, answer: "Future[Answer]") -> None:
        try:
            found = self._ask()
        except BaseException as error:
            self._close()
            answer.set_exception(error)
        else:
            self._close()
            answer.set_result(found)

    def _close(self) -> None:
        with self._lock:
            self._open = None


@dataclass(frozen=True, slots=True)
class Signs:
    """Whether the database answers, whether its tables are those of this release or of a newer one, when the oldest
    unprocessed message came in, how many workers have said lately that they live, whether Redis answers."""

    database: bool
    schema: bool
    oldest: datetime | None
    workers: int
    redis: bool


class Vitals:
    """Asks over a connection of its own: those of the pool may all be taken, and then the service still works."""

    def __init__(self, database: Database, wake: WakeQueue, lost_after_s: float) -> None:
        self._database, self._lost_after_s = database.apart(), lost_after_s
        self._needed = revisions.newest()
        self._waiting = Question("oldest message", self._oldest_waiting)
        self._redis = Question("redis", wake.is_up)
        self._census = Question("census", self._take_census)

    def take(self) -> Signs:
        """How they are, within PATIENCE_S."""
        until = monotonic() + PATIENCE_S
        waiting, redis = self._waiting.put(), self._redis.put()
        try:
            (schema, oldest, at_work), database = waiting.result(until - monotonic()), True
        except SILENCE:
            schema, oldest, at_work, database = False, None, 0, False
        return Signs(database, schema, oldest, at_work, self._is_up(redis, until - monotonic()))

    def census(self) -> Census | None:
        """What waits and who is at work; None when the database does not say it in time."""
        try:
            return self._census.put().result(PATIENCE_S)
        except SILENCE:
            return None

    def _is_up(self, redis: "Future[bool]", seconds: float) -> bool:
        try:
            return redis.result(max(0.0, seconds))
        except TimeoutError:
            return False

    def _oldest_waiting(self) -> tuple[bool, datetime | None, int]:
        """Whether the tables are ours, and if so how long somebody waits and how many are at work: what is not there
        cannot be asked."""
        with self._database.read() as session:
            if not revisions.is_at_least(revisions.there(session), self._needed):
                return False, None, 0
            return True, conversations.oldest_waiting(session), workers.at_work(session, self._lost_after_s)

    def _take_census(self) -> Census:
        with self._database.read() as session:
            return census.take(session, self._lost_after_s)
