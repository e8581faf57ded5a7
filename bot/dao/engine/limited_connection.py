"""psycopg's connection with a limit of our own. Loaded only where a database is PostgreSQL (bot.dao.engine.limits)."""

import select
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

import psycopg
from psycopg._preparing import Key, Prepare, PrepareManager
from psycopg.pq import TransactionStatus

LOOK_S = 0.1  # how often a wait looks at its limit
HEARD_LATELY_S = 1.0


class _Statements(PrepareManager):
    """What is prepared on a connection. psycopg forgets a statement that has failed when it was executed first, and
    prepares it anew each time: the server, which keeps all of them, is told here to let go of it."""

    def validate(self, key: Key, prep: Prepare, name: bytes, results: Sequence[Any]) -> None:
        super().validate(key, prep, name, results)
        if prep is Prepare.SHOULD and not self._check_results(results):
            self._to_flush.append(name)


class LimitedConnection(psycopg.Connection[Any]):
    """A connection that gives a silent server up. The TCP limits do not: the kernel of a machine whose server is
    frozen goes on acknowledging."""

    ping_s: float | None = None
    answer_s: float | None = None
    begins = True  # a transaction in front of a statement, where none is open
    _heard_at = float("-inf")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._prepared = _Statements()

    def is_surely_there(self) -> bool:
        """Whether the server has answered a moment ago and has not hung up since: then it need not be pinged. An idle
        server says nothing, but for that it is going."""
        if monotonic() - self._heard_at > HEARD_LATELY_S or self.closed:
            return False
        look = select.poll()
        look.register(self.fileno(), select.POLLIN)
        return not look.poll(0)

    def _start_query(self) -> Any:
        return super()._start_query() if self.begins else ()

    def rollback(self) -> None:
        """Roll back to the start of a transaction; what is prepared stays. psycopg lets go of all of it, and has the
        server do so, since a transaction may take tables or types along: here migrations alone make any. Every read
        ends like this, and nothing would ever be prepared."""
        with self.lock:
            self.wait(self._rolls_back())

    def _rolls_back(self) -> Iterator[Any]:
        if self.pgconn.transaction_status != TransactionStatus.IDLE:
            yield from self._exec_command(b"ROLLBACK")
            yield from self._prepared.maintain_gen(self)

    def wait(self, gen: Any, interval: float = LOOK_S, timeout: float | None = None) -> Any:
        """Consume a conversation with the server. Raises OperationalError, the connection closed, after the limit."""
        limit = self.ping_s if self.autocommit else self.answer_s  # nothing but the pool's ping runs in autocommit
        try:
            answer = super().wait(gen, interval, limit if timeout is None else timeout)
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:  # it may still answer: nobody must read that
                self.pgconn.finish()
            raise
        self._heard_at = monotonic()
        return answer
