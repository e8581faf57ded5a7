"""Web search by Tavily: `POST {base}/search` (docs.tavily.com, API reference, June 2026)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bot.clients.http import call_api
from bot.errors import TransientError

DEFAULT_URL = "https://api.tavily.com"
TIMEOUT_S = 15.0

Topic = Literal["general", "news", "finance"]
TimeRange = Literal["day", "week", "month", "year"]


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One hit; `content` is Tavily's excerpt of the page, `score` 0 to 1, `published` as the page says it."""

    title: str
    url: str
    content: str
    score: float
    published: str | None


class TavilySearch:
    """The search API; safe to share between threads."""

    def __init__(self, api_key: str, base_url: str = DEFAULT_URL, *, timeout_s: float = TIMEOUT_S) -> None:
        self._headers = {"Authorization": f"Bearer {api_key}"}
        self._url = f"{base_url.rstrip('/')}/search"
        self._timeout_s = timeout_s

    def search(
        self,
        query: str,
        *,
        max_results: int = 5,
        topic: Topic = "general",
        time_range: TimeRange | None = None,
        include_domains: Sequence[str] = (),
    ) -> list[SearchResult]:
        """The best hits, best first. Raises bot.errors.ProviderError."""
        asked: dict[str, Any] = {"query": query, "max_results": max_results, "topic": topic}
        if time_range:
            asked["time_range"] = time_range
        if include_domains:
            asked["include_domains"] = list(include_domains)
        answer = call_api(
            "POST", self._url, who="the search service", timeout_s=self._timeout_s, headers=self._headers, json=asked
        )
        items = answer.get("results") if isinstance(answer, dict) else None
        found = [_result(item) for item in items if _is_hit(item)] if isinstance(items, list) else []
        if not found and items != []:
            raise TransientError("the search service answered something unexpected")
        return found[:max_results]


def _is_hit(item: Any) -> bool:
    """Whether it leads somewhere: one that does not spoils no other."""
    url = item.get("url") if isinstance(item, dict) else None
    return isinstance(url, str) and url.lower().startswith(("http://", "https://"))


def _result(item: dict[str, Any]) -> SearchResult:
    score = item.get("score")
    return SearchResult(
        title=str(item.get("title") or ""),
        url=item["url"],
        content=str(item.get("content") or ""),
        score=float(score) if isinstance(score, int | float) else 0.0,
        published=str(item.get("published_date") or "") or None,
    )
