"""Reading pages through Jina Reader: `GET {base}/<address>` (github.com/jina-ai/reader, README, May 2026).

It runs a browser, so it reads pages that a plain fetch cannot. Whoever calls judges the address first."""

import re
from typing import Final

from bot.clients.http import call_api
from bot.clients.pages import ReadPage, page_error
from bot.errors import TransientError

DEFAULT_URL = "https://r.jina.ai"
TIMEOUT_S = 20.0
_REFUSED: Final = re.compile(r"returned error ([45]\d\d)\b")  # « Target URL returned error 404: Not Found »


class JinaReader:
    """The reader API; a key is optional and raises the rate limit. Safe to share between threads."""

    def __init__(self, base_url: str = DEFAULT_URL, api_key: str | None = None) -> None:
        self._base_url = base_url.rstrip("/")
        self._headers = {"Accept": "application/json", "X-Retain-Images": "none"}
        if api_key:
            self._headers["Authorization"] = f"Bearer {api_key}"

    def read(self, url: str, *, timeout_s: float = TIMEOUT_S) -> ReadPage:
        """The page at `url` as Markdown. Raises bot.errors.ProviderError."""
        answer = call_api(
            "GET", f"{self._base_url}/{url}", who="the page reader", timeout_s=timeout_s, headers=self._headers
        )
        # The hosted service wraps the page in "data"; the open-source server answers with the page itself.
        page = answer.get("data", answer) if isinstance(answer, dict) else None
        if not isinstance(page, dict) or not isinstance(page.get("content"), str):
            raise TransientError("the page reader answered something unexpected")
        if refused := _REFUSED.search(str(page.get("warning") or "")):  # what it read is what the site says of that
            raise page_error(int(refused[1]), {}, "the page")
        return ReadPage(url=str(page.get("url") or url), title=str(page.get("title") or ""), text=page["content"])
