"""The child's side of render_pdf. Only ever run by bot.isolation.children."""

from bot.documents.model import PdfDocument
from bot.documents.pdf.composer import compose
from bot.documents.pdf.fontbook import FontBook
from bot.documents.pdf.painter import new_pdf, paint


def answer(payload: bytes) -> bytes:
    """A PdfDocument as JSON in, a PDF out."""
    document = PdfDocument.model_validate_json(payload)
    pdf = new_pdf(document)
    fonts = FontBook(pdf)
    sheets = compose(document, fonts)
    return paint(pdf, fonts, document, sheets)
