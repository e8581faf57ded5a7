"""What is slow in a round, and wrong about its time: the ways to its servers, its statements, Twilio, its clock.
Nothing of it may cost anybody more than time."""

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

from bot.simulator.faults import Faults
from tests.chaos.outages import Outage
from tests.fakes.dials import Dials
from tests.fakes.slow_way import SlowWay

TRIP_S, STATEMENT_S, SQLITE_STATEMENT_S = 0.2, 0.05, 0.01
CREATE_S, CREATES = 9.0, 6
JUMP_S = 3_000.0  # offers and questions are open for an hour
SLOW_S, JUMP_LASTS_S = (3.0, 10.0), (1.0, 8.0)
EVERY_S = (5.0, 20.0)


class Slowness:
    """One round's. `ways` is what its processes are told; `outages` are what may then befall them."""

    def __init__(self, folder: Path) -> None:
        self._dials, self._path = Dials(folder / "dials"), folder / "dials"
        self._redis: SlowWay | None = None
        self._database: SlowWay | None = None

    @contextlib.contextmanager
    def ways(self, redis_url: str, database_url: str, weathers: Collection[str]) -> Iterator[Mapping[str, str]]:
        """Settings by which processes reach both servers: straight, unless the way must become slow."""
        told = {"REDIS_URL": redis_url, "DATABASE_URL": database_url}
        with contextlib.ExitStack() as stack:
            if "slow redis" in weathers:
                self._redis = stack.enter_context(SlowWay(urlsplit(redis_url).port or 0))
                told["REDIS_URL"] = self._redis.leads(redis_url)
            if "slow database" in weathers and (port := urlsplit(database_url).port):
                self._database = stack.enter_context(SlowWay(port))
                told["DATABASE_URL"] = self._database.leads(database_url)
            if not {"slow database", "clock"}.isdisjoint(weathers):
                told["DIALS"] = str(self._path)
            yield told

    def outages(self, faults: Faults) -> Sequence[Outage]:
        """Each with how long it lasts."""
        return (
            Outage("slow redis", self._slow_redis, SLOW_S, EVERY_S),
            Outage("slow database", self._slow_database, SLOW_S, EVERY_S),
            Outage("slow twilio", self._slow_twilio(faults), (CREATE_S, CREATE_S), EVERY_S),
            Outage("clock", self._jump, JUMP_LASTS_S, EVERY_S),
        )

    @contextlib.contextmanager
    def _slow_redis(self, _random: Random) -> Iterator[str]:
        assert self._redis is not None
        with _delayed(self._redis, TRIP_S):
            yield "200 ms an answer"

    @contextlib.contextmanager
    def _slow_database(self, _random: Random) -> Iterator[str]:
        if self._database is not None:
            with _delayed(self._database, STATEMENT_S):
                yield "50 ms an answer"
            return
        try:
            self._dials.turn(statement_s=SQLITE_STATEMENT_S)
            yield "10 ms a statement"
        finally:
            self._dials.turn(statement_s=0.0)

    def _slow_twilio(self, faults: Faults) -> Callable[[Random], contextlib.AbstractContextManager[str]]:
        @contextlib.contextmanager
        def slow(_random: Random) -> Iterator[str]:
            faults.late(CREATES, CREATE_S)
            yield "creates of nine seconds"

        return slow

    @contextlib.contextmanager
    def _jump(self, random: Random) -> Iterator[str]:
        ahead = random.random() < 0.6
        try:
            self._dials.turn(ahead_s=JUMP_S if ahead else -JUMP_S)
            yield "ahead" if ahead else "back"
        finally:
            self._dials.turn(ahead_s=0.0)


@contextlib.contextmanager
def _delayed(way: SlowWay, seconds: float) -> Iterator[None]:
    way.answers_after_s = seconds
    try:
        yield
    finally:
        way.answers_after_s = 0.0
