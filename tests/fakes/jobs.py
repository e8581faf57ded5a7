"""Jobs for the worker's tests. They tell what they do through the worker's own Redis, so that a test in another process
sees it: `started` and `ended` are lists of names, `go:<name>` lets a held job end."""

import _thread
import time
from collections.abc import Callable

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue, get_current_job
from rq.job import Job
from rq.serializers import JSONSerializer

HELD_AT_MOST_S = 30.0


def say(name: str) -> None:
    """Start and end at once."""
    _redis().rpush("started", name)
    _redis().rpush("ended", name)


def meet(count: int) -> None:
    """End only when `count` of these run at the same time."""
    redis = _redis()
    redis.incr("met")
    _until(lambda: int(redis.get("met") or 0) >= count)
    redis.rpush("ended", "met")


def hold(name: str) -> None:
    """Run, in a loop of Python, until the test lets `name` go."""
    redis = _redis()
    redis.incr("running")
    redis.rpush("started", name)
    try:
        _until(lambda: redis.exists(f"go:{name}", "go:all"))
    finally:
        redis.decr("running")
    redis.rpush("ended", name)


def stubborn(name: str) -> None:
    """Run for ever, and swallow every Exception."""
    _redis().rpush("started", name)
    while True:
        try:
            time.sleep(0.001)
        except Exception:  # what a careless tool does
            continue


def fail() -> None:
    """Raise."""
    raise ValueError("sk-this-must-not-reach-redis")


def starve() -> None:
    """Begin a thread that has not even the memory to say that it has begun."""
    _thread.start_new_thread(_without_memory, ())


def _without_memory() -> None:
    raise MemoryError


def chain(queue: str, depth: int) -> None:
    """Put itself onto `queue`, one less deep, as a turn wakes the delivery."""
    redis = _redis()
    redis.rpush("ended", str(depth))
    if depth:
        Queue(queue, connection=redis, serializer=JSONSerializer).enqueue(chain, queue, depth - 1, result_ttl=0)


def _redis() -> Redis:
    connection: Redis = get_current_job().connection
    return connection


def _until(condition: Callable[[], object]) -> None:
    end = time.monotonic() + HELD_AT_MOST_S
    while time.monotonic() < end:
        try:
            if condition():
                return
        except RedisError:
            pass  # Redis is away: that is what some tests are about
        time.sleep(0.005)
    raise TimeoutError("nobody let this job go")


def callback(job: Job, *_outcome: object) -> None:
    """A callback that somebody wrote into a job's record: must never run."""
    job.connection.rpush("callbacks", "called")
