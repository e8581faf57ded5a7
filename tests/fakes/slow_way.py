"""A slow way to a server on this machine: what is asked goes through at once, each answer takes a while longer. Where
the server is away, so is the way."""

import contextlib
import selectors
import socket
import threading
import time
from collections import deque
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit, urlunsplit

CHUNK = 65_536
STILL_S = 0.5


class _End:
    """One socket of a pair. `waiting`: what is to be sent on it, and when; b"" ends it."""

    def __init__(self, sock: socket.socket, *, asks: bool) -> None:
        self.sock, self.asks = sock, asks
        self.waiting: deque[tuple[float, bytes]] = deque()
        self.other: _End
        self.is_read = self.is_open = True


class SlowWay:
    """`with SlowWay(server.port) as way:` clients connect to `way.leads(url)`. `answers_after_s` may be changed at any
    time; an answer never overtakes the one before it."""

    def __init__(self, port: int, answers_after_s: float = 0.0) -> None:
        self.answers_after_s = answers_after_s
        self._server = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self._selector = selectors.DefaultSelector()
        self._busy: set[_End] = set()  # with something to send
        self._is_over = False
        self._thread = threading.Thread(target=self._lead, name="slow-way", daemon=True)

    def leads(self, url: str) -> str:
        """The address of a server, by this way."""
        parts = urlsplit(url)
        user, at, _ = parts.netloc.rpartition("@")
        return urlunsplit(parts._replace(netloc=f"{user}{at}127.0.0.1:{self._listener.getsockname()[1]}"))

    def __enter__(self) -> Self:
        self._selector.register(self._listener, selectors.EVENT_READ)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._is_over = True
        with contextlib.suppress(OSError), socket.create_connection(self._listener.getsockname(), timeout=STILL_S):
            self._thread.join()
        self._listener.close()
        self._selector.close()

    def _lead(self) -> None:
        while not self._is_over:
            due = min((end.waiting[0][0] for end in self._busy), default=time.monotonic() + STILL_S)
            for key, _ in self._selector.select(max(0.0, due - time.monotonic())):
                if key.data is None:
                    self._join()
                elif key.data.is_open:
                    self._read(key.data)
            now = time.monotonic()
            for end in [end for end in self._busy if end.waiting[0][0] <= now]:
                self._send(end, now)
        for key in list(self._selector.get_map().values()):
            if key.data is not None:
                key.data.sock.close()

    def _join(self) -> None:
        client, _ = self._listener.accept()
        try:
            server = socket.create_connection(self._server, timeout=STILL_S)
        except OSError:
            client.close()
            return
        ends = _End(client, asks=True), _End(server, asks=False)
        for end, other in zip(ends, reversed(ends), strict=True):
            end.other = other
            end.sock.setblocking(False)
            end.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._selector.register(end.sock, selectors.EVENT_READ, end)

    def _read(self, end: _End) -> None:
        try:
            data = end.sock.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            self._close(end)
            return
        if not data:
            self._selector.unregister(end.sock)
            end.is_read = False
        due = time.monotonic() + (0.0 if end.asks else self.answers_after_s)
        queue = end.other.waiting
        queue.append((max(due, queue[-1][0]) if queue else due, data))
        self._busy.add(end.other)

    def _send(self, end: _End, now: float) -> None:
        try:
            while end.waiting and end.waiting[0][0] <= now:
                due, data = end.waiting.popleft()
                if not data:
                    self._close(end)
                    return
                sent = end.sock.send(data)
                if sent < len(data):
                    end.waiting.appendleft((due, data[sent:]))
                    break
        except BlockingIOError:
            end.waiting.appendleft((now + 0.001, data))
        except OSError:
            self._close(end)
            return
        if not end.waiting:
            self._busy.discard(end)

    def _close(self, end: _End) -> None:
        """Both: who hears the end of one knows nothing of the other."""
        for one in (end, end.other):
            if one.is_open:
                one.is_open = False
                one.waiting.clear()
                self._busy.discard(one)
                if one.is_read:
                    self._selector.unregister(one.sock)
                one.sock.close()
