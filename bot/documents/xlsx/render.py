"""The parent's side of making a workbook."""

import json
from dataclasses import dataclass

from bot.documents.xlsx.model import Book
from bot.isolation.children import run_child

MODULE = "bot.documents.xlsx.child"


@dataclass(frozen=True, slots=True)
class Rendered:
    """A file, and what the model should know about it: values that are not what was asked, in a few lines."""

    body: bytes
    remarks: list[str]


def render_xlsx(book: Book, *, timeout_s: float = 30) -> Rendered:
    """The workbook; the same bytes for the same book. Raises DocumentError."""
    answer = run_child(MODULE, book.model_dump_json().encode(), timeout_s=timeout_s)
    remarks, _, body = answer.partition(b"\n")
    return Rendered(body, json.loads(remarks))
