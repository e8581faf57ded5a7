"""A connection of the web server, as its loop and its threads know it."""

import time
from contextlib import suppress
from enum import Enum, auto
from socket import SHUT_WR
from typing import Final

from gunicorn.workers.gthread import TConn

from bot.web.arrival import Collector

CHUNK: Final = 64 * 1024


class Stands(Enum):
    """What is done with a connection."""

    IDLE = auto()  # between two requests
    ARRIVING = auto()  # a request is being collected
    ANSWERED = auto()  # a thread has it
    ENDED = auto()


class Connection(TConn):  # type: ignore[misc]  # gunicorn is not typed for us
    """A connection and the request it is sending. Its socket waits for nobody, but while an answer is written that its
    client does not take. Stock closes by waiting up to 2 s for the client to close first, in the loop's own thread: a
    few clients that do not would stop everybody."""

    stands = Stands.ARRIVING
    deadline = 0.0  # of the request being collected, monotonic seconds
    request = Collector(bytearray())
    rest = b""  # what came behind the request that is answered
    is_heard = False  # the loop is told when something comes

    @property
    def address(self) -> str:
        """The network address of the other side."""
        return str(self.client[0]) if isinstance(self.client, tuple) and self.client else ""

    def expect(self, within_s: float) -> None:
        """Begin to collect a request."""
        if self.sock.gettimeout() != 0.0:
            self.sock.setblocking(False)
        self.stands, self.deadline, self.request = Stands.ARRIVING, time.monotonic() + within_s, Collector(bytearray())

    def close(self, graceful: bool = False) -> None:  # noqa: ARG002 - stock's signature
        """Close without waiting. What has arrived is taken first: unread bytes would make the kernel cut our answer."""
        with suppress(OSError):
            self.sock.setblocking(False)
            self.sock.shutdown(SHUT_WR)
            self.sock.recv(CHUNK)
        super().close()
