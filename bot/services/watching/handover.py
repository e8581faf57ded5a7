"""How the connection of a request leaves the server's threads: the server and whoever takes it over meet here."""

from collections.abc import Iterator
from socket import socket
from typing import Final, Generic, Protocol, TypeVar

# In a request's environment where the server can give its connection away: what has its head say that the connection
# ends with this answer, so that no client sends another request behind it.
WILLING: Final = "palabre.hands_over"

Guest = TypeVar("Guest")
Guest_contra = TypeVar("Guest_contra", contravariant=True)


class Host(Protocol[Guest_contra]):
    """Takes connections over."""

    def take(self, sock: socket, guest: Guest_contra) -> None:
        """The connection is the host's from here on, to its end. Returns at once; never fails."""

    def leave(self) -> None:
        """The process is about to end: end every connection in good order, and take no more. Returns at once."""

    def wait(self, seconds: float) -> None:
        """Wait until they have ended."""


class HandedOver(BaseException):
    """No failure: the head of an answer is sent, and the rest is somebody else's. It passes through the server, which
    would otherwise end the answer and the connection."""

    def __init__(self, host: Host[Guest], guest: Guest) -> None:
        super().__init__()
        self.host = host
        self._guest = guest

    def give(self, sock: socket) -> None:
        """Give the connection away."""
        self.host.take(sock, self._guest)


class Handing(Generic[Guest]):
    """The body of an answer whose connection is given away behind its first bytes."""

    def __init__(self, first: bytes, host: Host[Guest], guest: Guest) -> None:
        self._first, self._host, self._guest = first, host, guest

    def __iter__(self) -> Iterator[bytes]:
        yield self._first
        raise HandedOver(self._host, self._guest)
