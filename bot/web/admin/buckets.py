"""How often one client may try to sign in. Counted in this process alone, by a name of the client's network that this
process makes up: no address is stored, and after a restart nobody can be told apart any more."""

import hashlib
import ipaddress
import secrets
import threading
from typing import Final

from flask import Request

from bot.clock import Clock

IPV6_NETWORK: Final = 64  # bits that belong to one customer …
IPV6_PROVIDED: Final = 48  # … and up to how few may: whoever asks for it is given 65,536 of those networks
MORE_PROVIDED: Final = 5  # times what one of them may, for it may be many customers


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
        counted = self._counted(request)
        with self._lock:
            now = self._clock.monotonic()
            if now - self._began >= self._window_s:
                self._began, self._all = now, 0
                self._counts.clear()
            full = any(self._counts.get(name, 0) >= most for name, most in counted.items())
            if full or self._all >= self._most_of_all:
                return False
            self._all += 1
            for name in counted:
                self._counts[name] = self._counts.get(name, 0) + 1
            return True

    def _counted(self, request: Request) -> dict[bytes, int]:
        """By which names a client is counted, and the most of each."""
        address = request.headers.get(self._header, "") if self._header else ""
        networks = _networks(address or request.remote_addr or "")
        return {
            hashlib.blake2b(network.encode(), key=self._salt).digest(): self._most * times
            for network, times in networks.items()
        }


def _networks(address: str) -> dict[str, int]:
    """The address, or the networks of one that has billions of them, each with how many clients it counts for; what is
    no address is nobody in particular."""
    try:
        found = ipaddress.ip_address(address.strip())
    except ValueError:
        return {"": 1}
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is None:
        wide = {IPV6_NETWORK: 1, IPV6_PROVIDED: MORE_PROVIDED}
        return {str(ipaddress.ip_network((int(found), bits), strict=False)): times for bits, times in wide.items()}
    return {str(found): 1}
