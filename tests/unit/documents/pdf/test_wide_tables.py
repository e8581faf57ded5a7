"""Tables too wide for a page: it is turned on its side for them, and for nothing else."""

import io

import pypdf

from bot.documents.render import render
from tests.fakes.papers import document

MONTHS = ("Janv", "Févr", "Mars", "Avr", "Mai", "Juin", "Juil", "Août", "Sept", "Oct", "Nov", "Déc")
AMOUNT = "10\u00a0250\u00a0000"
BUDGET = "\n".join(
    [
        f"| Poste | {' | '.join(MONTHS)} | Total |",
        f"|---|{'--:|' * 13}",
        *(f"| Marchandises {row} | {' | '.join(['10 250 000'] * 13)} |" for row in range(3)),
    ]
)
TEXT = "Une phrase de quelques mots. " * 60


def pages(content: str) -> list[pypdf.PageObject]:
    body = render("pdf", document({"title": "Budget", "content": content}))
    return list(pypdf.PdfReader(io.BytesIO(body)).pages)


def is_wide(page: pypdf.PageObject) -> bool:
    return bool(page.mediabox.width > page.mediabox.height)


def test_a_years_budget_lies_on_its_side_with_its_title_and_no_amount_is_cut() -> None:
    (page,) = pages(f"## Prévisions\n\n{BUDGET}")
    assert is_wide(page)
    words = page.extract_text()
    assert words.startswith("Budget")
    assert words.replace(" ", "\u00a0").count(AMOUNT) == 39


def test_only_the_tables_pages_lie_on_their_sides_and_its_heading_goes_along() -> None:
    found = pages("Une phrase.\n\n" * 4 + f"## Prévisions\n\n{BUDGET}\n\n" + f"{TEXT}\n\n" * 6)
    assert [is_wide(page) for page in found[:3]] == [False, True, False]
    assert "Prévisions" in found[1].extract_text()
    assert not any(map(is_wide, found[2:]))


def test_a_table_that_fits_leaves_the_page_upright() -> None:
    (page,) = pages("| Poste | Montant |\n|---|--:|\n| Loyer | 350 000 |")
    assert not is_wide(page)


def test_thirty_narrow_columns_leave_their_room_to_the_names() -> None:
    days = [f"{day:02d}/11" for day in range(1, 30)]
    (page,) = pages(f"| Nom | {' | '.join(days)} |\n|{'---|' * 30}\n| KOUASSI Adjoua |{' P |' * 29}\n")
    assert {"KOUASSI", "Adjoua", *days} <= set(page.extract_text().split())
