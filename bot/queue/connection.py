"""A Redis client that fails soon instead of retrying for long: whoever holds it knows better when to try again."""

from functools import cache
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ReadOnlyError
from redis.retry import Retry


class HasBecomeReplica(RedisConnectionError):
    """Whoever takes what is written is somewhere else now."""


def connect(redis_url: str, *, connect_timeout_s: float, read_timeout_s: float, name: str | None = None) -> Redis:
    """A client that has not connected yet. It retries once, and only a broken connection: after a restart of Redis
    every pooled connection is stale, and the next one is good. So it is after a failover, when whom it is connected to
    has become a replica, which hangs up on nobody. `name`: what Redis lists its connections by."""
    client = Redis.from_url(
        redis_url,
        client_name=name,
        socket_connect_timeout=connect_timeout_s,
        socket_timeout=read_timeout_s,
        retry=Retry(NoBackoff(), 1, supported_errors=(RedisConnectionError,)),
    )
    client.connection_pool.connection_class = _leaving_replicas(client.connection_pool.connection_class)
    return client


@cache
def _leaving_replicas(kind: type[AbstractConnection]) -> type[AbstractConnection]:
    """The same kind of connection (by TCP, TLS or a socket), which ends when its server says that it is a replica."""

    class LeavingReplicas(kind):  # type: ignore[misc,valid-type]
        def __init__(self, *args: Any, **options: Any) -> None:
            try:
                super().__init__(*args, **options)
            except OSError as error:  # it reads its library's version from a file, for which there may be no descriptor
                raise RedisConnectionError(str(error)) from error

        def read_response(self, *args: Any, **options: Any) -> Any:
            try:
                return super().read_response(*args, **options)
            except ReadOnlyError as error:
                self.disconnect()
                raise HasBecomeReplica(str(error)) from error

    return LeavingReplicas
