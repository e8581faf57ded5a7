"""Who is sent behind when more people write than are served."""

from collections.abc import Iterator

import pytest
from redis import Redis

from bot.errors import DatabaseAway
from bot.queue.policy import job_policies
from bot.queue.wake import WakeQueue
from bot.services.work.crowd import MANY, in_line, sends_behind
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


def woken(line: Line, wake: WakeQueue) -> dict[str, list[str]]:
    """Whom the web wakes, by the job, for a pupil and a guest who have just written."""
    people = {conversation_id(PUPIL): "pupil", conversation_id(GUEST): "guest"}
    wakes = in_line(line.database, wake, {"drain": [(key,) for key in people]}, line.clock.now())
    return {job: sorted(people[key] for (key,) in keys) for job, keys in wakes.items()}


def test_the_web_sends_guests_behind_while_it_sees_many_wait(line: Line, wake: WakeQueue, redis: Redis) -> None:
    line.says("Bonjour")
    redis.rpush(TURNS, *range(MANY))
    assert woken(line, wake) == {"drain": ["guest", "pupil"]}
    wake.wake("drain", "somebody")  # by which it sees them
    assert woken(line, wake) == {"drain": ["pupil"], "drain_guest": ["guest"]}
    redis.delete(TURNS)
    wake.wake("drain", "somebody")
    assert woken(line, wake) == {"drain": ["guest", "pupil"]}


def test_no_guest_passes_many_others_in_the_web(line: Line, wake: WakeQueue, redis: Redis) -> None:
    line.says("Bonjour")
    redis.rpush(GUESTS, *range(MANY))
    wake.wake("drain_guest", "somebody")
    assert woken(line, wake) == {"drain": ["pupil"], "drain_guest": ["guest"]}


def test_what_was_seen_long_ago_is_not_gone_by(
    line: Line, wake: WakeQueue, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.says("Bonjour")
    redis.rpush(TURNS, *range(MANY))
    wake.wake("drain", "somebody")
    monkeypatch.setattr("bot.queue.wake.SEEN_LATELY_S", 0.0)
    assert woken(line, wake) == {"drain": ["guest", "pupil"]}


def test_without_the_database_everybody_is_woken_for(
    line: Line, wake: WakeQueue, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> None:
        raise DatabaseAway("gone")

    line.says("Bonjour")
    redis.rpush(TURNS, *range(MANY))
    wake.wake("drain", "somebody")
    monkeypatch.setattr(line.database, "read", away)
    assert woken(line, wake) == {"drain": ["guest", "pupil"]}
