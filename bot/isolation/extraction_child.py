"""The child's side of bot.isolation.extraction: parsers for HTML, PDF and plain text. Only ever run by run_child."""

import base64
import io
import json

import lxml.html
import pypdf
import trafilatura
from pypdf.errors import PyPdfError

from bot.isolation.markup import DROPPED, decoded, is_text, plain_text, write_scripts

MAX_PDF_PAGES = 60
MAX_TEXT_CHARS = 50_000  # far more than any tool shows


def answer(payload: bytes) -> bytes:
    """JSON in and out: a list of {url, content_type, body (base64)} to a list of {title, text} or {error}."""
    return json.dumps([_one(item) for item in json.loads(payload)]).encode()


def _one(item: dict[str, str]) -> dict[str, str]:
    body = base64.b64decode(item["body"])
    kind = item["content_type"].partition(";")[0].strip().lower()
    try:
        if kind == "application/pdf" or body.startswith(b"%PDF-"):
            title, text = _pdf(body)
        else:
            title, text = "", decoded(body, item["content_type"])
            if not is_text(text):
                return {"error": "it is a file, not a page with text"}
            if kind in ("text/html", "application/xhtml+xml"):
                title, text = _html(text, item["url"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, lxml.etree.LxmlError, PyPdfError):
        return {"error": "the page could not be read"}
    return {"title": title[:300], "text": text[:MAX_TEXT_CHARS]}


def _html(text: str, url: str) -> tuple[str, str]:
    if not text.strip():
        return "", ""
    # As bytes, since lxml refuses a str that declares a charset.
    tree = lxml.html.document_fromstring(text.encode(), parser=lxml.html.HTMLParser(encoding="utf-8"))
    title = " ".join(tree.xpath("string(//title)").split()) or " ".join(tree.xpath("string(//h1)").split())
    for element in tree.xpath(DROPPED):
        if element.getparent() is not None:
            element.drop_tree()
    write_scripts(tree)
    plain = plain_text(tree)
    article = trafilatura.extract(
        tree, url=url, output_format="markdown", include_links=True, include_tables=True, include_comments=False
    )
    return title, article or plain


def _pdf(body: bytes) -> tuple[str, str]:
    document = pypdf.PdfReader(io.BytesIO(body))
    title = (document.metadata.title if document.metadata else None) or ""
    return title, "\n\n".join(page.extract_text() for page in document.pages[:MAX_PDF_PAGES])
