"""Making a document of any kind: the parent's side."""

import json
from dataclasses import dataclass

from bot.documents.letters import framed
from bot.documents.model import MAX_CONTENT_CHARS, Document, Kind
from bot.errors import DocumentError
from bot.isolation.children import run_child

CONTENT_TYPES: dict[Kind, str] = {
    "pdf": "application/pdf",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "html": "text/html; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
}


@dataclass(frozen=True, slots=True)
class Rendered:
    """A file, and what the model should know of it: letters that could not be drawn."""

    body: bytes
    remarks: tuple[str, ...] = ()


def render(kind: Kind, document: Document, *, timeout_s: float = 30) -> bytes:
    """The file alone. Raises DocumentError as `rendered` does."""
    return rendered(kind, document, timeout_s=timeout_s).body


def rendered(kind: Kind, document: Document, *, timeout_s: float = 30) -> Rendered:
    """The file; the same bytes for the same document. Raises DocumentError with a reason fit for the model: too long,
    too many pages, a chart without numbers, a script we have no letters for."""
    length = len(document.content) + sum(len(part.text) + sum(map(len, part.items)) for part in document.parts)
    cells = sum(len(str(cell)) for part in document.parts for row in part.rows for cell in row)
    if length + cells > MAX_CONTENT_CHARS:
        raise DocumentError(f"the content is longer than {MAX_CONTENT_CHARS:,} characters: make several documents")
    document = framed(document)
    answer = run_child(f"bot.documents.{kind}.child", document.model_dump_json().encode(), timeout_s=timeout_s)
    if kind != "pdf":  # other readers bring letters of their own
        return Rendered(answer)
    remarks, _, body = answer.partition(b"\n")
    return Rendered(body, tuple(json.loads(remarks)))
