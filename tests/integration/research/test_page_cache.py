"""A page is fetched once a run: again, at the same time, in another spelling; never for another run, and no failure."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bot.clients.pages import ReadPage
from bot.errors import ToolFailed, TransientError
from bot.services.research.browse import Browser, PageFailure
from bot.services.research.page_cache import PageCache, RunPages
from bot.tools.web import BrowseUrl, browse_url
from tests.fakes.tool_runs import tool_context
from tests.integration.research.conftest import Site, respond

HTML = {"Content-Type": "text/html"}


def pages_of(site: Site, cache: PageCache, run: object = ("c", 1)) -> RunPages:
    return RunPages(Browser(allow_hosts=[site.authority]), cache, run)


def browse(pages: RunPages, *urls: str) -> Any:
    return browse_url.function(tool_context({RunPages: pages}), BrowseUrl(urls=list(urls))).data["pages"]


def page(text: str = "Texte de la page.") -> str:
    return f"<title>T</title><p>{text}</p>"


def asked(site: Site) -> list[str]:
    return [path for path, _ in site.asked]


def test_two_calls_of_one_run_make_one_fetch(site: Site) -> None:
    url, other = site.page("/a", page()), site.page("/b", page("Autre."))
    cache = PageCache()
    first = browse(pages_of(site, cache), url)
    again = browse(pages_of(site, cache), f"{url}#suite", other)
    assert again[0] == first[0]
    assert again[1]["text"] == "Autre."
    assert asked(site) == ["/a", "/b"]


def test_two_calls_at_the_same_time_make_one_fetch(site: Site) -> None:
    """The page answers only once the second call waits for it, too."""
    waits = threading.Event()

    class Seen(PageCache):
        def take(self, key: Any) -> Any:
            taken = super().take(key)
            if not taken[1]:
                waits.set()
            return taken

    def answer(request: Any) -> None:
        waits.wait(10)
        respond(request, 200, page(), HTML)

    site.pages["/a"] = answer
    cache = Seen()
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: browse(pages_of(site, cache), site.url("/a")), range(2)))
    assert waits.is_set()
    assert both[0] == both[1]
    assert asked(site) == ["/a"]


def test_another_run_fetches_for_itself(site: Site) -> None:
    url, cache = site.page("/a", page()), PageCache()
    for run in (("c", 1, "monday"), ("d", 1, "monday"), ("c", 2, "monday"), ("c", 1, "tuesday")):
        browse(pages_of(site, cache, run), url)
    assert asked(site) == ["/a"] * 4


def test_a_failure_is_not_kept(site: Site) -> None:
    site.pages["/a"] = lambda request: respond(request, 503, b"")
    cache = PageCache()
    with pytest.raises(TransientError):
        browse(pages_of(site, cache), site.url("/a"))
    site.pages["/a"] = lambda request: respond(request, 200, page(), HTML)
    assert browse(pages_of(site, cache), site.url("/a"))[0]["text"] == "Texte de la page."
    for _ in range(2):
        with pytest.raises(ToolFailed, match="public internet"):
            browse(pages_of(site, cache), "http://localhost/")


def test_a_fetch_that_breaks_leaves_nobody_waiting(site: Site) -> None:
    class Broken:
        def read(self, *_urls: object, **_options: object) -> list[ReadPage]:
            raise RuntimeError("a defect")

    broken: Any = Broken()
    cache, url = PageCache(), site.page("/a", page())
    with pytest.raises(RuntimeError):
        RunPages(broken, cache, ("c", 1)).read([url], timeout_s=5)
    (found,) = pages_of(site, cache).read([url], timeout_s=5)
    assert isinstance(found, ReadPage)


def test_whoever_waits_for_anothers_fetch_waits_no_longer_than_it_may(site: Site) -> None:
    cache = PageCache()
    pages = pages_of(site, cache)
    _, is_ours = cache.take((("c", 1), site.url("/a")))
    assert is_ours
    (found,) = pages.read([site.url("/a")], timeout_s=0.2)
    assert isinstance(found, PageFailure)


def test_it_is_bounded_in_bytes_and_the_longest_unused_goes_first(site: Site) -> None:
    cache = PageCache(max_bytes=2_500)
    urls = [site.page(f"/{name}", page(name * 1_000)) for name in "abc"]
    for url in (urls[0], urls[1], urls[0], urls[2], urls[0], urls[1]):
        browse(pages_of(site, cache), url)
    assert asked(site) == ["/a", "/b", "/c", "/b"]


def test_it_is_bounded_in_time(site: Site) -> None:
    now = [0.0]
    cache, url = PageCache(kept_s=60, clock=lambda: now[0]), site.page("/a", page())
    for moment in (0.0, 59.0, 61.0):
        now[0] = moment
        browse(pages_of(site, cache), url)
    assert asked(site) == ["/a", "/a"]
