"""Documents as LibreOffice opens and prints them."""

import io
import re

import pypdf
import pytest

from bot.documents.render import render
from tests.fakes.office import Office
from tests.fakes.papers import LETTER, REPORT, document

pytestmark = pytest.mark.timeout(240)


def printed(libreoffice: Office, body: bytes, ending: str) -> list[str]:
    """The text of each page."""
    reader = pypdf.PdfReader(io.BytesIO(libreoffice.to_pdf(body, ending)))
    return [re.sub(r"\s+", " ", page.extract_text()) for page in reader.pages]


def test_word_documents_open_with_formulas_lists_and_counted_pages(libreoffice: Office) -> None:
    pages = printed(libreoffice, render("docx", document(REPORT)), "docx")
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


def test_a_letter_in_word_fits_its_page(libreoffice: Office) -> None:
    (page,) = printed(libreoffice, render("docx", document(LETTER)), "docx")
    assert "Abidjan, le 3 mars 2026" in page
    assert "Page" not in page


def test_web_pages_open_too(libreoffice: Office) -> None:
    assert "Bilan du premier trimestre" in " ".join(printed(libreoffice, render("html", document(REPORT)), "html"))


FORMULAS = (
    *(r"f(x)=\frac{(x+1)^2}{2}\,dx", r"\lim_{x\to -1^+} f(x) = 3", r"\mathrm{H_3O^+ + HO^- \rightarrow 2\,H_2O}"),
    *(r"{}^{238}_{92}U \to {}^4_2He", r"\begin{aligned} P &= 2 \\ &= 3\end{aligned}", r"K = \frac{[A]_{eq}[B]^2}{[C]}"),
    *(
        r"x \in\ ]0;1[ \cup [2;+\infty[",
        r"\mathbb{R}_+^* \neq \{1\}",
        r"\underbrace{1+1}_{n} = \overbrace{2}^{k}",
        r"20\%",
    ),
    *(
        r"|x-1| < \|u\|",
        r"\int_0^1 f(x,y)\,dx = \sum_{k=0}^{n} (k+1)^2",
        r"\Leftrightarrow x = 2",
        r"<x, y> = 0",
        r"c_{i+}",
    ),
)


def test_a_formula_in_word_is_whole_in_libreoffice_too(libreoffice: Office) -> None:
    """It shows « ¿ » for what it cannot read, and leaves out the rest."""
    lesson = {"title": "Formules", "content": "\n\n".join(f"$${formula}$$" for formula in FORMULAS)}
    shown = "".join(printed(libreoffice, render("docx", document(lesson)), "docx"))
    assert "¿" not in shown
    assert "=3" in shown.replace(" ", "")


def test_no_number_and_no_head_of_a_word_table_is_cut_in_other_letters(libreoffice: Office) -> None:
    """LibreOffice has no Calibri here and sets wider ones."""
    table = (
        "| Réf. | Désignation | Qté | P.U. HT (F CFA) | Remise | Montant HT |\n|:--|:--|--:|--:|:-:|--:|\n"
        f"| CAB-RJ45-CAT6-30M-BLINDE | {'Câble réseau blindé pour le bureau ' * 4} | 1 250 | 1 150 | 10 % | 1 293 750 |"
    )
    (page,) = printed(libreoffice, render("docx", document({"title": "Facture", "content": table})), "docx")
    for word in ("Qté", "Remise", "Montant", "1 250", "1 150", "10 %", "1 293 750"):
        assert word in page.replace("\u00a0", " "), word


def test_no_row_of_a_word_table_is_cut_by_a_pages_end(libreoffice: Office) -> None:
    rows = "".join(f"| début{n}, KOUADIO Marie{'<br>Ange' * (n % 4)} fin{n}. | {n} |\n" for n in range(60))
    pages = printed(
        libreoffice,
        render("docx", document({"title": "Notes", "content": f"| Nom | Note |\n|---|--:|\n{rows}"})),
        "docx",
    )
    assert len(pages) > 1
    assert all(sum(f"début{n}," in page and f"fin{n}." in page for page in pages) == 1 for n in range(60))
