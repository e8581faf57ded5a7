"""Tones of Fon, Ewe, Dioula or Yoruba stand over their letters, and words that bear them are copied whole."""

import io

import pypdf
import pypdfium2
import pytest
from fpdf import FPDF
from PIL import ImageChops

from bot.documents.pdf.fontbook import FontBook, has_marks
from bot.documents.pdf.render import render_pdf
from tests.fakes.papers import document

WORDS = "gbɛ̌ sɛ̌n tɔ̂gbe kpɔ́n lɩ̀ɩ̀n ɛ̃́ ọ̀rọ̀ \u0301seul fin"


def inked(text: str) -> tuple[int, int, int, int]:
    """Where there is ink below the title, in pixels: left, top, right, bottom."""
    with pypdfium2.PdfDocument(render_pdf(document({"title": ".", "content": text}))) as paper:
        page = paper[0].render(scale=4).to_pil().convert("L")
    page = page.crop((0, page.height * 4 // 25, page.width, page.height // 2))
    found = ImageChops.invert(page).getbbox()
    assert found
    return found


@pytest.mark.parametrize("mark", ["\u030c", "\u0302", "\u0303", "\u0301", "\u0304"])
@pytest.mark.parametrize("written", ["{}", "**{}**", "*{}*", "`{}`"])
def test_a_tone_stands_over_its_letter(written: str, mark: str) -> None:
    left, top, right, _ = inked(written.format("ɛ"))
    with_tone = inked(written.format(f"ɛ{mark}"))
    assert with_tone[0] == pytest.approx(left, abs=4)
    assert with_tone[2] == pytest.approx(right, abs=6)
    assert with_tone[1] < top - 4 or "`" in written  # what is behind code is ink too


def test_a_second_mark_stands_above_the_first() -> None:
    book = FontBook(FPDF(unit="pt"))
    letter, first, second = book.stretches("ɛ\u0303\u0301", "text", 10)
    assert (letter.text, letter.right, letter.above) == ("ɛ", 0, 0)
    assert 0 == first.above < second.above


@pytest.mark.parametrize("written", ["{}", "**{}**", "## {}", "`{}`", "[{}](https://exemple.ci)"])
def test_words_are_copied_as_they_were_written(written: str) -> None:
    body = render_pdf(document({"title": "T", "content": written.format(WORDS)}))
    assert WORDS in " ".join(pypdf.PdfReader(io.BytesIO(body)).pages[0].extract_text().split())
    with pypdfium2.PdfDocument(body) as paper:
        assert WORDS in paper[0].get_textpage().get_text_bounded()


@pytest.mark.parametrize(("text", "marked"), [("office", False), ("école ɛ", False), ("ɛ̌", True)])
def test_only_marks_of_their_own_are_moved(text: str, marked: bool) -> None:
    assert has_marks(text) is marked
