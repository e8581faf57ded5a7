"""Several wake-ups in one trip to Redis."""

import json

import pytest

from bot.queue.policy import job_policies
from bot.queue.wake import WakeQueue
from tests.fakes.valkey import Valkey


def test_several_wake_ups_arrive_in_order(valkey: Valkey) -> None:
    wake = WakeQueue(valkey.url, job_policies(180))
    assert wake.wake_all("drain", [("a",), ("b",), ("c",)])
    redis = valkey.client(decode_responses=True)
    records = [redis.hget(f"rq:job:{job!s}", "data") for job in redis.lrange("rq:queue:turns", 0, -1)]
    assert [json.loads(record)[2] for record in records if record] == [["a"], ["b"], ["c"]]
    wake.close()


def test_without_redis_none_of_them_is_taken(valkey: Valkey) -> None:
    valkey.kill()
    wake = WakeQueue(valkey.url, job_policies(180))
    assert not wake.wake_all("drain", [("a",), ("b",)])
    wake.close()


def test_a_job_nobody_knows_is_an_error(valkey: Valkey) -> None:
    wake = WakeQueue(valkey.url, job_policies(180))
    with pytest.raises(KeyError):
        wake.wake_all("dance", [("a",)])
    wake.close()
