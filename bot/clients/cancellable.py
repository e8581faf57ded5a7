"""Connections that are closed when the work that waits for them is cancelled (bot.cancelling): while an answer comes
in, and while none does yet, which is when a model thinks. What is read and written ends with its exchange
(bot.clients.cutoff)."""

import socket
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

import httpcore2
import httpx2

from bot import cancelling
from bot.clients.cutoff import within

PIECE = 64 * 1024  # bytes that are written at once: each time-out is for some of them


def make_cancellable(client: httpx2.Client) -> None:
    """Let every connection that a client opens from now on end with whoever reads from it. The library takes a network
    of one's own in its pool only, which its client hides: tests/integration/agent/test_cancelling.py notices a change.
    """
    pool: Any = client._transport._pool  # type: ignore[attr-defined]
    pool._network_backend = _Network(pool._network_backend)


class _Network(httpcore2.NetworkBackend):
    def __init__(self, inner: httpcore2.NetworkBackend) -> None:
        self._inner = inner

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        return _Stream(self._inner.connect_tcp(host, port, timeout, local_address, socket_options))


class _Stream(httpcore2.NetworkStream):
    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        with cancelling.current().ended_by(self._shut):
            return self._inner.read(max_bytes, within(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for at in range(0, len(buffer), PIECE):
            self._inner.write(buffer[at : at + PIECE], within(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)

    def _shut(self) -> None:
        """End the read from outside; the one who reads finds the connection broken."""
        with suppress(OSError):  # already gone
            socket.socket.shutdown(self._inner.get_extra_info("socket"), socket.SHUT_RDWR)
