"""Answers that come in time or not at all. The time-out of a socket bounds each silence: a server that drips, be it its
headers or a line of SMTP, would hold a thread for ever. What is read here ends with the time-out counted once."""

import io
import socket
from http.client import HTTPResponse
from time import monotonic
from typing import Any

from requests import Response, Session
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool


class Reader(io.RawIOBase):
    """Reads a socket for as long, altogether, as its time-out says when the reader is made, or made to count `anew`.
    Raises TimeoutError when that is over; closed, it leaves the time-out as it was."""

    def __init__(self, connected: socket.socket) -> None:
        super().__init__()
        self._socket, self._raw = connected, connected.makefile("rb", buffering=0)
        self.anew()

    def anew(self) -> None:
        """Count from now, by the time-out that the socket has now."""
        self._timeout = self._socket.gettimeout()
        self._until = None if self._timeout is None else monotonic() + self._timeout

    def give_back(self) -> None:
        """Let the socket have its own time-out again."""
        if self._socket.fileno() >= 0:
            self._socket.settimeout(self._timeout)

    def readable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def readinto(self, buffer: Any) -> int | None:
        if self._until is not None:
            if (left := self._until - monotonic()) <= 0:
                raise TimeoutError("the answer did not end in time")
            self._socket.settimeout(left)
        return self._raw.readinto(buffer)

    def close(self) -> None:
        if not self.closed:
            self._raw.close()
            self.give_back()
        super().close()


class _Response(HTTPResponse):
    """All of it within the time-out for reading that urllib3 has just given the socket."""

    def __init__(self, sock: socket.socket, *args: Any, **options: Any) -> None:
        super().__init__(sock, *args, **options)
        self.fp.close()
        self.fp = io.BufferedReader(Reader(sock))


class TimelyConnection(HTTPConnection):
    """By HTTP."""

    response_class = _Response


class TimelyTlsConnection(HTTPSConnection):
    """By HTTPS."""

    response_class = _Response


class TimelyAdapter(HTTPAdapter):
    """The way of `requests` to them, or to kinds of them."""

    connection: type[HTTPConnection] = TimelyConnection
    tls_connection: type[HTTPSConnection] = TimelyTlsConnection

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        http = type("Pool", (HTTPConnectionPool,), {"ConnectionCls": self.connection})
        https = type("TlsPool", (HTTPSConnectionPool,), {"ConnectionCls": self.tls_connection})
        self.poolmanager.pool_classes_by_scheme = {"http": http, "https": https}


class OneHop(Session):
    """Looks at no redirect: even those it is not to follow stock reads ahead, and raises for what is no address."""

    def get_redirect_target(self, resp: Response) -> str | None:  # noqa: ARG002 - requests' signature
        return None


def timely_session() -> Session:
    """A session over such connections, which follows nothing and uses neither proxies nor .netrc of the machine."""
    session = OneHop()
    session.trust_env = False
    session.mount("http://", TimelyAdapter())
    session.mount("https://", TimelyAdapter())
    return session
