"""A Redis client that fails soon instead of retrying for long: whoever holds it knows better when to try again."""

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.retry import Retry


def connect(redis_url: str, *, connect_timeout_s: float, read_timeout_s: float, name: str | None = None) -> Redis:
    """A client that has not connected yet. It retries once, and only a broken connection: after a restart of Redis
    every pooled connection is stale, and the next one is good. `name`: what Redis lists its connections by."""
    return Redis.from_url(
        redis_url,
        client_name=name,
        socket_connect_timeout=connect_timeout_s,
        socket_timeout=read_timeout_s,
        retry=Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,)),
    )
