"""Tools that read the web. Whatever they return comes from strangers: always untrusted."""

import json
from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from bot.agent.spec import Departure, ToolOutput
from bot.clients.pages import ReadPage
from bot.clients.tavily import SearchResult, TavilySearch, TimeRange, Topic
from bot.errors import AuthError, ToolFailed, TransientError
from bot.isolation.extraction import visible
from bot.services.research.browse import PageFailure
from bot.services.research.page_cache import RunPages
from bot.tools.context import ToolContext
from bot.tools.registry import tool
from bot.types import JSON

MAX_RESULTS = 5
RESULT_CHARS = 1_500
BROWSE_CHARS = 8_000
CUT = "\n[… cut]"
NEXT_CHARS = len(',"next":200000')


class WebSearch(BaseModel):
    """Arguments of web_search."""

    model_config = ConfigDict(extra="forbid")

    query: str = Field(min_length=2, max_length=400, description="")
    topic: Topic = Field("general", description="")
    time_range: TimeRange | None = Field(None, description="")
    include_domains: list[Annotated[str, Field(max_length=253)]] = Field(
        default_factory=list, max_length=5, description=""
    )


class BrowseUrl(BaseModel):
    """Arguments of browse_url."""

    model_config = ConfigDict(extra="forbid")

    urls: list[Annotated[str, Field(min_length=4, max_length=2_048)]] = Field(
        min_length=1, max_length=4, description="Full, with https://"
    )
    start: int = Field(0, ge=0, description="")


def _fetched(args: BrowseUrl) -> tuple[Departure, ...]:
    """Whoever serves an address learns every character of it."""
    return tuple(Departure("address", url) for url in dict.fromkeys(args.urls))


# A query goes to the search service that this house has chosen, not to whom a page names: it is not gated.
@tool(
    "web",
    effect="read",
    timeout_s=20,
    max_chars=MAX_RESULTS * RESULT_CHARS + 2_000,
    leads=("title", "url", "content"),
)
def web_search(_ctx: ToolContext, args: WebSearch, search: TavilySearch) -> ToolOutput:
    """Search the web: facts that change (news, prices, dates, laws) or that you do not know for sure; sources that the
    user wants. Not for arithmetic, nor what the conversation already holds. Read a page whole with browse_url. Cite the
    addresses."""
    results = search.search(
        args.query,
        max_results=MAX_RESULTS,
        topic=args.topic,
        time_range=args.time_range,
        include_domains=args.include_domains,
    )
    return ToolOutput(data={"results": [_result(result) for result in results]}, untrusted=True)


# Not a page's `url`: it repeats what the model asked for, and that must not vouch for itself.
@tool("web", effect="read", timeout_s=20, max_chars=BROWSE_CHARS, outward=_fetched, leads=("title", "text"))
def browse_url(ctx: ToolContext, args: BrowseUrl, pages_of_run: RunPages) -> ToolOutput:
    """Read up to 4 web pages or documents: addresses from web_search or from the user. Not made up, nor with a sign-in.
    Long ones go on: start at next."""
    urls = list(dict.fromkeys(args.urls))
    pages = pages_of_run.read(urls, timeout_s=ctx.left_s(19))
    failures = [page for page in pages if isinstance(page, PageFailure)]
    if len(failures) == len(pages):
        raise _reason(failures)
    frame = [_frame(page, args.start) for page in pages]
    texts = [page.text[args.start :] if isinstance(page, ReadPage) else "" for page in pages]
    shares = fair_shares([_cost(text) for text in texts], BROWSE_CHARS - _cost({"pages": frame}))
    pieces = [_piece(text, args.start, share) for text, share in zip(texts, shares, strict=True)]
    data = [entry | piece for entry, piece in zip(frame, pieces, strict=True)]
    return ToolOutput(data={"pages": data}, untrusted=True)


def _piece(text: str, start: int, chars: int) -> dict[str, JSON]:
    """What is shown of a text, and where it goes on. `start`: where it begins in its page."""
    if not text:
        return {}
    shown = _cut(text, chars)
    if shown == text:
        return {"text": text}
    shown = _cut(text, chars - NEXT_CHARS)
    return {"text": shown, "next": start + max(1, len(shown) - len(CUT))}


def fair_shares(wanted: Sequence[int], total: int) -> list[int]:
    """Split `total` among askers: nobody gets more than wanted, what the modest leave goes to the others."""
    shares = [0] * len(wanted)
    left = total
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    for position, index in enumerate(order):
        shares[index] = min(wanted[index], left // (len(order) - position))
        left -= shares[index]
    return shares


def _result(result: SearchResult) -> JSON:
    content = _cut(visible(result.content), RESULT_CHARS)
    data = {"title": _line(result.title), "url": _line(result.url, 500), "content": content}
    return data | ({"published": _line(result.published, 60)} if result.published else {})


def _frame(page: ReadPage | PageFailure, start: int) -> dict[str, JSON]:
    """A page's entry without its text; an empty text holds its place when the room for texts is measured. Of a page
    that is shorter than what is asked for it says so: it is not an empty one."""
    if isinstance(page, PageFailure):
        return {"url": _line(page.url, 300), "error": str(page.error)}
    ended = {"note": f"it ends at {len(page.text)}"} if start >= len(page.text) else {}
    return {"url": _line(page.url, 500), "title": _line(page.title), "text": ""} | ended


def _reason(failures: Sequence[PageFailure]) -> Exception:
    """What to raise when there is no page at all: an error that may pass or that is ours decides."""
    for failure in failures:
        if isinstance(failure.error, AuthError | TransientError):
            return failure.error
    reasons = "; ".join(f"{_line(failure.url, 120)}: {failure.error}" for failure in failures)
    return ToolFailed(f"no page could be read. {reasons}")


def _line(text: str, chars: int = 200) -> str:
    return " ".join(visible(text).split())[:chars]


def _cost(value: JSON) -> int:
    """Characters of a value as the model gets it: JSON, in which a line end takes two."""
    return len(json.dumps(value, ensure_ascii=False))


def _cut(text: str, chars: int) -> str:
    """`text`, or as much of its beginning as costs `chars`."""
    if _cost(text) <= chars:
        return text
    kept = text[: max(0, chars)]
    while kept and (over := _cost(kept + CUT) - chars) > 0:
        kept = kept[:-over]
    return kept.rstrip() + CUT
