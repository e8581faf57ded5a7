"""Servers that never come to an end: one answers a little more again and again, one takes what it is asked in sips."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress

EVENTS = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"


def dripping(
    first: bytes, piece: bytes = b"", every_s: float = 0.02, *, greets: bool = False
) -> AbstractContextManager[str]:
    """Its base URL. Without a piece it is silent, and keeps the connection. `greets`: it speaks first."""

    def drip(connection: socket.socket, over: threading.Event) -> None:
        if not greets:
            connection.recv(65536)
        connection.sendall(first)
        while not over.wait(every_s):
            connection.sendall(piece)

    return _serving(drip)


def sipping(every_s: float = 0.02) -> AbstractContextManager[str]:
    """Its base URL. It takes three megabytes a second, and answers nothing."""

    def sip(connection: socket.socket, over: threading.Event) -> None:
        while not over.wait(every_s) and connection.recv(65536):
            pass

    return _serving(sip)


@contextmanager
def _serving(one: Callable[[socket.socket, threading.Event], None]) -> Iterator[str]:
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)

        def serve() -> None:
            while not over.is_set():
                with suppress(OSError), listener.accept()[0] as connection:  # nobody yet, or gone
                    connection.settimeout(5)
                    one(connection, over)

        thread = threading.Thread(target=serve, name="endless")
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        finally:
            over.set()
            thread.join()
