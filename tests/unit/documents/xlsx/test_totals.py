"""Sums that stand among the rows of a column: its total counts nothing twice."""

import io
from typing import Any

import openpyxl
import pytest

from bot.documents.xlsx.child import answer
from bot.errors import DocumentError
from tests.fakes.workbooks import book, table

COLUMNS = [{"title": "Poste"}, {"title": "Montant", "type": "money", "total": True}]


def written(*rows: list[Any], results: bool = True) -> list[Any]:
    """The second column of a workbook of these rows: values, or formulas."""
    _, _, body = answer(book(table(*rows, columns=COLUMNS)).model_dump_json().encode()).partition(b"\n")
    page = openpyxl.load_workbook(io.BytesIO(body), data_only=results).active
    return [row[1].value for row in page.iter_rows(min_row=2)]


def added(source: str) -> dict[str, str]:
    return {"formula": source}


def test_a_total_leaves_subtotals_out() -> None:
    rows: list[list[Any]] = [
        ["Loyer", 1_000], ["Eau", 500], ["Sous-total", added("=SOMME(B2:B3)")],
        ["Salaires", 2_000], ["Primes", 100], ["Sous-total", added("=SUBTOTAL(9,B5:B6)")], ["Divers", 50],
    ]  # fmt: skip
    assert written(*rows)[-1] == 3_650
    assert written(*rows, results=False)[2::5] == ["=SUBTOTAL(9,B2:B3)", "=SUBTOTAL(9,B2:B8)"]


@pytest.mark.parametrize(
    "total",
    [15_000, "15 000", added("=SUM(B2:B3)"), added("=B2+B3")],
    ids=["number", "text", "sum", "addition"],
)
def test_a_row_that_says_the_total_is_refused(total: Any) -> None:
    with pytest.raises(DocumentError, match=r"row 3 \(TOTAL général\)"):
        written(["Riz", 10_000], ["Huile", 5_000], ["TOTAL général", total])


def test_a_supplier_called_total_is_none() -> None:
    assert written(["Riz", 10_000], ["Huile", 5_000], ["Total Énergies", 7_500])[-1] == 22_500


def test_the_same_amount_twice_is_no_total() -> None:
    assert written(["Eau", 500], ["Total Énergies", 500])[-1] == 1_000


def test_a_total_of_what_other_columns_hold_is_added() -> None:
    assert written(["Riz", added("=SUM(1,2)")], ["Huile", 5])[-1] == 8


DISCOUNT = [
    {"label": "Remise 5 %", "value": added("=-B4*5%")},
    {"label": "Net HT", "value": added("=B4+B5")},
    {"label": "TVA 19,25 %", "value": added("=B6*19,25%")},
    {"label": "Net à payer", "value": added("=B6+B7")},
]


@pytest.mark.parametrize(
    ("amounts", "unit", "shown"),
    [
        ((624_000, 429_750), "FCFA", [1_053_750, -52_688, 1_001_062, 192_704, 1_193_766]),
        ((1_250.55, 99.99), "EUR", [1_350.54, -67.53, 1_283.01, 246.98, 1_529.99]),
        ((100, 50), "FCFA", [150, -7.5, 142.5, 27.43125, 169.93125]),
    ],
)
def test_amounts_below_a_table_add_up_as_they_are_shown(
    amounts: tuple[float, float], unit: str, shown: list[float]
) -> None:
    """« 1 001 063 FCFA » and « 192 705 FCFA » came to « 1 193 767 FCFA ». What is small may be the price of a unit."""
    columns = [COLUMNS[0], COLUMNS[1] | {"unit": unit}]
    made = book(table(*zip("ab", amounts, strict=True), columns=columns, summary=DISCOUNT))  # type: ignore[arg-type]
    _, _, body = answer(made.model_dump_json().encode()).partition(b"\n")
    page = openpyxl.load_workbook(io.BytesIO(body), data_only=True).active
    assert [row[1].value for row in page.iter_rows(min_row=4)] == pytest.approx(shown)


@pytest.mark.parametrize(
    ("factor", "shown"),
    [("quantite", 5_000_000), ("(1+marge)*1200", 2_600_000), ("marge", 500), ("30%", 500)],
)
def test_the_price_of_a_unit_is_no_amount_that_is_rounded(factor: str, shown: int) -> None:
    """Three thousand pieces of 5,000,000 came to 5,001,000. Only what is taken once at most adds up as it is shown."""
    lines = [
        {"label": "Quantité", "value": 3_000, "name": "quantite"},
        {"label": "Marge", "value": 0.3, "type": "percent", "name": "marge"},
        {"label": "Prix de revient", "value": added("=B4/quantite"), "name": "prix"},
        {"label": "Vendu", "value": added(f"=prix*{factor}")},
    ]
    made = book(table(["Tissu", 3_500_000], ["Fil", 1_500_000], summary=lines, columns=COLUMNS))
    _, _, body = answer(made.model_dump_json().encode()).partition(b"\n")
    page = openpyxl.load_workbook(io.BytesIO(body), data_only=True).active
    assert round(page["B8"].value) == shown
    assert (page["B7"].value == 1_667) == (shown < 1_667)
