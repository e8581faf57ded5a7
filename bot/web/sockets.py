"""What the web server's worker asks of sockets and of the system they are taken from. Nothing here waits."""

import fcntl
import resource
import sys
import termios
from contextlib import suppress
from http import HTTPStatus
from select import POLLIN, poll
from socket import socket
from typing import Any, Final

SLICE: Final = 32 * 1024  # bytes


class Unhurried(socket):
    """A connection whose time-out is for each SLICE of what is sent. Stock's is for all that is given at once: by it
    whoever reads a quarter of a megabyte at 8 KB a second, as telephones on a bad line do, has stopped reading."""

    is_lent = False  # to a thread, which does not close it

    def close(self) -> None:
        """Unless it is lent: the next connection would get its number, by which the loop still listens for this one."""
        if not self.is_lent:
            super().close()

    def sendall(self, data: Any, flags: int = 0, /) -> None:
        rest = memoryview(data)
        for at in range(0, len(rest), SLICE):
            super().sendall(rest[at : at + SLICE], flags)


def unhurried(sock: socket) -> Unhurried:
    """The same connection; what was given is one no more."""
    return Unhurried(sock.family, sock.type, sock.proto, fileno=sock.detach())


def say(sock: socket, status: HTTPStatus) -> None:
    """A status and nothing else, to whoever still listens."""
    line = f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    with suppress(OSError):
        sock.setblocking(False)
        sock.send(line.encode())


def give(sock: socket, answer: bytes, within_s: float) -> None:
    """A whole answer. Its reader is waited for only where the kernel has no room for it."""
    try:
        taken = sock.send(answer)
    except BlockingIOError:
        taken = 0
    if taken < len(answer):
        sock.settimeout(within_s)
        sock.sendall(answer[taken:])


def go_on(sock: socket) -> None:
    """To a client that waits with its body until it is wanted."""
    with suppress(OSError):
        sock.send(b"HTTP/1.1 100 Continue\r\n\r\n")


def has_arrived(sock: socket) -> bool:
    """Whether something waits to be read there: bytes, or word that the other side has closed."""
    ready = poll()
    ready.register(sock, POLLIN)
    return bool(ready.poll(0))


def untaken(sock: socket) -> int:
    """How many bytes of what was sent the other side has not taken yet (man 7 tcp, SIOCOUTQ); 0 where the system does
    not tell. Whoever has read an answer and asks again has taken it all: the request itself says so to the kernel."""
    with suppress(OSError):
        return int.from_bytes(fcntl.ioctl(sock, termios.TIOCOUTQ, bytes(4)), sys.byteorder)
    return 0


def share_of_descriptors() -> float:
    """How many connections leave enough of them to the database, Redis and files."""
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return float("inf") if soft == resource.RLIM_INFINITY else soft * 2 // 3
