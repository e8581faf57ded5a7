"""The child's side of bot.isolation.extraction: a page by its kind, and the parser for HTML. Documents:
bot.isolation.page_files. Only ever run by run_child."""

import base64
import json
import re
from copy import deepcopy
from typing import Any
from urllib.parse import unquote, urlsplit

import lxml.html
import trafilatura

from bot.errors import FileUnreadable
from bot.isolation.markup import decoded, is_text, make_readable, parsed
from bot.isolation.page_facts import facts_of
from bot.isolation.page_files import WHY, document_of, is_document
from bot.isolation.page_text import address, based, page_text
from bot.refusals import Unreadable

MAX_TEXT_CHARS = 200_000  # a book; shown piece by piece
MORE = "\n[… there is more, which is not read]"
# Sent as another kind of text, or of none: what a page hides must not be read as its source.
HTML, HEAD = ("text/html", "application/xhtml+xml"), 4_096
PAGE = re.compile(
    r"(?:\s|<\?xml[^>]*>|<!--(?:(?!-->).)*-->)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL
)
# What many programs call a workbook is a page's table, or a part of one.
TABLES = ("application/vnd.ms-", "application/vnd.openxml", "application/ms")
TAG = re.compile(r"\s*<(?:table|meta|style|div)\b", re.IGNORECASE)
LONG, SHORT = 4_000, 500  # characters: of a page that is not seen at a glance, of a menu that is in nobody's way
TELLING, TOLD_APART = 15, 40  # letters
HEAD_LINES = 8  # an article's title, its author and its date
TITLES = ("//title", "//h1", "//meta[@property='og:title']/@content")
FACTS = "[At its foot, or told to search engines:]"
ABOVE = "[Above this on the page:]"
SHELL, MOST_LEADS = 300, 5
ELSEWHERE = "[What it shows stands at:]"
REFRESH = "//meta[translate(@http-equiv,'REFSH','refsh')='refresh']/@content"
REFRESHED = re.compile(r"url\s*=\s*[\"']?([^\"']+)", re.IGNORECASE)
LINK = re.compile(r"\]\([^)]*\)")


def answer(payload: bytes) -> bytes:
    """JSON in and out: a list of {url, name, content_type, seconds, body (base64)} to a list of {title, text} or
    {error}."""
    return json.dumps([_one(item) for item in json.loads(payload)]).encode()


def _one(item: dict[str, Any]) -> dict[str, str]:
    body = base64.b64decode(item["body"])
    kind = item["content_type"].partition(";")[0].strip().lower()
    try:
        if is_document(body, kind):
            found = document_of(body, chars=MAX_TEXT_CHARS, seconds=item["seconds"])
            title, text, is_cut = found.title or _file_name(item["name"] or item["url"]), found.text, found.is_cut
        else:
            title, text, is_cut = *_page(decoded(body, item["content_type"]), kind, item["url"]), False
    except FileUnreadable as error:
        return {"error": WHY[error.reason]}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, lxml.etree.LxmlError):
        return {"error": "the page could not be read"}
    return {"title": title[:300], "text": _up_to_most(text, is_cut=is_cut)}


def _up_to_most(text: str, *, is_cut: bool) -> str:
    if len(text) <= MAX_TEXT_CHARS - (len(MORE) if is_cut else 0):
        return text + MORE if is_cut else text
    return text[: MAX_TEXT_CHARS - len(MORE)] + MORE


def _page(text: str, kind: str, url: str) -> tuple[str, str]:
    if not is_text(text):
        raise FileUnreadable(Unreadable.UNKNOWN)
    is_told = kind.startswith(HTML) or "/" not in kind
    if is_told or PAGE.match(text[:HEAD]) or (kind.startswith(TABLES) and TAG.match(text)):
        return _html(text, url)
    return "", text


def _html(text: str, url: str) -> tuple[str, str]:
    tree = parsed(text)
    title = next((words for way in TITLES if (words := " ".join(tree.xpath(f"string({way})").split()))), "")
    leads, facts = _leads(tree, url), facts_of(tree, url)
    make_readable(tree)
    article = _article(tree) if len(tree.text_content()) > LONG else ""
    shown = _begun_with(article, page_text(tree, url))
    if leads and len(shown) < SHELL:
        shown = "\n".join([shown, ELSEWHERE, *(f"<{lead}>" for lead in leads)]).strip()
    facts = [fact for fact in facts if fact not in shown]
    return title, "\n".join([FACTS, *facts, "", shown]).strip() if facts else shown


def _leads(tree: lxml.html.HtmlElement, url: str) -> list[str]:
    """Where a page that says nothing itself leads: by itself after a moment, or in its frames."""
    said = [found[1] for each in tree.xpath(REFRESH) if (found := REFRESHED.search(each))]
    base = based(tree, url)
    leads = [address(base, lead, url) for lead in [*said, *tree.xpath("//frame/@src|//iframe/@src")]]
    return [lead for lead in dict.fromkeys(leads) if lead][:MOST_LEADS]


def _article(tree: lxml.html.HtmlElement) -> str:
    """The first line of what seems to be the article, without what differs between two ways of writing it."""
    found = trafilatura.extract(deepcopy(tree), include_comments=False, include_tables=False) or ""
    return next((line for line in map(_letters, found.split("\n")) if len(line) >= TELLING), "")[:TOLD_APART]


def _begun_with(article: str, text: str) -> str:
    """A page whose article stands behind a long menu, from the heading of the article on; the rest comes last."""
    lines = text.split("\n")
    first = next((at for at, line in enumerate(lines) if article and _letters(line).startswith(article)), 0)
    near = range(max(0, first - HEAD_LINES), first)
    first = next((at for at in near if lines[at].startswith("#")), first)
    above = "\n".join(lines[:first]).strip()
    return "\n".join([*lines[first:], "", ABOVE, above]) if len(above) > SHORT else text


def _letters(line: str) -> str:
    return "".join(filter(str.isalnum, LINK.sub("]", line))).casefold()


def _file_name(address: str) -> str:
    """Of a document that does not say its title."""
    return unquote(urlsplit(address).path.rpartition("/")[2])
