"""Files as strangers make them, to be found in a person's library: a text in each kind of file."""

import io
from collections.abc import Callable
from typing import Any

import docx
import openpyxl
import pptx

from bot.documents.pdf.render import render_pdf
from tests.fakes.old_slides import Show, Slide, box
from tests.fakes.other_files import archive_of, book, flat_document, old_workbook, open_document
from tests.fakes.outlook import container, letter
from tests.fakes.papers import document


def made(kind: str, text: str) -> tuple[str, bytes]:
    """The ending and the bytes of a file of a kind that says a text."""
    ending = kind.partition("_")[0]
    return ending, _MAKERS.get(kind, str.encode)(text)


def _saved(document: Any) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def _word(text: str, *, hidden: bool = False) -> bytes:
    written = docx.Document()
    written.add_paragraph("Un contrat ordinaire.")
    run = written.add_paragraph().add_run(text)
    run.font.hidden = hidden
    return _saved(written)


def _workbook(text: str) -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["Poste", text])
    return _saved(book)


def _slides(text: str) -> bytes:
    show = pptx.Presentation()
    slide = show.slides.add_slide(show.slide_layouts[1])
    slide.shapes.title.text = "Le cacao"
    slide.notes_slide.notes_text_frame.text = text
    return _saved(show)


def _page(text: str) -> bytes:
    return f"<html><title>Page</title><body><p>{text}</p></body></html>".encode()


def _table(text: str) -> str:
    row = f"<table:table-row><table:table-cell><text:p>{text}</text:p></table:table-cell></table:table-row>"
    return f'<table:table table:name="Mai">{row}</table:table>'


_MAKERS: dict[str, Callable[[str], bytes]] = {
    "pdf": lambda text: render_pdf(document({"title": "Facture", "content": text})),
    "docx": _word,
    "docx_hidden": lambda text: _word(text, hidden=True),
    "xlsx": _workbook,
    "pptx": _slides,
    "html": _page,
    "odt": lambda text: open_document("text", f"<text:p>{text}</text:p>"),
    "ods": lambda text: open_document("spreadsheet", _table(text)),
    "odp": lambda text: open_document("presentation", f"<draw:page>{_table(text)}</draw:page>"),
    "xls": lambda text: old_workbook({"Mai": [[text]]}),
    "xml": lambda text: flat_document("text", f"<text:p>{text}</text:p>"),
    "ppt": lambda text: Show().save([Slide([box("Le cacao")], notes=text)]).file(),
    "msg": lambda text: container(letter({0x1000: text})),
    "rtf": lambda text: rb"{\rtf1\ansi %s}" % text.encode("cp1252"),
    "epub": book,
    "zip": lambda text: archive_of({"_chat.txt": text, "photo.jpg": "x"}),
}
