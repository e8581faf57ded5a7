"""What clients over httpx2 share: whom they trust, that they remember nothing, and an end for an exchange that takes
too long."""

import ssl
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpcore2
import httpx2

_until: ContextVar[float | None] = ContextVar("until", default=None)


@cache
def certificates() -> ssl.SSLContext:
    """Whom clients trust: read once a process, which takes 20 ms."""
    return httpx2.create_ssl_context(trust_env=False)


def no_cookies() -> CookieJar:
    """A jar that takes none. What one answer sets would go along with every request that follows, whosever it is; and
    one that cannot be written into a request, as with a byte beyond ASCII, would let none leave any more."""
    return CookieJar(DefaultCookiePolicy(allowed_domains=()))


class Cutoff:
    """Ends an exchange when its time is over: time-outs only bound each silence, so a server that drips, be it its
    headers or the words of a refusal, or that takes a long request in sips, would go on for ever. For clients that were
    made cancellable, of which each read and write asks `within`."""

    def __init__(self, seconds: float) -> None:
        self._deadline = self._until = time.monotonic() + seconds

    @property
    def fired(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() >= self._until

    def after(self, seconds: float) -> None:
        """Count anew: the exchange ends `seconds` from now, or when its time is over."""
        self._until = min(time.monotonic() + seconds, self._deadline)

    @contextmanager
    def bounding(self) -> Iterator[None]:
        """What is read and written in the block ends when the time is over."""
        token = _until.set(self._until)
        try:
            yield
        finally:
            _until.reset(token)

    def reading(self, blocks: Iterable[bytes]) -> Iterator[bytes]:
        """The same blocks, each of which is there in time. Raises httpx2.ReadTimeout."""
        each = iter(blocks)
        while True:
            with self.bounding():  # not around the yield: who takes the blocks has other exchanges besides
                block = next(each, None)
            if block is None:
                return
            yield block


def within(timeout_s: float | None) -> float | None:
    """How long a read or a write may take that has a time-out of its own: no longer than its exchange. Raises
    ReadTimeout."""
    until = _until.get()
    if until is None:
        return timeout_s
    left_s = until - time.monotonic()
    if left_s <= 0:
        raise httpcore2.ReadTimeout("the exchange did not end in time")
    return left_s if timeout_s is None else min(left_s, timeout_s)
