"""Who is sent behind when more people write than are served."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from redis import Redis
from sqlmodel import update

from bot.dao.inbound import NewInbound
from bot.models import Address
from bot.models.base import utc_now
from bot.queue.policy import job_policies
from bot.queue.wake import WakeQueue
from bot.services.inbound.at_the_door import AtTheDoor
from bot.services.work.crowd import MANY, sends_behind
from bot.web.twilio import Stored, store
from tests.fakes.keys import conversation_id
from tests.fakes.product import make_settings
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


def stored(line: Line, wake: WakeQueue, *messages: NewInbound) -> list[Stored]:
    """As the web does."""
    return store(line.database, wake, AtTheDoor(line.database, wake, line.clock, make_settings()), messages)


def woken(line: Line, wake: WakeQueue) -> dict[str, list[str]]:
    """Whom the web wakes, by the job, for a pupil and a guest who write together."""
    people = {conversation_id(PUPIL): "pupil", conversation_id(GUEST): "guest"}
    first, *others = stored(line, wake, *[written(key) for key in people])
    assert [others[0].to_wake, first.is_new, others[0].is_new] == [{}, True, True]
    return {job: sorted(people[key] for (key,) in keys) for job, keys in first.to_wake.items()}


def written(key: str) -> NewInbound:
    return NewInbound(
        message_sid=f"SM{uuid4().hex}", conversation_id=key, sender="whatsapp:+2250700000001", recipient="",
        channel="whatsapp", kind="text", body="Explique-moi les fractions",
    )  # fmt: skip


ALL = {"drain": ["guest", "pupil"]}
GUEST_BEHIND = {"drain": ["pupil"], "drain_guest": ["guest"]}


def test_the_web_sends_guests_behind_while_it_sees_many_wait(line: Line, wake: WakeQueue, redis: Redis) -> None:
    line.says("Bonjour")
    redis.rpush(TURNS, *range(MANY - 1))
    assert woken(line, wake) == ALL
    wake.wake("drain", "somebody")  # by which it sees them
    assert woken(line, wake) == GUEST_BEHIND
    redis.delete(TURNS)
    assert woken(line, wake) == GUEST_BEHIND
    wake.wake("drain", "somebody")
    assert woken(line, wake) == ALL


def test_no_guest_passes_many_others_in_the_web(line: Line, wake: WakeQueue, redis: Redis) -> None:
    line.says("Bonjour")
    redis.rpush(GUESTS, *range(MANY - 1))
    wake.wake("drain_guest", "somebody")
    assert woken(line, wake) == GUEST_BEHIND


def test_what_was_seen_long_ago_is_not_gone_by(
    line: Line, wake: WakeQueue, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    line.says("Bonjour")
    redis.rpush(TURNS, *range(MANY))
    wake.wake("drain", "somebody")
    monkeypatch.setattr("bot.queue.flow.SEEN_LATELY_S", 0.0)
    assert woken(line, wake) == ALL


def test_whose_sign_in_is_over_is_a_guest(line: Line, wake: WakeQueue, redis: Redis) -> None:
    line.says("Bonjour")
    with line.database.write() as session:
        session.execute(update(Address).values(signed_in_until=utc_now() - timedelta(seconds=1)))
    redis.rpush(TURNS, *range(MANY))
    wake.wake("drain", "somebody")
    assert woken(line, wake) == {"drain_guest": ["guest", "pupil"]}


def test_what_is_urgent_is_sent_behind_nobody(line: Line, wake: WakeQueue, redis: Redis) -> None:
    redis.rpush(TURNS, *range(MANY))
    wake.wake("drain", "somebody")
    stop = replace(written(conversation_id(GUEST)), body="STOP", priority="stop")
    (only,) = stored(line, wake, stop)
    assert list(only.to_wake) == ["hasten"]
