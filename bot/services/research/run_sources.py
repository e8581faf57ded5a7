"""Which addresses were really read for a person, so that a document's sources do not rest on the model's word."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from bot.agent.stream import parsed
from bot.agent.tool_results import unfenced
from bot.clients.addresses import spelling
from bot.dao.database import Database
from bot.dao.work import runs
from bot.models import ToolCallRecord
from bot.text.safe import safe_text

SEARCH, BROWSE = "web_search", "browse_url"
MOST_CALLS: Final = 200
TITLE_CHARS: Final = 200
WHOLE_URL_CHARS: Final = 500  # the tools cut longer addresses to this, and half an address leads nowhere


@dataclass(frozen=True, slots=True)
class ReadSource:
    """A page that was read: where it really was, what it calls itself (from outside: cleaned and cut, may be empty),
    when."""

    url: str
    title: str
    read_at: datetime


@dataclass(frozen=True, slots=True)
class RunSources:
    """What one run may call read: pages and search results of its person in its conversation, in earlier runs too.
    Whose they are comes from here, never from the model."""

    database: Database
    conversation_id: str
    run_id: int

    def read(self, urls: Sequence[str]) -> list[ReadSource | None]:
        """By address, in order: the latest reading of it; None where it was never read. An address that is spelt
        otherwise or that redirects counts; it stays as it is asked for where that is the same address."""
        if not urls:
            return []
        with self.database.read() as session:
            calls = runs.succeeded(session, self.run_id, self.conversation_id, (SEARCH, BROWSE), MOST_CALLS)
            known = _known(calls)
        return [_as_asked(url, known) for url in urls]


def _as_asked(url: str, known: dict[str, ReadSource]) -> ReadSource | None:
    spelt = spelling(url)
    found = known.get(spelt or "")
    return ReadSource(url, found.title, found.read_at) if found and found.url == spelt else found


def _known(calls: Sequence[ToolCallRecord]) -> dict[str, ReadSource]:
    """By address, asked for or arrived at. A page that was read says more than a search that found it."""
    known: dict[str, ReadSource] = {}
    for call in sorted(calls, key=lambda call: call.tool == BROWSE):
        for asked, entry in _entries(call):
            shown = entry["url"] if len(entry["url"]) < WHOLE_URL_CHARS else ""
            url = spelling(shown) or spelling(asked)
            if not url or call.ended_at is None:
                continue
            before = known.get(url)
            title = _title(entry.get("title")) or (before.title if before else "")
            known[url] = ReadSource(url, title, call.ended_at)
            if alias := spelling(asked):
                known[alias] = known[url]
    return known


def _entries(call: ToolCallRecord) -> Iterator[tuple[str, dict[str, Any]]]:
    """Of the pages or results of a call that hold text: the address that was asked for (none of a search), the entry.
    A page stands where its address stood among the arguments."""
    result, arguments = unfenced(parsed(call.result or "")), parsed(call.arguments)
    data = result.get("data") if isinstance(result, dict) else None
    if not isinstance(data, dict):
        return  # cut to one text: nothing is known of its parts
    entries = data.get("pages" if call.tool == BROWSE else "results") or []
    urls = list(dict.fromkeys(arguments.get("urls") or [])) if isinstance(arguments, dict) else []
    asked = urls if len(urls) == len(entries) else [""] * len(entries)
    for url, entry in zip(asked, entries, strict=True):
        if isinstance(entry.get("url"), str) and (entry.get("text") or entry.get("content")):
            yield url, entry


def _title(text: Any) -> str:
    return " ".join(safe_text(str(text or "")).split())[:TITLE_CHARS]
