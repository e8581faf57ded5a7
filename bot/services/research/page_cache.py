"""The pages that runs have read, kept for as long as a run may want them again: a page is fetched once a run.

One cache a process and a drawer a run, so that nobody is ever shown what was fetched for somebody else. It holds no
failures. A worker that takes a run up after a crash begins with an empty drawer; the calls that had ended are in the
transcript and are not made again."""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from threading import Lock

from bot.clients.addresses import spelling
from bot.clients.pages import ReadPage
from bot.errors import ProviderTimeout, TransientError
from bot.services.research.browse import Browser, PageFailure

MAX_BYTES = 8_000_000
KEPT_S = 1_800.0  # the longest that a run lasts
Found = ReadPage | PageFailure
Key = tuple[Hashable, str]  # whose, and the address in its one spelling


@dataclass(frozen=True, slots=True)
class _Kept:
    page: ReadPage
    size: int
    until: float


class PageCache:
    """Text of pages by run and address: `max_bytes` of it at most, the longest unused goes first; none for longer than
    `kept_s` seconds on the monotonic clock. Safe to share between threads."""

    def __init__(
        self, *, max_bytes: int = MAX_BYTES, kept_s: float = KEPT_S, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._max_bytes, self._kept_s, self._clock = max_bytes, kept_s, clock
        self._lock = Lock()
        self._pages: OrderedDict[Key, _Kept] = OrderedDict()
        self._bytes = 0
        self._coming: dict[Key, Future[Found]] = {}

    def take(self, key: Key) -> tuple[Future[Found], bool]:
        """What is known of a page, at once or when somebody has fetched it; and whether that is for the caller to do,
        who then must `put`."""
        with self._lock:
            self._forget()
            if (kept := self._pages.get(key)) is not None:
                self._pages.move_to_end(key)
                known: Future[Found] = Future()
                known.set_result(kept.page)
                return known, False
            if (coming := self._coming.get(key)) is not None:
                return coming, False
            self._coming[key] = Future()
            return self._coming[key], True

    def put(self, key: Key, found: Found) -> None:
        """What came of a page that was taken to be fetched: a page is kept, a failure is only told to who waits."""
        with self._lock:
            if isinstance(found, ReadPage):
                size = sum(len(text.encode()) for text in (found.url, found.title, found.text))
                self._pages[key] = _Kept(found, size, self._clock() + self._kept_s)
                self._bytes += size
                self._forget()
            coming = self._coming.pop(key)
        coming.set_result(found)

    def _forget(self) -> None:
        now = self._clock()
        for key in [key for key, kept in self._pages.items() if kept.until <= now]:
            self._bytes -= self._pages.pop(key).size
        while self._bytes > self._max_bytes:
            self._bytes -= self._pages.popitem(last=False)[1].size


@dataclass(frozen=True, slots=True)
class RunPages:
    """Reads pages for one run. `run`: what no other run ever has, not its number alone, which a database may give
    again after an erasure."""

    browser: Browser
    cache: PageCache
    run: Hashable

    def read(self, urls: Sequence[str], *, timeout_s: float) -> list[Found]:
        """The pages at 1 to 4 addresses, in order, each fetched once a run, also when two calls ask at the same time.
        Returns within about `timeout_s` seconds; raises nothing for a page."""
        deadline = time.monotonic() + timeout_s
        keys = [(self.run, spelling(url) or url) for url in urls]  # of what is refused the browser says why
        taken = [self.cache.take(key) for key in keys]
        ours = [(key, url) for key, url, (_, is_ours) in zip(keys, urls, taken, strict=True) if is_ours]
        if ours:
            self._fetch(ours, timeout_s)
        return [_outcome(url, waiting, deadline) for url, (waiting, _) in zip(urls, taken, strict=True)]

    def _fetch(self, ours: Sequence[tuple[Key, str]], timeout_s: float) -> None:
        """Whatever happens, whoever waits for these pages is told."""
        found: list[Found] = [
            PageFailure(url, TransientError("the page could not be read just now")) for _, url in ours
        ]
        try:
            found = self.browser.read([url for _, url in ours], timeout_s=timeout_s)
        finally:
            for (key, _), page in zip(ours, found, strict=True):
                self.cache.put(key, page)


def _outcome(url: str, waiting: "Future[Found]", deadline: float) -> Found:
    try:
        found = waiting.result(max(0.1, deadline - time.monotonic()))
    except FutureTimeout:
        return PageFailure(url, ProviderTimeout("the page took too long"))
    return PageFailure(url, found.error) if isinstance(found, PageFailure) else found
