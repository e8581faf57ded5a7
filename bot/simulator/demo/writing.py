"""Texts made from what the tools brought: key points, and the Markdown of a PDF. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

SECTION_CHARS = 260
POINT_CHARS = 220
FRACTION = re.compile(r"(?<![\w/.,])(?:(\d{1,4})/(\d{1,4})|(a)/(b))(?![\w/])")


@dataclass(frozen=True, slots=True)
class Source:
    """A page as a tool returned it."""

    title: str
    url: str
    text: str


def sources_in(data: Any) -> list[Source]:
    """Every entry with an address in a tool's data, wherever it stands; each address once."""
    found: dict[str, Source] = {}
    for entry in _entries(data):
        text = str(entry.get("text") or entry.get("content") or entry.get("markdown") or "")
        url = str(entry["url"])
        found.setdefault(url, Source(str(entry.get("title") or url), url, text))
    return list(found.values())


def key_point(source: Source) -> str:
    """The first sentences of a page that stand outside its headings."""
    paragraph = next((line for line in _lines(source.text) if not line.startswith("#") and len(line) > 40), "")
    return _sentences(paragraph, POINT_CHARS) or source.title


def bullet_list(items: Sequence[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def shortened(text: str, limit: int) -> str:
    """Whole paragraphs, then whole sentences, up to about so many characters; never nothing."""
    kept: list[str] = []
    for paragraph in text.split("\n\n"):
        left = limit - sum(map(len, kept))
        if kept and len(paragraph) > left:
            break
        kept.append(_sentences(paragraph, left))
    return "\n\n".join(kept)


def document(title: str, sources: Sequence[Source], key_points: str) -> str:
    """A sheet in Markdown: the key points, then what each page says, its headings one level down. Where it speaks of
    fractions they are LaTeX, which a document stacks; elsewhere 10/12 may be a mark, or a day."""
    parts = [f"## {key_points}", bullet_list([key_point(source) for source in sources])]
    for source in sources:
        if source.title != title:
            parts.append(f"## {source.title}")
        parts.append(_body(source.text))
    sheet = "\n\n".join(part for part in parts if part)
    return stacked(sheet) if "fraction" in sheet.lower() else sheet


def stacked(text: str) -> str:
    """Every 3/4 of a text as a fraction in LaTeX."""
    return FRACTION.sub(lambda found: rf"$\frac{{{found[1] or found[3]}}}{{{found[2] or found[4]}}}$", text)


def _entries(data: Any) -> list[dict[str, Any]]:
    if isinstance(data, dict):
        if data.get("url"):
            return [data]
        return [entry for value in data.values() for entry in _entries(value)]
    if isinstance(data, list):
        return [entry for value in data for entry in _entries(value)]
    return []


def _body(text: str) -> str:
    """Each section's heading and the beginning of what stands below it; the page's own title and the paragraph that
    is its key point are left out."""
    parts: list[str] = []
    told = True  # what comes before the first section is the key point
    for line in _lines(text):
        if line.startswith("##"):
            parts.append(f"### {line.lstrip('#').strip()}")
            told = False
        elif not told and not line.startswith("#"):
            parts.append(_sentences(line, SECTION_CHARS))
            told = True
    return "\n\n".join(parts)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _sentences(paragraph: str, limit: int) -> str:
    kept = ""
    for sentence in re.split(r"(?<=[.!?])\s+", paragraph):
        if kept and len(kept) + len(sentence) > limit:
            break
        kept = f"{kept} {sentence}".strip()
    return kept
