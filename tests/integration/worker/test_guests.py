"""The worker of the guests' queue stands back while others wait, and lets nobody wait for ever."""

from collections.abc import Callable, Iterator
from threading import Thread

import pytest
from redis import Redis

from bot.queue.wake import WakeQueue
from jobs.guests import FEW, GuestWorker
from tests.fakes.valkey import Valkey
from tests.fakes.waiting import eventually
from tests.fakes.worker_main import job_table

TURNS = "rq:queue:turns"


@pytest.fixture
def redis(valkey: Valkey) -> Redis:
    return valkey.client()


@pytest.fixture
def guests(valkey: Valkey) -> Iterator[Callable[[], GuestWorker]]:
    """Runs a worker of the guests' queue in a thread."""
    begun: list[tuple[GuestWorker, Thread]] = []

    def run() -> GuestWorker:
        worker = GuestWorker("guests", valkey.url, {each.path for each in job_table().values()}, poll_s=0.1)
        thread = Thread(target=worker.work)
        thread.start()
        begun.append((worker, thread))
        return worker

    yield run
    for worker, thread in begun:
        worker.stop_taking()
        thread.join(10)
        assert not thread.is_alive()


def test_guests_are_served_at_once_while_few_turns_wait(
    guests: Callable[[], GuestWorker], valkey: Valkey, redis: Redis
) -> None:
    redis.rpush(TURNS, *range(FEW))
    wake = WakeQueue(valkey.url, job_table("guests"))
    wake.wake_all("say", [(str(number),) for number in range(20)])
    guests()
    eventually(lambda: redis.llen("ended") == 20)
    wake.close()


def test_while_many_turns_wait_one_guest_a_second_is_served(
    guests: Callable[[], GuestWorker], valkey: Valkey, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jobs.guests.GUEST_EVERY_S", 3600.0)
    monkeypatch.setattr("jobs.guests.LOOKS_AGAIN_S", 0.01)
    redis.rpush(TURNS, *range(FEW + 1))
    wake = WakeQueue(valkey.url, job_table("guests"))
    wake.wake_all("say", [("first",), ("second",)])
    worker = guests()
    eventually(lambda: redis.llen("ended") == 1)
    looks = worker.connection.info("commandstats")["cmdstat_llen"]["calls"]
    eventually(lambda: redis.info("commandstats")["cmdstat_llen"]["calls"] > looks + 20)
    assert redis.llen("ended") == 1
    redis.lpop(TURNS)
    eventually(lambda: redis.llen("ended") == 2)
    wake.close()
