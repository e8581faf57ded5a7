"""Making a PDF: the parent's side."""

from bot.documents.model import MAX_CONTENT_CHARS, PdfDocument
from bot.errors import DocumentError
from bot.isolation.children import run_child

MODULE = "bot.documents.pdf.child"


def render_pdf(document: PdfDocument, *, timeout_s: float = 30) -> bytes:
    """The PDF; the same bytes for the same document. Raises DocumentError with a reason fit for the model: too long,
    too many pages, or in a script we have no letters for."""
    if len(document.content) > MAX_CONTENT_CHARS:
        raise DocumentError(f"the content is longer than {MAX_CONTENT_CHARS:,} characters: make several documents")
    return run_child(MODULE, document.model_dump_json().encode(), timeout_s=timeout_s)
