"""The child's side of render_pdf. Only ever run by bot.isolation.children."""

import json

from bot.documents.assembly import blocks_of, enclosures_of
from bot.documents.figures.ready import with_pictures
from bot.documents.labels import LABELS
from bot.documents.letters import frame_of
from bot.documents.model import Document
from bot.documents.pdf.composer import Composer
from bot.documents.pdf.fontbook import FontBook
from bot.documents.pdf.layout import Typesetter
from bot.documents.pdf.letter import close_letter, open_letter
from bot.documents.pdf.painter import new_pdf, paint
from bot.documents.pdf.sheets import Sheet
from bot.documents.spacing import tied
from bot.documents.theme import LEFT


def answer(payload: bytes) -> bytes:
    """A Document as JSON in; out a line of JSON (what is to be told of it), then the PDF."""
    document = Document.model_validate_json(payload)
    pdf = new_pdf(document)
    fonts = FontBook(pdf)
    sheets = compose(document, fonts)
    body = paint(pdf, fonts, document, sheets)
    return json.dumps(fonts.remarks()).encode() + b"\n" + body


def compose(document: Document, fonts: FontBook) -> list[Sheet]:
    """The pages of a document, all but their running headers and footers. Raises DocumentError."""
    composer = Composer(Typesetter(fonts))
    frame = frame_of(document)
    blocks = with_pictures(blocks_of(document), document.language)
    if frame:
        open_letter(composer, frame)
    else:
        composer.begin_wide(blocks)
        composer.title(tied(document.title), tied(document.subtitle))
    composer.blocks(blocks, LEFT)
    if frame:
        close_letter(composer, frame)
        composer.sheets.space(16)
        composer.blocks(enclosures_of(document), LEFT)
    if document.sources:
        composer.sources(document.sources, LABELS[document.language].sources)
    fonts.check()
    return composer.sheets.pages
