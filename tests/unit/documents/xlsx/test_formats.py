"""How numbers are shown of which nobody said how."""

import io
from typing import Any

import openpyxl
import pytest

from bot.documents.spelling import FRENCH
from bot.documents.xlsx.child import answer
from tests.fakes.workbooks import book, table

AS_WRITTEN = f"{FRENCH}General"


def sheet(*rows: list[Any], **more: Any) -> Any:
    _, _, body = answer(book(table(*rows, **more)).model_dump_json().encode()).partition(b"\n")
    return openpyxl.load_workbook(io.BytesIO(body)).active


def codes(title: str, *values: Any, **more: Any) -> set[str]:
    """How the numbers below a title are shown."""
    page = sheet(*([value] for value in values), columns=[{"title": title} | more])
    return {row[0].number_format.removeprefix(FRENCH) for row in page.iter_rows(min_row=2)}


@pytest.mark.parametrize(
    ("title", "values"),
    [
        ("Année", (1960, 2026)),
        ("Année scolaire", (2025, 2026)),
        ("Exercice", (2026,)),
        ("Matricule", (123456, 20261234)),
        ("N° de compte", (601100,)),
        ("Code", (1250,)),
    ],
)
def test_years_and_codes_are_not_grouped(title: str, values: tuple[int, ...]) -> None:
    assert codes(title, *values) == {"0"}
    assert codes(title, *values, type="number") == {"0"}


@pytest.mark.parametrize(
    ("title", "values", "more"),
    [
        ("Année 1", (1500, 2500), {}),  # an amount of the first year
        ("Population", (1960, 2026), {}),
        ("Année", (1500, 250_000), {}),
        ("Codes vendus", (1500,), {"unit": "kg"}),
        ("Nombre", (1500,), {}),
        ("Idées", (1500,), {}),
        ("Comptes clients", (1500,), {}),
    ],
)
def test_amounts_are_grouped(title: str, values: tuple[int, ...], more: dict[str, Any]) -> None:
    assert all(code.startswith("#,##0") for code in codes(title, *values, **more))


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ((655.957, 1), "#,##0.000"),  # francs for a euro
        ((0.18, 0.055), "#,##0.000"),
        ((13.333333333333334, 2), "#,##0.00"),  # what was divided
        ((5.3599517, -4.0082563), "General"),
        ((1.602e-19, 7.04), "General"),
        ((6.022e23,), "General"),
        ((0.00012, 0.1), "General"),
        ((0, 12.5), "#,##0.0"),
        ((22_500, 14_000.5), "#,##0.00"),  # prices
    ],
)
def test_numbers_show_what_was_written(values: tuple[float, ...], code: str) -> None:
    assert codes("Valeur", *values) == {code}


def test_facts_and_formulas_that_are_years_are_not_grouped() -> None:
    page = sheet(
        [{"formula": "=YEAR(DATE(2026,3,1))"}],
        facts=[{"label": "Année", "value": 2026}, {"label": "Effectif", "value": 2026}],
    )
    shown = {str(cell.value): cell.number_format for row in page.iter_rows() for cell in row if cell.value}
    assert shown["=YEAR(DATE(2026,3,1))"] == "0"
    assert [row[1].number_format.removeprefix(FRENCH) for row in page.iter_rows(max_row=2)] == ["0", "#,##0"]


def test_marks_for_each_day_of_a_month_take_little_room() -> None:
    """A register is read from one page; in a table of few columns nothing is so narrow."""
    wide = sheet(["Awa", *["P"] * 31], columns=[{"title": "Nom"}, *({"title": str(day)} for day in range(1, 32))])
    assert wide.column_dimensions["C"].width < 5
    assert sheet(["P", "P"]).column_dimensions["B"].width == 7


def test_a_share_beside_amounts_makes_no_shares_of_them() -> None:
    """A loan of 3,000,000 at « 12 % » was « 300000000 % », and its instalment « 14122042 % »."""
    rows = [["Capital", 3_000_000], ["Taux", "12 %"], ["Intérêts", {"formula": "=B2*B3"}]]
    page = sheet(*rows)
    assert [cell.value for cell in page["B"][1:]] == [3_000_000, 0.12, "=B2*B3"]
    assert ["%" in cell.number_format for cell in page["B"][1:]] == [False, True, False]
    mean = sheet(*rows, ["Par an", {"formula": "=B4/7"}])
    assert mean["B2"].number_format.removeprefix(FRENCH) == "#,##0.00"
    whole = sheet(["Capital", 3_000_000], ["Taux", "12,5 %"])
    assert whole["B2"].number_format.removeprefix(FRENCH) == "#,##0"
    shares = sheet(["a", 0.5], ["b", "12 %"], ["c", {"formula": "=B2*B3"}])
    assert all("%" in cell.number_format for cell in shares["B"][1:])


def test_a_mean_below_marks_leaves_them_two_decimals() -> None:
    """« 12 » and « 13 », written as text, were « 12,0000 » and « 13,0000 » for their mean."""
    page = sheet(["Awa", "12"], ["Koffi", "13"], ["Ibou", "13"], ["Moyenne", {"formula": "=AVERAGE(B2:B4)"}])
    assert {cell.number_format.removeprefix(FRENCH) for cell in page["B"][1:]} == {"#,##0.00"}
    small = sheet([0.5, {"formula": "=A2/7"}], columns=[{"title": "a"}, {"title": "b", "type": "number"}])
    assert small["B2"].number_format.removeprefix(FRENCH) == "#,##0.0000"
