"""How often one client may try to sign in. Counted in this process alone, by a name of the client's network that this
process makes up: no address is stored, and after a restart nobody can be told apart any more."""

import hashlib
import ipaddress
import secrets
import threading
from typing import Final

from flask import Request

from bot.clock import Clock

IPV6_NETWORK: Final = 64  # bits that belong to one customer


class Buckets:
    """`most` in `window_s` seconds for each client, and `most_of_all` for everybody together. What is refused counts
    for nobody: one client who goes on trying closes the door to no other."""

    def __init__(self, clock: Clock, most: int, window_s: float, most_of_all: int, header: str | None = None) -> None:
        self._clock, self._most, self._window_s, self._most_of_all = clock, most, window_s, most_of_all
        self._header = header
        self._salt = secrets.token_bytes(16)
        self._lock = threading.Lock()
        self._began = 0.0
        self._all = 0
        self._counts: dict[bytes, int] = {}  # no more than there are tries in a window

    def takes(self, request: Request) -> bool:
        """Count one try; False when the client, or everybody, has none left in this window."""
        name = self._name(request)
        with self._lock:
            now = self._clock.monotonic()
            if now - self._began >= self._window_s:
                self._began, self._all = now, 0
                self._counts.clear()
            theirs = self._counts.get(name, 0)
            if theirs >= self._most or self._all >= self._most_of_all:
                return False
            self._all += 1
            self._counts[name] = theirs + 1
            return True

    def _name(self, request: Request) -> bytes:
        address = request.headers.get(self._header, "") if self._header else ""
        return hashlib.blake2b(_network(address or request.remote_addr or "").encode(), key=self._salt).digest()


def _network(address: str) -> str:
    """The address, or the network of one that has billions of them; what is no address is nobody in particular."""
    try:
        found = ipaddress.ip_address(address.strip())
    except ValueError:
        return ""
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((int(found), IPV6_NETWORK), strict=False))
    return str(found)
