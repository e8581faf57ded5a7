"""What the demo model makes: every spreadsheet and deck it knows, recalculated, printed and read again."""

import io
import re
from typing import Any

import openpyxl
import pypdf
import pytest
from pptx import Presentation

from bot.documents.pptx.model import Deck
from bot.documents.pptx.render import render_pptx
from bot.documents.xlsx.model import Book
from bot.documents.xlsx.render import render_xlsx
from bot.simulator.demo.office import KINDS, Loan, loan_workbook, told, workbook
from bot.simulator.demo.skills.office import loan_in
from bot.types import Language
from tests.fakes.demo import Talk
from tests.fakes.office import Office
from tests.fakes.workbooks import DAY

ERROR = re.compile(r"#(?:NAME|REF|VALUE|DIV|N/A|NUM)|Err:|###")


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("kind", KINDS)
def test_each_spreadsheet_is_recalculated_without_an_error(kind: str, language: Language, libreoffice: Office) -> None:
    loan = Loan(5_000_000, 9.0, 48)
    arguments = loan_workbook(loan, language) if kind == "loan" else workbook(kind, language)
    made = render_xlsx(Book(**arguments, language=language, service_name="Palabre", created_at=DAY))
    assert made.remarks == []
    ours = openpyxl.load_workbook(io.BytesIO(made.body), data_only=True)
    bare = io.BytesIO()
    openpyxl.load_workbook(io.BytesIO(made.body)).save(bare)
    theirs = openpyxl.load_workbook(io.BytesIO(libreoffice.converted(bare.getvalue(), "xlsx", "xlsx")), data_only=True)
    for page in ours:
        assert values(page) == values(theirs[page.title])  # what we computed is what LibreOffice computes
    text = "".join(
        page.extract_text() for page in pypdf.PdfReader(io.BytesIO(libreoffice.to_pdf(made.body, "xlsx"))).pages
    )
    assert not ERROR.search(text)


def values(page: Any) -> list[Any]:
    found = [cell.value for row in page.iter_rows() for cell in row if cell.value is not None]
    return [round(value, 6) if isinstance(value, float) else value for value in found]


def test_both_languages_know_the_same_files() -> None:
    french, english = (set(told(language)) for language in (Language.FR, Language.EN))
    assert french == english
    assert {*KINDS, "decks"} == french
    assert set(told(Language.FR)["loan"]) == set(told(Language.EN)["loan"])


@pytest.mark.parametrize(
    ("asked", "loan"),
    [
        ("un tableau d'amortissement de 5 000 000 fcfa sur 4 ans", Loan(5_000_000, 9.0, 48)),
        ("pret de 2,5 millions a 7,5 % sur 36 mois", Loan(2_500_000, 7.5, 36)),
        ("emprunt 1.500.000 f sur 2 ans a 0 %", Loan(1_500_000, 0.0, 24)),
        ("amortissement excel", Loan(5_000_000, 9.0, 48)),
        ("credit bancaire de 5 f sur 99 ans", Loan(5_000_000, 9.0, 360)),
    ],
)
def test_a_loan_is_read_from_what_people_write(asked: str, loan: Loan) -> None:
    assert loan_in(asked, Language.FR) == loan
    assert loan.payment > 0


def test_thousands_are_read_in_english_too() -> None:
    assert loan_in("amortization of 3,000,000 fcfa over 2 years", Language.EN) == Loan(3_000_000, 9.0, 24)


@pytest.mark.parametrize(
    ("asked", "language", "count"),
    [
        ("un diaporama de 5 diapositives sur la photosynthèse", Language.FR, 5),
        ("5 slides about photosynthesis", Language.EN, 5),
        ("powerpoint sur pythagore", Language.FR, 6),
        ("un diaporama sur la tva", Language.FR, 6),
    ],
)
def test_slides_about_a_lesson_hold_what_it_says(
    asked: str, language: Language, count: int, libreoffice: Office
) -> None:
    talk = Talk()
    answer = talk.says(asked)
    ((name, arguments),) = talk.calls
    assert name == "generate_pptx"
    body = render_pptx(Deck(**arguments, language=language, service_name="Palabre", created_at=DAY))
    slides = list(Presentation(io.BytesIO(body)).slides)
    assert 2 <= len(slides) <= count + 2  # long sections go on
    assert str(len(arguments["slides"]) + 1) in answer
    assert len(pypdf.PdfReader(io.BytesIO(libreoffice.to_pdf(body, "pptx"))).pages) == len(slides)
