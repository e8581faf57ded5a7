"""What its author puts in the middle or on the right in HTML, the only way that Markdown has, stands there."""

import io

import docx
import pytest
from docx.enum.text import WD_ALIGN_PARAGRAPH
from fpdf import FPDF

from bot.documents.blocks import Heading, Paragraph
from bot.documents.markdown import parse
from bot.documents.pdf.child import compose
from bot.documents.pdf.fontbook import FontBook
from bot.documents.pdf.pieces import measure
from bot.documents.render import render
from bot.documents.theme import LEFT, RIGHT
from tests.fakes.papers import document

LETTERHEAD = (
    '<center>RÉPUBLIQUE<br>Paix</center>\n\n<h2 align="center">Certificat</h2>\n\nCorps.\n\n'
    '<div style="text-align: right">\n\n**Le directeur**\n\n&nbsp;\n\nA. Ba\n\n</div>\n\nFin.\n'
)
SIDES = ["center", "center", None, "right", "right", "right", None]


def sides(markdown: str) -> list[str | None]:
    blocks = parse(markdown)
    assert "\\ue0" not in repr(blocks)
    return [block.side for block in blocks if isinstance(block, (Heading, Paragraph))]


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        (LETTERHEAD, SIDES),
        ("<p align=center>a</p>\nb", ["center", None]),
        ('<div align="right"><p align="center">a</p>b</div>c', ["center", "right", None]),
        ("<div align='right'><div>a</div>b</div>c", ["right", "right", None]),
        ("`<center>` a </center>\n\nb", [None, None]),
        ("<center>a", [None]),
        ("- <center>a</center>\n\nb", [None]),
        ("| <center>a</center> | b |\n|---|---|\n| c | d |\n\ne", [None]),
        ("```\n<center>a</center>\n```\n\nb", [None]),
    ],
)
def test_the_side_of_each_block(markdown: str, expected: list[str | None]) -> None:
    assert sides(markdown) == expected


def test_a_pdf_shows_them_there() -> None:
    (sheet,) = compose(document({"title": "T", "content": LETTERHEAD}), FontBook(FPDF(unit="pt")))
    placed = {text.line[0].text: (text.x, text.x + measure(text.line)) for text in sheet.texts}
    for middle in ("RÉPUBLIQUE", "Paix", "Certificat"):
        assert sum(placed[middle]) == pytest.approx(LEFT + RIGHT)
    for right in ("Le directeur", "A. Ba"):
        assert placed[right][1] == pytest.approx(RIGHT)
    for left in ("Corps.", "Fin."):
        assert placed[left][0] == LEFT


def test_word_and_a_web_page_show_them_there() -> None:
    word = docx.Document(io.BytesIO(render("docx", document({"title": "T", "content": LETTERHEAD}))))
    names = {WD_ALIGN_PARAGRAPH.CENTER: "center", WD_ALIGN_PARAGRAPH.RIGHT: "right"}
    assert [names.get(made.alignment) for made in word.paragraphs[-len(SIDES) :]] == SIDES
    page = render("html", document({"title": "T", "content": LETTERHEAD})).decode()
    assert '<h2 class="center">Certificat</h2>' in page
    assert '<p class="right"><br></p>\n<p class="right">A. Ba</p>\n<p>Fin.</p>' in page
