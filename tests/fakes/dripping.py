"""Servers that never come to an end: one answers a little more again and again, one takes what it is asked in sips."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

EVENTS = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"


@contextmanager
def dripping(first: bytes, piece: bytes = b"", every_s: float = 0.02, *, greets: bool = False) -> Iterator[str]:
    """Its base URL. Without a piece it is silent, and keeps the connection. `greets`: it speaks first."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)

        def serve() -> None:
            while not over.is_set():
                with suppress(OSError), listener.accept()[0] as connection:  # nobody yet, or gone
                    connection.settimeout(5)
                    if not greets:
                        connection.recv(65536)
                    connection.sendall(first)
                    while not over.wait(every_s):
                        connection.sendall(piece)

        thread = threading.Thread(target=serve, name="dripping")
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        finally:
            over.set()
            thread.join()


@contextmanager
def sipping(every_s: float = 0.02) -> Iterator[str]:
    """Its base URL. It takes three megabytes a second, and answers nothing."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.05)

        def serve() -> None:
            while not over.is_set():
                with suppress(OSError), listener.accept()[0] as connection:  # nobody yet, or gone
                    connection.settimeout(5)
                    while not over.wait(every_s) and connection.recv(65536):
                        pass

        thread = threading.Thread(target=serve, name="sipping")
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        finally:
            over.set()
            thread.join()
