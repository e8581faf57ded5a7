"""The child's side of render_pdf. Only ever run by bot.services.children."""

from bot.services.documents.composer import compose
from bot.services.documents.fontbook import FontBook
from bot.services.documents.model import PdfDocument
from bot.services.documents.painter import new_pdf, paint


def answer(payload: bytes) -> bytes:
    """A PdfDocument as JSON in, a PDF out."""
    document = PdfDocument.model_validate_json(payload)
    pdf = new_pdf(document)
    fonts = FontBook(pdf)
    sheets = compose(document, fonts)
    return paint(pdf, fonts, document, sheets)
