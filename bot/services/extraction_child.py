"""The child's side of bot.services.extraction: parsers for HTML, PDF and plain text. Only ever run by run_child."""

import base64
import io
import json
import re
from email.message import Message

import lxml.html  # type: ignore[import-untyped]
import pypdf
import trafilatura
from pypdf.errors import PyPdfError

MAX_PDF_PAGES = 60
MAX_TEXT_CHARS = 50_000  # far more than any tool shows
# What is no part of what a reader sees: furniture, code, and elements hidden by the page itself.
DROPPED = (
    "//script|//style|//noscript|//template|//nav|//footer|//aside|//iframe|//object|//svg|//form//select"
    "|//*[@hidden]|//*[@aria-hidden='true']|//*[contains(translate(@style,' ',''),'display:none')]"
    "|//*[contains(translate(@style,' ',''),'visibility:hidden')]|//comment()"
)
BLOCKS = frozenset(
    ("p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "br", "section", "article", "ul", "ol", "pre")
)


def answer(payload: bytes) -> bytes:
    """JSON in and out: a list of {url, content_type, body (base64)} to a list of {title, text} or {error}."""
    return json.dumps([_one(item) for item in json.loads(payload)]).encode()


def _one(item: dict[str, str]) -> dict[str, str]:
    body = base64.b64decode(item["body"])
    kind = item["content_type"].partition(";")[0].strip().lower()
    try:
        if kind == "application/pdf" or body.startswith(b"%PDF-"):
            title, text = _pdf(body)
        elif kind in ("text/html", "application/xhtml+xml"):
            title, text = _html(_decoded(body, item["content_type"]), item["url"])
        else:
            title, text = "", _text(body, item["content_type"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, lxml.etree.LxmlError, PyPdfError):
        return {"error": "the page could not be read"}
    return {"title": title[:300], "text": text[:MAX_TEXT_CHARS]}


def _html(body: str | bytes, url: str) -> tuple[str, str]:
    tree = trafilatura.load_html(body)
    if tree is None:
        return "", ""
    title = " ".join(tree.xpath("string(//title)").split()) or " ".join(tree.xpath("string(//h1)").split())
    for element in tree.xpath(DROPPED):
        if element.getparent() is not None:
            element.drop_tree()
    plain = _plain(tree)
    text = trafilatura.extract(
        tree, url=url, output_format="markdown", include_links=True, include_tables=True, include_comments=False
    )
    return title, text or plain


def _plain(tree: lxml.html.HtmlElement) -> str:
    """All text of the page, one line per block: for pages in which trafilatura finds no article."""
    parts = []
    for event, element in lxml.etree.iterwalk(tree, events=("start", "end")):
        if element.tag in BLOCKS:
            parts.append("\n")
        text = element.text if event == "start" else element.tail
        if text and element.tag != "title":
            parts.append(re.sub(r"\s+", " ", text))
    return re.sub(r" ?\n[ \n]*", "\n", "".join(parts)).strip()


def _pdf(body: bytes) -> tuple[str, str]:
    document = pypdf.PdfReader(io.BytesIO(body))
    title = (document.metadata.title if document.metadata else None) or ""
    return title, "\n\n".join(page.extract_text() for page in document.pages[:MAX_PDF_PAGES])


def _charset(content_type: str) -> str | None:
    header = Message()
    header["Content-Type"] = content_type
    return header.get_content_charset()


def _decoded(body: bytes, content_type: str) -> str | bytes:
    """Text where the server names the charset; else the bytes, whose charset the parser finds in the page."""
    charset = _charset(content_type)
    try:
        return body.decode(charset, "replace") if charset else body
    except LookupError:
        return body


def _text(body: bytes, content_type: str) -> str:
    decoded = _decoded(body, content_type)
    if isinstance(decoded, str):
        return decoded
    try:
        return decoded.decode("utf-8")
    except UnicodeDecodeError:
        return decoded.decode("cp1252", "replace")
