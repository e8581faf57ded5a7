"""Twenty pages as PDF and as Word: ours with its child's start, beside the plain library called in this process."""

import gc
import io
import statistics
import time
from collections.abc import Callable

from docx import Document as new_word
from fpdf import FPDF

from bot.documents.model import Kind
from bot.documents.pdf.fontbook import FILES, FOLDER
from bot.documents.render import render
from tests.bench.report import Finding
from tests.fakes.papers import document, pages_of_text

PAGES = 20
# Of ours to the plain call, which pays neither a process nor imports: for Word, 70 ms of work, they are nearly all.
GOALS: dict[Kind, float] = {"pdf": 4.0, "docx": 35.0}


def papers(rounds: int) -> list[Finding]:
    """Both kinds, ours and the plain library in turn."""
    text = pages_of_text(PAGES)
    kinds: tuple[tuple[Kind, Callable[[str], bytes]], ...] = (("pdf", plain_pdf), ("docx", plain_word))
    findings = []
    for kind, plain in kinds:
        paper = document({"title": "Cours", "content": text})
        ours, theirs = [], []
        for _ in range(rounds):
            ours.append(milliseconds(lambda kind=kind, paper=paper: render(kind, paper, timeout_s=60)))
            theirs.append(milliseconds(lambda plain=plain: plain(text)))
        what = f"document: {PAGES} pages as {kind}, with its child's start"
        findings.append(Finding(what, "ms", statistics.median(ours), GOALS[kind], statistics.median(theirs)))
    return findings


def milliseconds(work: Callable[[], bytes]) -> float:
    """Wall time of one call."""
    gc.collect()
    began = time.perf_counter()
    if not work():
        raise RuntimeError("nothing was made")
    return (time.perf_counter() - began) * 1000


def plain_pdf(text: str) -> bytes:
    """The same words by fpdf2 with one font, no layout of ours."""
    pdf = FPDF()
    pdf.add_font("text", fname=FOLDER / f"{FILES['text']}.ttf")
    pdf.set_font("text", size=11)
    pdf.add_page()
    for paragraph in text.split("\n\n"):
        pdf.multi_cell(0, 6, paragraph, new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def plain_word(text: str) -> bytes:
    """The same words by python-docx in its own styles."""
    word, body = new_word(), io.BytesIO()
    for paragraph in text.split("\n\n"):
        word.add_paragraph(paragraph)
    word.save(body)
    return body.getvalue()
