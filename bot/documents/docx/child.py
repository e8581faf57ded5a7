"""The child's side of rendering a Word document. Only ever run by bot.isolation.children."""

import io

from docx import Document as new_word

from bot.documents.assembly import blocks_of, enclosures_of
from bot.documents.docx.composer import Composer
from bot.documents.docx.frame import close_letter, open_letter, put_running, put_title
from bot.documents.docx.styles import moment_of, prepare
from bot.documents.figures.ready import with_pictures
from bot.documents.labels import LABELS
from bot.documents.letters import frame_of
from bot.documents.model import Document
from bot.documents.package import stable


def answer(payload: bytes) -> bytes:
    """A Document as JSON in, a DOCX out."""
    document = Document.model_validate_json(payload)
    word = new_word()
    prepare(word, document)
    composer, frame = Composer(word), frame_of(document)
    put_running(word, document, frame)
    if frame:
        open_letter(composer, frame)
    else:
        put_title(composer, document)
    composer.blocks(with_pictures(blocks_of(document), document.language))
    if frame or document.sources:
        composer.upright()
    if frame:
        close_letter(composer, frame)
        composer.blocks(enclosures_of(document))
    if document.sources:
        composer.sources(document.sources, LABELS[document.language].sources)
    body = io.BytesIO()
    word.save(body)
    return stable(body.getvalue(), moment_of(document))
