"""Documents that stand behind an address, read as those that people send (bot.isolation.readers). Only ever run in
child processes."""

import contextlib
import io
from dataclasses import dataclass
from itertools import groupby

import pypdf

from bot.isolation.readers.child import is_signed, read
from bot.isolation.readers.outline import Outline, Wanted
from bot.isolation.readers.pdf_marks import BROKEN
from bot.refusals import Unreadable

PDF, PDF_TYPE, PDF_HEAD = b"%PDF-", "application/pdf", 1_024
SEND_IT = "the user may send the file itself"
WHY = {
    Unreadable.EMPTY: "it is an empty file",
    Unreadable.PASSWORD: "it is a file protected by a password, which nobody here can open",
    Unreadable.CORRUPT: "it is a file that is damaged, or did not arrive whole",
    Unreadable.TOO_LARGE: "it is a file too large or too complex to be read",
    Unreadable.NO_TEXT: f"it is a PDF whose pages are pictures without text (a scan): {SEND_IT}",
    Unreadable.ONLY_PICTURES: f"it is a file that holds pictures and no text: {SEND_IT} as a PDF",
    Unreadable.PICTURE: "it is a picture, not a page with text: the user may send it as a photo",
    Unreadable.OLD_FORMAT: "it is an .xlsb, or a .ppt or .doc of before 1997: the user may save it as .xlsx, "
    ".pptx or .docx and send it",
    Unreadable.ARCHIVE: "it is an archive of several files, or of none that can be read",
    Unreadable.UNKNOWN: "it is a file of a kind that is not read: pages, text, PDF, Office and OpenDocument files are",
    Unreadable.NO_SUCH_PLACE: "it is an empty file",
}


@dataclass(frozen=True, slots=True)
class Document:
    """What a document says, and its title, if it has one. `is_cut`: there is more."""

    title: str
    text: str
    is_cut: bool


def is_document(body: bytes, kind: str) -> bool:
    """Whether it is no page, by what the bytes are. `kind`: what the server says, of whose PDFs some begin later."""
    begins_as_pdf = body[:PDF_HEAD].lstrip(b"\xef\xbb\xbf\0 \t\r\n").startswith(PDF)
    return begins_as_pdf or (kind == PDF_TYPE and PDF in body[:PDF_HEAD]) or is_signed(body)


def document_of(body: bytes, *, chars: int, seconds: float) -> Document:
    """The first `chars` characters or more of a document, as far as they are read in so many seconds. Raises
    FileUnreadable."""
    kind, outline = read(body, Wanted(1, "", chars, seconds))
    is_cut = outline.is_cut or outline.sections[-1].place < outline.total
    return Document(_title(body) if kind == "pdf" else "", _text(outline), is_cut)


def _text(outline: Outline) -> str:
    """What stands in a sheet stands below its name; what is not read is no secret."""
    between = "\n" if outline.unit == "part" else "\n\n"
    parts = []
    for sheet, sections in groupby(outline.sections, key=lambda section: section.sheet):
        text = between.join(section.text for section in sections)
        parts.append(f"## {sheet}\n{text}" if sheet else text)
    unread = [f"[Not read of this file: {', '.join(outline.unread)}]"] if outline.unread else []
    return "\n\n".join([*unread, *parts])


def _title(body: bytes) -> str:
    with contextlib.suppress(*BROKEN):
        about = pypdf.PdfReader(io.BytesIO(body)).metadata
        return (about.title if about else None) or ""
    return ""
