"""One request to an address that has been judged: to its IP address, watched by a deadline, following nothing."""

import socket
import threading
import time
from typing import Any, Self

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

from bot.clients.addresses import CheckedAddress
from bot.errors import ProviderTimeout
from bot.threads import begin


class Lifeline:
    """A deadline with teeth: when it passes, the socket in use is shut down, so that a server which sends one byte
    at a time, in its headers too, holds nobody for longer. One timer thread, gone when the block ends."""

    def __init__(self, timeout_s: float) -> None:
        self._deadline = time.monotonic() + timeout_s
        self._timer = threading.Timer(timeout_s, self._cut)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None

    def __enter__(self) -> Self:
        begin(self._timer)
        return self

    def __exit__(self, *_error: object) -> None:
        self._timer.cancel()
        self._timer.join()

    @property
    def deadline(self) -> float:
        """On the monotonic clock."""
        return self._deadline

    def left_s(self) -> float:
        """Seconds left. Raises ProviderTimeout when none are."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise ProviderTimeout("the page took too long")
        return left

    def hold(self, connected: socket.socket) -> None:
        """Watch this socket from now on, instead of the one before."""
        with self._lock:
            self._socket = connected
        if time.monotonic() >= self._deadline:
            self._cut()

    def _cut(self) -> None:
        with self._lock:
            if self._socket is not None:
                try:
                    self._socket.shutdown(socket.SHUT_RDWR)
                except OSError:
                    self._socket = None  # closed already: nothing hangs on it


class PinnedAdapter(HTTPAdapter):
    """Connects to `ip` whatever the URL says, while the Host header, SNI and certificate keep the real name."""

    def __init__(self, address: CheckedAddress, ip: str, lifeline: Lifeline) -> None:
        super().__init__(max_retries=0)
        self._address = address
        self._ip = ip
        self._lifeline = lifeline
        self._pools: list[HTTPConnectionPool] = []

    def close(self) -> None:
        for pool in self._pools:
            pool.close()
        super().close()

    def get_connection_with_tls_context(self, *_request: Any, **_tls: Any) -> HTTPConnectionPool:
        lifeline = self._lifeline

        class WatchedConnection(HTTPConnection):
            def connect(self) -> None:
                super().connect()
                lifeline.hold(self.sock)

        class WatchedTlsConnection(HTTPSConnection):
            def connect(self) -> None:
                super().connect()
                lifeline.hold(self.sock)

        pool: HTTPConnectionPool
        if self._address.scheme == "http":
            pool = HTTPConnectionPool(self._ip, self._address.port)
            pool.ConnectionCls = WatchedConnection
        else:
            name = self._address.host
            pool = HTTPSConnectionPool(self._ip, self._address.port, server_hostname=name, assert_hostname=name)
            pool.ConnectionCls = WatchedTlsConnection
        self._pools.append(pool)
        return pool
