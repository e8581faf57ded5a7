"""Who is sent behind when more people write than are served."""

from collections.abc import Iterator

import pytest
from redis import Redis

from bot.queue.policy import job_policies
from bot.queue.wake import WakeQueue
from bot.services.work.crowd import MANY, sends_behind
from tests.fakes.keys import conversation_id
from tests.fakes.valkey import Valkey
from tests.integration.conversation.conftest import GUEST, PUPIL, Line

pytestmark = pytest.mark.one_database

TURNS, GUESTS = "rq:queue:turns", "rq:queue:guests"


@pytest.fixture
def redis(valkey: Valkey) -> Redis:
    return valkey.client()


@pytest.fixture
def wake(valkey: Valkey) -> Iterator[WakeQueue]:
    made = WakeQueue(valkey.url, job_policies(60))
    yield made
    made.close()


def goes_behind(line: Line, wake: WakeQueue, address: str) -> bool:
    return sends_behind(line.database, wake, conversation_id(address), line.clock.now())


def test_guests_go_behind_when_more_write_than_are_served(line: Line, wake: WakeQueue, redis: Redis) -> None:
    line.says("Bonjour")
    redis.rpush(TURNS, *range(MANY - 1))
    assert not goes_behind(line, wake, GUEST)
    redis.rpush(TURNS, "one more")
    assert goes_behind(line, wake, GUEST)
    assert not goes_behind(line, wake, PUPIL)


def test_no_guest_passes_another(line: Line, wake: WakeQueue, redis: Redis) -> None:
    line.says("Bonjour")
    redis.rpush(GUESTS, "one who waits")
    assert goes_behind(line, wake, GUEST)
    assert not goes_behind(line, wake, PUPIL)
    redis.delete(GUESTS)
    assert not goes_behind(line, wake, GUEST)


def test_without_redis_nobody_is_sent_anywhere(line: Line, wake: WakeQueue, valkey: Valkey) -> None:
    valkey.kill()
    assert not goes_behind(line, wake, GUEST)
