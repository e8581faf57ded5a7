"""What clients over httpx2 share: whom they trust, that they remember nothing, and an end from outside for an exchange
that takes too long."""

import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy
from queue import Empty, SimpleQueue
from typing import Self

import httpx2

from bot import cancelling
from bot.threads import begin


@cache
def certificates() -> ssl.SSLContext:
    """Whom clients trust: read once a process, which takes 20 ms."""
    return httpx2.create_ssl_context(trust_env=False)


def no_cookies() -> CookieJar:
    """A jar that takes none. What one answer sets would go along with every request that follows, whosever it is; and
    one that cannot be written into a request, as with a byte beyond ASCII, would let none leave any more."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=()))


class Cutoff:
    """Ends an exchange from outside when its time is over: the read timeout only bounds each silence, so a server that
    drips, be it its headers or the words of a refusal, would go on for ever. For clients that were made cancellable."""

    def __init__(self, seconds: float) -> None:
        self.fired = False
        self._deadline = time.monotonic() + seconds
        self._opening = cancelling.Cancellation()
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None  # of the response, once there is one
        self._seconds: SimpleQueue[float | None] = SimpleQueue()
        self._seconds.put(seconds)
        self._thread = threading.Thread(target=self._watch, daemon=True, name="cutoff")

    def __enter__(self) -> Self:
        begin(self._thread)
        return self

    def __exit__(self, *_: object) -> None:
        self._seconds.put(None)
        self._thread.join()

    @contextmanager
    def opening(self) -> Iterator[None]:
        """What is read in the block ends too, before there is a response to hold."""
        with cancelling.current().ended_by(self._opening.cancel), cancelling.cancelled_by(self._opening):
            yield

    def hold(self, response: httpx2.Response) -> None:
        """End this response when the time is over."""
        with self._lock:
            self._socket = response.extensions["network_stream"].get_extra_info("socket")
        if self.fired:
            self._cut()

    def after(self, seconds: float) -> None:
        """Count anew: the response ends `seconds` from now, or when its time is over."""
        self._seconds.put(min(seconds, self._deadline - time.monotonic()))

    def _watch(self) -> None:
        seconds = self._seconds.get()
        while seconds is not None:
            try:
                seconds = self._seconds.get(timeout=max(0.0, seconds))
            except Empty:
                self.fired = True
                self._cut()
                return

    def _cut(self) -> None:
        self._opening.cancel()
        with self._lock, suppress(OSError):  # already gone
            if self._socket is not None:
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
