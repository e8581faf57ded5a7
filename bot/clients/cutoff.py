"""What clients over httpx2 share: whom they trust, and an end from outside for a response that takes too long."""

import socket
import ssl
import threading
from contextlib import suppress
from functools import cache
from queue import Empty, SimpleQueue
from typing import Self

import httpx2


@cache
def certificates() -> ssl.SSLContext:
    """Whom clients trust: read once a process, which takes 20 ms."""
    return httpx2.create_ssl_context(trust_env=False)


class Cutoff:
    """Ends a response from outside when its time is over: the read timeout only bounds each silence, so a server
    that drips would go on for ever."""

    def __init__(self, response: httpx2.Response, seconds: float) -> None:
        self.fired = False
        self._socket = response.extensions["network_stream"].get_extra_info("socket")
        self._seconds: SimpleQueue[float | None] = SimpleQueue()
        self._seconds.put(max(0.0, seconds))
        self._thread = threading.Thread(target=self._watch, daemon=True, name="cutoff")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._seconds.put(None)
        self._thread.join()

    def after(self, seconds: float) -> None:
        """Count anew: the response ends `seconds` from now."""
        self._seconds.put(seconds)

    def _watch(self) -> None:
        seconds = self._seconds.get()
        while seconds is not None:
            try:
                seconds = self._seconds.get(timeout=seconds)
            except Empty:
                self.fired = True
                with suppress(OSError):  # already gone
                    socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
                return
