"""A load generator: so many requests over so many connections, in one thread, with no library in between."""

import selectors
import socket
import time
from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

READ_BYTES = 65_536
LONGEST_SILENCE_S = 30.0


@dataclass
class Connection:
    """One keep-alive connection with at most one request under way."""

    socket: socket.socket
    sent_at: float = 0.0
    received: bytes = b""
    number: int = 0  # of whoever's message it carries

    def send(self, request: bytes) -> None:
        """Begin a request; it is small enough to fit into the socket's buffer."""
        self.received, self.sent_at = b"", time.perf_counter()
        self.socket.sendall(request)

    def is_answered(self) -> bool:
        """Read what has come; whether that is a whole answer. Raises RuntimeError when it is not a 200."""
        data = self.socket.recv(READ_BYTES)
        self.received += data
        head, separator, body = self.received.partition(b"\r\n\r\n")
        if not data or (separator and not head.startswith(b"HTTP/1.1 200 ")):
            raise RuntimeError(f"refused: {self.received[:200]!r}")
        return bool(separator) and len(body) >= content_length(head)


def content_length(head: bytes) -> int:
    """The length that the head of an answer announces."""
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    raise RuntimeError("an answer without Content-Length")


def drive(port: int, requests: Sequence[bytes], connections: int) -> list[float]:
    """Send every request once, the next on a connection as soon as the one before is answered; their latencies in
    milliseconds. Raises RuntimeError for any answer but 200, TimeoutError when nothing comes for long."""
    left = deque(requests)
    latencies_ms: list[float] = []
    with ExitStack() as stack:
        selector = stack.enter_context(selectors.DefaultSelector())
        for _ in range(min(connections, len(left))):
            opened = stack.enter_context(socket.create_connection(("127.0.0.1", port), LONGEST_SILENCE_S))
            opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection = Connection(opened)
            selector.register(opened, selectors.EVENT_READ, connection)
            connection.send(left.popleft())
        while len(latencies_ms) < len(requests):
            ready = selector.select(LONGEST_SILENCE_S)
            if not ready:
                raise TimeoutError("the server fell silent")
            for key, _ in ready:
                connection = key.data
                if connection.is_answered():
                    latencies_ms.append((time.perf_counter() - connection.sent_at) * 1000)
                    if left:
                        connection.send(left.popleft())
    return latencies_ms
