"""Reading a few web pages at once: judge, fetch in parallel, extract together. One bad page spoils no other."""

import time
from collections.abc import Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from functools import partial

from bot.clients.addresses import Resolver, check
from bot.clients.jina import JinaReader
from bot.clients.pages import Page, ReadPage, fetch
from bot.errors import DocumentError, ProviderError, ProviderTimeout
from bot.isolation.extraction import NO_TEXT, extract, visible

MAX_PAGES = 4
TOTAL_S = 20.0
FETCH_S = 13.0  # for each page, so that time is left to extract the others when one is slow


@dataclass(frozen=True, slots=True)
class PageFailure:
    """A page that could not be read, and the error that says why and whether trying again may help."""

    url: str
    error: ProviderError | DocumentError


class Browser:
    """Reads pages, through Jina where a reader is given, else by fetching them. Safe to share between threads."""

    def __init__(
        self,
        *,
        allow_hosts: Collection[str] = (),
        jina: JinaReader | None = None,
        resolver: Resolver | None = None,
        fetch_timeout_s: float = FETCH_S,
    ) -> None:
        self._allow_hosts = frozenset(allow_hosts)
        self._jina = jina
        self._resolver = resolver
        self._fetch_timeout_s = fetch_timeout_s

    def read(self, urls: Sequence[str], *, timeout_s: float = TOTAL_S) -> list[ReadPage | PageFailure]:
        """The pages at 1 to 4 addresses, in order. Returns within `timeout_s` seconds; raises nothing for a page."""
        if not 1 <= len(urls) <= MAX_PAGES:
            raise ValueError(f"between 1 and {MAX_PAGES} addresses, not {len(urls)}")
        total_s = min(timeout_s, TOTAL_S)
        deadline = time.monotonic() + total_s
        fetching_s = total_s if self._jina else min(self._fetch_timeout_s, total_s * 0.65)
        pool = ThreadPoolExecutor(max_workers=len(urls), thread_name_prefix="browse")
        try:
            waiting = [pool.submit(partial(self._get, url, fetching_s)) for url in urls]
            wait(waiting, timeout=fetching_s)
        finally:
            # A DNS look-up cannot be interrupted: its thread ends by itself, nobody waits for it.
            pool.shutdown(wait=False, cancel_futures=True)
        found = [_outcome(url, future) for url, future in zip(urls, waiting, strict=True)]
        return _extracted(urls, found, deadline)

    def _get(self, url: str, timeout_s: float) -> Page | ReadPage:
        if self._jina is None:
            return fetch(url, allow_hosts=self._allow_hosts, resolver=self._resolver, timeout_s=timeout_s)
        address = check(url, allow_hosts=self._allow_hosts, resolver=self._resolver)
        page = self._jina.read(address.url, timeout_s=timeout_s)
        if not (text := visible(page.text)):
            raise DocumentError(NO_TEXT)
        return ReadPage(page.url, visible(page.title), text)


def _outcome(url: str, future: Future[Page | ReadPage]) -> Page | ReadPage | PageFailure:
    if not future.done():
        return PageFailure(url, ProviderTimeout("the page took too long"))
    try:
        return future.result()
    except (ProviderError, DocumentError) as error:
        return PageFailure(url, error)


def _extracted(
    urls: Sequence[str], found: Sequence[Page | ReadPage | PageFailure], deadline: float
) -> list[ReadPage | PageFailure]:
    texts = iter(extract([page for page in found if isinstance(page, Page)], deadline=deadline))
    results: list[ReadPage | PageFailure] = []
    for url, page in zip(urls, found, strict=True):
        result = next(texts) if isinstance(page, Page) else page
        results.append(PageFailure(url, result) if isinstance(result, DocumentError) else result)
    return results
