"""Documents as LibreOffice opens and prints them."""

import io
import re

import pypdf
import pytest

from bot.documents.render import render
from tests.fakes.office import Office
from tests.fakes.papers import LETTER, REPORT, document

pytestmark = pytest.mark.timeout(240)


def printed(office: Office, body: bytes, ending: str) -> list[str]:
    """The text of each page."""
    reader = pypdf.PdfReader(io.BytesIO(office.to_pdf(body, ending)))
    return [re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages]


def test_word_documents_open_with_formulas_lists_and_counted_pages(office: Office) -> None:
    pages = printed(office, render("docx", document(REPORT)), "docx")
    assert len(pages) == 3
    text = " ".join(pages)
    for part in (
        "Bilan du premier trimestre",
        "1. d’abord",
        "– dedans",
        "2. ensuite",
        "Qui vivra verra.",
        "1. Encyclopédie",
    ):
        assert part in text, part
    for number, page in enumerate(pages, 1):
        assert f"Page {number} / 3" in page


def test_a_letter_in_word_fits_its_page(office: Office) -> None:
    (page,) = printed(office, render("docx", document(LETTER)), "docx")
    assert "Abidjan, le 3 mars 2026" in page
    assert "Page" not in page


def test_web_pages_open_too(office: Office) -> None:
    assert "Bilan du premier trimestre" in " ".join(printed(office, render("html", document(REPORT)), "html"))
