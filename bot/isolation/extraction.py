"""Text out of fetched pages. Parsing happens in a child process (bot.isolation.extraction_child); what lives here is
the asking, and what is shown of the answer."""

import base64
import json
import re
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context

from bot.clients.pages import Page, ReadPage
from bot.errors import DocumentError
from bot.isolation.children import run_child
from bot.text.safe import safe_text

MODULE = "bot.isolation.extraction_child"
NO_TEXT = "the page holds no readable text"


def visible(text: str) -> str:
    """`text` without the characters nobody sees but a model reads, line ends as \\n, no more than one empty line."""
    text = safe_text(re.sub("[\x85\u2028\u2029]", "\n", text))
    return re.sub(r"\n[ \t]*(?:\n[ \t]*){2,}", "\n\n", text).strip()


def extract(pages: Sequence[Page], *, deadline: float) -> list[ReadPage | DocumentError]:
    """Title and Markdown text of each page, in order, or why there is none. All go to one child; where that one
    does not survive, each page gets its own, so that a hostile page spoils nobody's text. `deadline`: monotonic."""
    if not pages:
        return []
    try:
        left_s = max(0.1, deadline - time.monotonic())
        return _ask(pages, left_s if len(pages) == 1 else left_s / 2)
    except DocumentError as error:
        if len(pages) == 1:
            return [error]
    with ThreadPoolExecutor(len(pages), thread_name_prefix="extract") as pool:
        each = [pool.submit(copy_context().run, extract, [page], deadline=deadline) for page in pages]
        return [alone.result()[0] for alone in each]


def _ask(pages: Sequence[Page], timeout_s: float) -> list[ReadPage | DocumentError]:
    request = [
        {
            "url": page.final_url,
            "name": page.name,
            "content_type": page.content_type,
            "seconds": timeout_s * 0.6 / len(pages),
            "body": base64.b64encode(page.body).decode(),
        }
        for page in pages
    ]
    answers = json.loads(run_child(MODULE, json.dumps(request).encode(), timeout_s=timeout_s))
    return [_result(page, answer) for page, answer in zip(pages, answers, strict=True)]


def _result(page: Page, answer: dict[str, str]) -> ReadPage | DocumentError:
    text = visible(answer.get("text", ""))
    if not text:
        return DocumentError(answer.get("error") or NO_TEXT)
    return ReadPage(url=page.final_url, title=" ".join(visible(answer.get("title", "")).split()), text=text)
