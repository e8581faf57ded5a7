"""Tavily and Jina over the wire: what is asked, what comes back, what each failure is called."""

import contextlib
import json
from http.server import BaseHTTPRequestHandler

import pytest

from bot.clients.jina import JinaReader
from bot.clients.pages import ReadPage
from bot.clients.tavily import SearchResult, TavilySearch
from bot.errors import AuthError, PermanentError, ProviderError, ProviderTimeout, TransientError
from tests.integration.research.conftest import Site, respond

HIT = {"title": "Pythagore", "url": "https://example.org/p", "content": "a² + b²", "score": 0.9, "raw_content": None}
JSON_TYPE = "application/json"


def search(site: Site, **options: object) -> list[SearchResult]:
    return TavilySearch("tvly-key", site.url("/tavily/"), timeout_s=2).search("Pythagore ?", **options)


def test_a_search_asks_and_answers_in_tavilys_form(site: Site) -> None:
    dated = [HIT | {"published_date": day} for day in ("2026-11-20", 20261120)]
    answer = {"query": "…", "results": [HIT, *dated], "response_time": 1}
    site.page("/tavily/search", json.dumps(answer), JSON_TYPE)
    results = search(site, topic="news", time_range="week", include_domains=["example.org"])
    assert results[0] == SearchResult("Pythagore", "https://example.org/p", "a² + b²", 0.9, None)
    assert [result.published for result in results[1:]] == ["2026-11-20", "20261120"]
    assert site.asked[0][1]["Authorization"] == "Bearer tvly-key"
    assert json.loads(site.bodies[0]) == {
        "query": "Pythagore ?",
        "max_results": 5,
        "topic": "news",
        "time_range": "week",
        "include_domains": ["example.org"],
    }


def test_options_not_given_are_not_sent(site: Site) -> None:
    site.page("/tavily/search", json.dumps({"results": []}), JSON_TYPE)
    assert search(site) == []
    assert set(json.loads(site.bodies[0])) == {"query", "max_results", "topic"}


def test_never_more_results_than_asked(site: Site) -> None:
    site.page("/tavily/search", json.dumps({"results": [HIT] * 9}), JSON_TYPE)
    assert len(search(site, max_results=5)) == 5


def test_a_hit_that_leads_nowhere_spoils_no_other(site: Site) -> None:
    odd = [7, {"title": "no address"}, HIT | {"url": None}, HIT | {"url": "javascript:alert(1)"}]
    scored = [HIT | {"score": score} for score in (None, "high")]
    site.page("/tavily/search", json.dumps({"results": [*odd, *scored]}), JSON_TYPE)
    assert [(result.url, result.score) for result in search(site)] == [("https://example.org/p", 0)] * 2


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, PermanentError),
        (401, AuthError),
        (403, AuthError),
        (432, AuthError),
        (433, AuthError),
        (429, TransientError),
        (500, TransientError),
        (302, PermanentError),
    ],
)
def test_a_failed_search_has_its_kind(site: Site, status: int, kind: type[ProviderError]) -> None:
    headers = {"Location": site.url("/elsewhere")} if status == 302 else {}
    site.pages["/tavily/search"] = lambda request: respond(request, status, '{"detail":{"error":"no"}}', headers)
    with pytest.raises(kind) as caught:
        search(site)
    assert type(caught.value) is kind
    assert len(site.asked) == 1


@pytest.mark.parametrize(
    "body", ["<html>", "[]", '{"results":null}', '{"results":[{"title":"no address"}]}', '{"results":[7]}']
)
def test_an_answer_in_another_form_is_transient(site: Site, body: str) -> None:
    site.page("/tavily/search", body, JSON_TYPE)
    with pytest.raises(TransientError):
        search(site)


def test_a_search_without_answer_times_out(site: Site) -> None:
    site.pages["/tavily/search"] = lambda _request: site.closing.wait() and None
    with pytest.raises(ProviderTimeout):
        TavilySearch("key", site.url("/tavily"), timeout_s=0.3).search("x")


@pytest.mark.parametrize(
    "body",
    [
        {"code": 200, "status": 20000, "data": {"title": "T", "url": "https://example.org/", "content": "# Text"}},
        {"title": "T", "url": "https://example.org/", "content": "# Text"},
    ],
)
def test_the_reader_is_asked_for_json_without_images(site: Site, body: dict[str, object]) -> None:
    site.page("/r/https://example.org/a?b=c", json.dumps(body), JSON_TYPE)
    page = JinaReader(site.url("/r"), "jina-key").read("https://example.org/a?b=c")
    assert page == ReadPage("https://example.org/", "T", "# Text")
    headers = site.asked[0][1]
    assert headers["Accept"] == "application/json"
    assert headers["X-Retain-Images"] == "none"
    assert headers["Authorization"] == "Bearer jina_key".replace("_", "-")


@pytest.mark.parametrize(
    ("warning", "kind"),
    [
        ("Target URL returned error 403: Forbidden\nThis page maybe requiring CAPTCHA", PermanentError),
        ("This page maybe not yet fully loaded\nTarget URL returned error 404: Not Found", PermanentError),
        ("Target URL returned error 503: Service Unavailable", TransientError),
        ("This is a cached snapshot of the original page", None),
        (None, None),
    ],
)
def test_a_page_that_its_site_refused_to_the_reader_was_not_read(
    site: Site, warning: str | None, kind: type[ProviderError] | None
) -> None:
    page = {"title": "Just a moment…", "url": "https://example.org/", "content": "Verify you are human"}
    site.page("/https://example.org/", json.dumps({"data": page | {"warning": warning}}), JSON_TYPE)
    with pytest.raises(kind) if kind else contextlib.nullcontext() as caught:
        JinaReader(site.url("")).read("https://example.org/")
    assert caught is None or type(caught.value) is kind


def test_the_reader_needs_no_key(site: Site) -> None:
    site.page("/https://example.org/", json.dumps({"content": "x"}), JSON_TYPE)
    assert JinaReader(site.url("")).read("https://example.org/").text == "x"
    assert "Authorization" not in site.asked[0][1]


@pytest.mark.parametrize("body", ["[]", "{}", '{"data":null}', '{"data":{"content":7}}', "no json"])
def test_a_reader_that_answers_something_else_is_transient(site: Site, body: str) -> None:
    site.page("/https://example.org/", body, JSON_TYPE)
    with pytest.raises(TransientError):
        JinaReader(site.url("")).read("https://example.org/")


def test_a_reader_that_wants_a_key_is_an_error_of_ours(site: Site) -> None:
    def refuse(request: BaseHTTPRequestHandler) -> None:
        respond(request, 401, b"{}")

    site.pages["/https://example.org/"] = refuse
    with pytest.raises(AuthError):
        JinaReader(site.url("")).read("https://example.org/")
