"""Making a PDF, the kind that long answers and the agent's own documents share."""

from bot.documents.model import Document
from bot.documents.render import render


def render_pdf(document: Document, *, timeout_s: float = 30) -> bytes:
    """The PDF. Raises DocumentError as `render` does, also for too many pages or a script we have no letters for."""
    return render("pdf", document, timeout_s=timeout_s)
