"""Rows that are headings, or are still to be filled in, and cells that say nothing."""

import io
from typing import Any

import openpyxl
import pytest

from bot.documents.xlsx.child import answer
from tests.fakes.workbooks import book, table

COLUMNS = [
    {"title": "Ouvrage"},
    {"title": "Quantité"},
    {"title": "Prix", "type": "money"},
    {"title": "Montant", "type": "money", "formula": "=B2*C2"},
    {"title": "TVA", "type": "number", "formula": "=D2*18%"},
]


def page_of(*rows: list[Any], results: bool = True, **more: Any) -> Any:
    _, _, body = answer(book(table(*rows, **more)).model_dump_json().encode()).partition(b"\n")
    return openpyxl.load_workbook(io.BytesIO(body), data_only=results).active


def test_a_heading_among_the_rows_shows_no_amounts() -> None:
    """« LOT 1 » of an estimate had « 0 FCFA » behind it. Its formulas stay: of a form they reckon once it is filled."""
    page = page_of(["LOT 1", None, None, None, None], ["Fouilles", 2, "4 500", None, None], columns=COLUMNS)
    formats = [[cell.number_format for cell in row[3:]] for row in page.iter_rows(min_row=2)]
    assert all(code.count(";") == 2 and code.endswith(";") for code in formats[0])
    assert not any(code.endswith(";") for code in formats[1])
    assert [[cell.value for cell in row[3:]] for row in page.iter_rows(min_row=2)] == [[0, 0], [9_000, 1_620]]


@pytest.mark.parametrize("formula", ["=B2/B$4", "=IF(B$4=0,0,B2/$B$4)"])
def test_a_heading_among_the_rows_has_no_part_of_their_total(formula: str) -> None:
    """« 0,00 % » stood beside « RESSOURCES HUMAINES »."""
    columns = [
        {"title": "Poste"},
        {"title": "Coût", "total": True},
        {"title": "%", "type": "percent", "formula": formula},
    ]
    page = page_of(["ÉQUIPEMENT", None, None], ["Pompe", 500, None], columns=columns)
    assert [page[place].number_format.endswith(";") for place in ("C2", "C3")] == [True, False]


@pytest.mark.parametrize(
    "formula", ['=COUNTIF(B2:C2,"P")', "=SUM(B$2:B2)", "=D1+B2", "=2*3"], ids=["marks", "above", "running", "none"]
)
def test_nothing_that_was_counted_is_shown_as_such(formula: str) -> None:
    columns = [*({"title": title} for title in "ABC"), {"title": "D", "formula": formula}]
    page = page_of(["Awa", 0, 0, 0], ["Koffi", "A" if "COUNTIF" in formula else None, None, None], columns=columns)
    assert not page["D3"].number_format.endswith(";")


def test_a_formula_may_read_what_stands_behind_it() -> None:
    """Its « 0 FCFA » was hidden as if nothing stood there."""
    columns = [{"title": "Article"}, {"title": "Montant", "type": "money", "formula": "=C2*D2"}, *COLUMNS[1:3]]
    page = page_of(["Riz", None, 0, 500], ["Huile", None, None, None], columns=columns)
    assert [page[place].number_format.endswith(";") for place in ("B2", "B3")] == [False, True]


def test_a_form_that_is_filled_in_shows_what_comes_below_zero() -> None:
    """Before the language its minus made LibreOffice show « --40C200 »."""
    columns = [*({"title": title, "type": "number"} for title in "AB"), {"title": "Écart", "formula": "=A2-B2"}]
    assert page_of([None, None, None], columns=columns)["C2"].number_format == "[$-40C]#,##0;[$-40C]-#,##0;"


def test_a_text_that_is_reckoned_has_a_format_of_one_part() -> None:
    """« @ » may stand in the last part alone."""
    columns = [*COLUMNS[:2], {"title": "Mention", "type": "text", "formula": '=IF(B2>=10,"Admis","Refusé")'}]
    assert page_of(["", None, None], columns=columns)["C2"].number_format == "@"


def test_a_text_of_no_letters_is_an_empty_cell() -> None:
    """A running balance failed over it, and a count of what is filled counted it."""
    rows = [
        ["a", "1 500", {"formula": "=B2"}],
        ["b", "", {"formula": "=C2+B3"}],
        ["c", " ", {"formula": "=COUNTA(B2:B4)"}],
    ]
    assert [[cell.value for cell in row[1:]] for row in page_of(*rows).iter_rows(min_row=2)] == [
        [1_500, 1_500], [None, 1_500], [None, 1],
    ]  # fmt: skip
