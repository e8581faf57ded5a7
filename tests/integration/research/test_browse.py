"""Reading several pages at once, and the two tools that read the web."""

import json
import time

import pytest
from pydantic import ValidationError

from bot.agent.tool_results import success
from bot.clients.jina import JinaReader
from bot.clients.pages import ReadPage
from bot.clients.tavily import TavilySearch
from bot.errors import (
    AddressRefused,
    AuthError,
    DocumentError,
    PermanentError,
    ProviderTimeout,
    ToolFailed,
    TransientError,
)
from bot.services.research.browse import Browser, PageFailure
from bot.services.research.page_cache import PageCache, RunPages
from bot.tools.context import ToolContext
from bot.tools.web import CUT, BrowseUrl, WebSearch, browse_url, fair_shares, web_search
from tests.fakes.tool_runs import tool_context
from tests.integration.research.conftest import Site, respond


def context(search: TavilySearch | None = None, browser: Browser | None = None) -> ToolContext:
    pages = RunPages(browser or Browser(), PageCache(), run="this one")
    return tool_context({TavilySearch: search, RunPages: pages})


def browser_for(site: Site, **options: object) -> Browser:
    return Browser(allow_hosts=[site.authority], **options)


def html(title: str, text: str) -> str:
    return f"<title>{title}</title><p>{text}</p>"


def test_pages_come_in_order_and_a_bad_one_spoils_no_other(site: Site) -> None:
    site.page("/a", html("A", "Texte de la page A."))
    site.page("/c", html("C", "Texte de la page C."))
    site.page("/d", "", "image/png")
    pages = browser_for(site).read([site.url("/a"), "http://10.0.0.1/", site.url("/c"), site.url("/d")])
    assert pages[0] == ReadPage(site.url("/a"), "A", "Texte de la page A.")
    assert isinstance(pages[1], PageFailure)
    assert isinstance(pages[1].error, AddressRefused)
    assert pages[2] == ReadPage(site.url("/c"), "C", "Texte de la page C.")
    assert isinstance(pages[3], PageFailure)
    assert isinstance(pages[3].error, PermanentError)


def test_a_page_without_text_is_a_failure_of_its_own(site: Site) -> None:
    site.page("/a", "<script>1</script>")
    (page,) = browser_for(site).read([site.url("/a")])
    assert isinstance(page, PageFailure)
    assert isinstance(page.error, DocumentError)


def test_a_silent_page_costs_the_others_nothing(site: Site) -> None:
    site.pages["/slow"] = lambda _request: site.closing.wait() and None
    site.page("/a", html("A", "Texte."))
    began = time.monotonic()
    slow, quick = browser_for(site, fetch_timeout_s=0.5).read([site.url("/slow"), site.url("/a")])
    assert time.monotonic() - began < 10
    assert isinstance(slow, PageFailure)
    assert isinstance(slow.error, ProviderTimeout)
    assert isinstance(quick, ReadPage)


def test_a_look_up_that_hangs_does_not_hold_the_call(site: Site) -> None:
    def hang(_host: str, _port: int) -> list[str]:
        site.closing.wait()
        return []

    began = time.monotonic()
    (page,) = Browser(resolver=hang).read(["http://example.org/"], timeout_s=0.5)
    assert time.monotonic() - began < 2
    assert isinstance(page, PageFailure)
    assert isinstance(page.error, ProviderTimeout)


def test_pages_are_fetched_at_the_same_time(site: Site) -> None:
    arrived: list[str] = []

    def meet(request: object) -> None:
        arrived.append("one")
        deadline = time.monotonic() + 5
        while len(arrived) < 4 and time.monotonic() < deadline:
            site.closing.wait(0.01)
        respond(request, 200, html("T", "Texte."), {"Content-Type": "text/html"})

    for path in ("/1", "/2", "/3", "/4"):
        site.pages[path] = meet
    pages = browser_for(site).read([site.url(path) for path in ("/1", "/2", "/3", "/4")])
    assert all(isinstance(page, ReadPage) for page in pages)


@pytest.mark.parametrize("kind", ["", "charset=utf-8", "text/html, text/html", "text/html charset=utf-8"])
def test_a_page_of_no_kind_or_of_two_is_read(site: Site, kind: str) -> None:
    (page,) = browser_for(site).read([site.page("/a", html("A", "Texte."), kind)])
    assert page == ReadPage(site.url("/a"), "A", "Texte.")


def test_more_than_four_addresses_are_refused(site: Site) -> None:
    with pytest.raises(ValueError, match="between 1 and 4"):
        browser_for(site).read(["http://example.org/"] * 5)


def test_jina_is_asked_only_for_public_addresses(site: Site) -> None:
    answer = {"data": {"title": "T\u200b", "url": "https://example.org/", "content": "Texte\U000e0041"}}
    site.page("/https://example.org/", json.dumps(answer), "application/json")
    browser = Browser(jina=JinaReader(site.url("")), resolver=lambda _host, _port: ["93.184.216.34"])
    private, public = browser.read(["http://localhost/admin", "https://example.org#top"])
    assert isinstance(private, PageFailure)
    assert isinstance(private.error, AddressRefused)
    assert public == ReadPage("https://example.org/", "T", "Texte")
    assert [path for path, _headers in site.asked] == ["/https://example.org/"]


def test_a_page_of_which_jina_sees_nothing_was_not_read(site: Site) -> None:
    site.page("/https://example.org/", json.dumps({"data": {"title": "T", "content": " \u200b\n"}}), "application/json")
    browser = Browser(jina=JinaReader(site.url("")), resolver=lambda _host, _port: ["93.184.216.34"])
    (page,) = browser.read(["https://example.org/"])
    assert isinstance(page, PageFailure)
    assert str(page.error) == "the page holds no readable text"


def test_jina_refusing_our_key_is_raised_as_ours(site: Site) -> None:
    site.pages["/https://example.org/"] = lambda request: respond(request, 401, b"")
    browser = Browser(jina=JinaReader(site.url(""), "old"), resolver=lambda _host, _port: ["93.184.216.34"])
    with pytest.raises(AuthError):
        browse_url.function(context(browser=browser), BrowseUrl(urls=["https://example.org/"]))


def test_browse_url_gives_untrusted_text_with_real_addresses(site: Site) -> None:
    site.page("/a", html("A", "Texte de la page."))
    site.redirect("/old", "/a")
    output = browse_url.function(
        context(browser=browser_for(site)), BrowseUrl(urls=[site.url("/old"), "http://localhost/"])
    )
    assert output.untrusted
    found, refused = output.data["pages"]
    assert found == {"url": site.url("/a"), "title": "A", "text": "Texte de la page."}
    assert refused == {"url": "http://localhost/", "error": "localhost is not on the public internet"}


@pytest.mark.parametrize("count", [1, 2, 4])
def test_long_pages_share_the_room_and_lose_nothing_to_the_boundary(site: Site, count: int) -> None:
    lines = "".join(f'<p>Ligne {number} : "citée", avec \\ et é.</p>' for number in range(800))
    for number in range(count):
        site.page(f"/{number}", f"<title>T{number}</title>{lines}")
    output = browse_url.function(
        context(browser=browser_for(site)), BrowseUrl(urls=[site.url(f"/{number}") for number in range(count)])
    )
    texts = [page["text"] for page in output.data["pages"]]
    assert all(text.endswith(CUT) for text in texts)
    assert max(map(len, texts)) - min(map(len, texts)) < 60
    size = len(json.dumps(output.data, ensure_ascii=False))
    assert 7_000 < size <= browse_url.max_chars == 8_000
    assert "cut:" not in success(output, browse_url.max_chars)


def test_a_long_page_is_read_on_to_its_end_without_a_gap(site: Site) -> None:
    lines = [f'Article {number} : "le droit", \\ et é.' for number in range(700)]
    site.page("/loi", "".join(f"<p>{line}</p>" for line in lines))
    ctx, start, pieces = context(browser=browser_for(site)), 0, []
    while start is not None:
        output = browse_url.function(ctx, BrowseUrl(urls=[site.url("/loi")], start=start))
        (found,) = output.data["pages"]
        assert "cut:" not in success(output, browse_url.max_chars)
        pieces.append(found["text"].removesuffix(CUT))
        start = found.get("next")
    assert "".join(pieces) == "\n".join(lines)
    assert len(pieces) > 3
    assert len(site.asked) == 1


def test_a_page_that_ends_before_what_is_asked_for_does_not_look_empty(site: Site) -> None:
    site.page("/a", html("A", "Texte."))
    output = browse_url.function(context(browser=browser_for(site)), BrowseUrl(urls=[site.url("/a")], start=8_000))
    (found,) = output.data["pages"]
    assert (found["text"], found["note"]) == ("", "it ends at 6")


def test_a_short_page_leaves_its_share_to_the_long_one() -> None:
    assert fair_shares([100, 9_000], 8_000) == [100, 7_900]
    assert fair_shares([9_000, 100, 9_000], 8_000) == [3_950, 100, 3_950]
    assert fair_shares([1, 2], 8_000) == [1, 2]
    assert sum(fair_shares([9_000] * 3, 8_000)) == 8_000


def test_when_no_page_can_be_read_the_reasons_are_the_result(site: Site) -> None:
    ctx = context(browser=browser_for(site))
    with pytest.raises(ToolFailed, match=r"localhost.*public.*404"):
        browse_url.function(ctx, BrowseUrl(urls=["http://localhost/", site.url("/none")]))


def test_when_no_page_can_be_read_but_one_may_later_the_call_is_transient(site: Site) -> None:
    site.pages["/busy"] = lambda request: respond(request, 503, b"")
    ctx = context(browser=browser_for(site))
    with pytest.raises(TransientError):
        browse_url.function(ctx, BrowseUrl(urls=["http://localhost/", site.url("/busy")]))


def test_the_same_address_twice_is_read_once(site: Site) -> None:
    site.page("/a", html("A", "Texte."))
    output = browse_url.function(context(browser=browser_for(site)), BrowseUrl(urls=[site.url("/a")] * 2))
    assert len(output.data["pages"]) == len(site.asked) == 1


def test_search_results_are_untrusted_cut_and_cleaned(site: Site) -> None:
    hit = {"title": "T\u200b\nx", "url": "https://example.org/", "content": 'é"\n' * 3_000, "score": 1}
    site.page("/search", json.dumps({"results": [hit] * 7}), "application/json")
    output = web_search.function(context(TavilySearch("key", site.url(""))), WebSearch(query="Pythagore"))
    results = output.data["results"]
    assert output.untrusted
    assert len(results) == 5
    assert results[0]["title"] == "T x"
    assert results[0]["url"] == "https://example.org/"
    assert all(len(json.dumps(result["content"], ensure_ascii=False)) <= 1_502 for result in results)
    assert "cut:" not in success(output, web_search.max_chars)


@pytest.mark.parametrize(
    "arguments", [{"urls": []}, {"urls": ["http://a.org/"] * 5}, {"urls": ["http://a.org/"], "user_id": 2}, {}]
)
def test_wrong_arguments_never_reach_the_tool(arguments: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        BrowseUrl.model_validate(arguments)
