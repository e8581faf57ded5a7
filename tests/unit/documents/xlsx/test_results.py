"""In which unit results are shown: as what their formulas read, not as the column that they happen to stand below."""

import io
from typing import Any

import openpyxl
import pytest

from bot.documents.xlsx.child import answer
from tests.fakes.workbooks import book, table

FRANCS = {"title": "Coût (FCFA)", "type": "money", "total": True}
EUROS = {"title": "Coût (€)", "type": "money", "unit": "€", "formula": "=B2/655.957", "total": True}
SHARES = {"title": "Part", "type": "percent"}
NAMED = [
    {"label": "Taux", "value": "5 %", "name": "taux"},
    {"label": "Subvention", "value": "250 000 FCFA", "name": "subvention"},
    {"label": "Parité", "value": 655.957, "name": "parite"},
    {"label": "Élèves", "value": 45, "name": "eleves"},
]
Line = str | float | dict[str, Any]


def page_of(*rows: list[Any], values: bool = True, **more: Any) -> Any:
    _, _, body = answer(book(table(*rows, **more)).model_dump_json().encode()).partition(b"\n")
    return openpyxl.load_workbook(io.BytesIO(body), data_only=values).active


def unit_of(cell: Any) -> str:
    """The unit that a number is shown with; its decimals where it has none."""
    code = cell.number_format.partition(";")[0].removeprefix("[$-40C]")
    return str(code.partition('"')[2].rstrip('"') or ("%" if code.endswith("%") else code))


def line(value: Line, **more: Any) -> dict[str, Any]:
    shown = {"formula": value} if isinstance(value, str) and value.startswith("=") else value
    return {"label": "Résultat", "value": shown, **more}


@pytest.mark.parametrize(
    ("formula", "unit"),
    [
        ("=B4*7%", "FCFA"),
        ("=B4*1.07", "FCFA"),
        ("=B4*(1+taux)", "FCFA"),
        ("=SUM(B2:B3)", "FCFA"),
        ("=ROUND(B4/12,0)", "FCFA"),
        ("=-subvention", "FCFA"),
        ("=IF(B4>0,B4,0)", "FCFA"),
        ("=MAX(B:B)-subvention", "FCFA"),
        ("=B4/655.957", "€"),
        ("=B4/parite", "€"),
        ("=C4*80%", "€"),
        ("=C4/eleves", "€"),
        ("=B4*0.0015", "€"),
        ("=eleves", "€"),  # people or an amount: nobody said
        ("=taux", "%"),
        ("=1-taux", "%"),
        ("=B2/B4", "%"),
        ("=COUNT(B2:B3)", "#,##0"),
        ("=B4/C4", "€"),
        ("=B4+C4", "€"),
    ],
)
def test_a_line_is_in_the_unit_of_what_it_reads(formula: str, unit: str) -> None:
    """7 % of francs, below a column of euros, were « 3 813 600,00 € »."""
    lines = [line(formula)]
    page = page_of(
        ["Forage", 1_000_000, None],
        ["Pompe", 2_500_000, None],
        columns=[{"title": "Poste"}, FRANCS, EUROS],
        facts=NAMED,
        summary=lines,
    )
    assert unit_of(page.cell(page.max_row, 3)) == unit


@pytest.mark.parametrize(
    ("formula", "unit"),
    [("=AVERAGE(B2:B3)", "#,##0.0"), ("=B4", "#,##0"), ("=AVERAGE(C2:C3)", "%"), ("=B4/30", "%"), ("=B2/B3", "%")],
)
def test_marks_below_a_column_of_shares_are_none(formula: str, unit: str) -> None:
    """« Moyenne de classe : 1350 % »."""
    columns = [{"title": "Élève"}, {"title": "Note", "total": True}, SHARES | {"total": True}]
    page = page_of(["Awa", 12, 0.9], ["Koffi", 15, "80 %"], columns=columns, summary=[line(formula)])
    assert unit_of(page.cell(page.max_row, 3)) == unit


@pytest.mark.parametrize(
    ("label", "unit"),
    [("Effectif", "#,##0"), ("Nombre de clients", "#,##0"), ("Nb d’élèves", "#,##0"), ("Headcount", "#,##0"),
     ("Nombre de parts (FCFA)", "FCFA"), ("Nombre × montant", "€"),
     ("Nombre de parts × prix", "€"), ("Number of units at cost", "€"), ("Acompte", "€"), ("Comptant", "€")],
)  # fmt: skip
def test_what_a_label_counts_is_no_amount(label: str, unit: str) -> None:
    """« Effectif : 45,00 € »."""
    columns = [{"title": "Poste"}, {"title": "Coût (€)", "type": "money", "unit": "€"}]
    page = page_of(["Forage", 1_000], ["Pompe", 2_500], columns=columns, summary=[line(45, label=label)])
    assert unit_of(page.cell(page.max_row, 2)) == unit


def test_days_and_counts_below_amounts_are_no_amounts() -> None:
    """« Durée totale : 27 FCFA », « Fin des travaux : 46 392 FCFA »."""
    columns = [{"title": "Tâche"}, {"title": "Jours", "total": True}, FRANCS, {"title": "Fin", "type": "date"}]
    page = page_of(
        ["Fouilles", 12, 100_000, "01/12/2026"],
        ["Murs", 15, 250_000, "05/01/2027"],
        columns=columns,
        summary=[line("=B4"), line("=MAX(D2:D3)"), line("=C4/B4"), line("=B2/B4"), line("=D3-D2"), line("=B4*500")],
    )
    shown = [unit_of(page.cell(row, 3)) for row in range(5, 11)]
    assert shown == ["#,##0", "dd/mm/yyyy", "FCFA", "#,##0.0000", "#,##0", "FCFA"]


def test_what_was_said_of_a_line_stays() -> None:
    columns = [{"title": "Poste"}, FRANCS, EUROS]
    lines = [
        line("=B4", unit="$"),
        line("=B4", type="number"),
        line("=B4/eleves", unit="jours"),
        line("=B4", type="money"),
    ]
    page = page_of(["a", 1, None], ["b", 2, None], columns=columns, facts=NAMED, summary=lines)
    assert [unit_of(page.cell(row, 3)) for row in range(10, 14)] == ["$", "#,##0", "jours", "FCFA"]


@pytest.mark.parametrize("value", ["=C4*16%", 25.0, "=C4+3"])
def test_money_below_dollars_is_in_dollars(value: Line) -> None:
    """A model says « type: money », and its unit in the columns alone: « 38,00 FCFA »."""
    columns = [{"title": "Item"}, {"title": "Qty"}, {"title": "Amount", "type": "money", "unit": "$", "total": True}]
    page = page_of(["x", 3, 12.5], ["y", 2, 100], columns=columns, summary=[line(value, type="money")])
    assert unit_of(page["C5"]) == "$"


def test_the_margin_of_a_result_is_a_share() -> None:
    """« Marge nette : 0 FCFA ». What comes to more than a share stays what the column says."""
    columns = [{"title": "Poste"}, {"title": "2026", "type": "money"}, {"title": "2027", "type": "money"}]
    page = page_of(
        ["Ventes", 1_000_000, 2_000_000],
        ["Résultat", 120_000, 300_000],
        ["Marge nette", {"formula": "=B3/B2"}, "15 %"],
        ["Panier", {"formula": "=B2/B3"}, {"formula": "=C2/500"}],
        ["Mensuel", {"formula": "=B3/12"}, {"formula": "=C3*12"}],
        columns=columns,
    )
    shown = [[unit_of(page.cell(row, column)) for column in (2, 3)] for row in (4, 5, 6)]
    assert shown == [["%", "%"], ["FCFA", "FCFA"], ["FCFA", "FCFA"]]
    assert page["C4"].value == 0.15


def test_results_of_all_kinds_in_one_column_are_each_shown_as_what_they_are() -> None:
    facts = [
        {"label": "Prix", "value": 500, "type": "money", "name": "prix"},
        {"label": "Charges", "value": "4 800 000 FCFA", "name": "charges"},
    ]
    rows = [
        ["Seuil (unités)", {"formula": "=ROUNDUP(charges/prix,0)"}],
        ["Seuil", {"formula": "=B2*prix"}],
        ["Part", {"formula": "=prix/charges"}],
    ]
    page = page_of(*rows, columns=[{"title": "Indicateur"}, {"title": "Valeur"}], facts=facts)
    assert page["B2"].number_format.endswith('"FCFA"')
    assert [unit_of(page.cell(row, 2)) for row in range(5, 8)] == ["#,##0", "FCFA", "%"]


@pytest.mark.parametrize("column", [{"title": "Total (FCFA)"}, {"title": "Total", "type": "number", "unit": "FCFA"}])
def test_francs_have_no_decimals_whatever_their_column_is_called(column: dict[str, Any]) -> None:
    """« TVA : 3 032,28 ». What is shown adds up."""
    columns = [{"title": "Article"}, column | {"total": True}]
    page = page_of(
        ["Riz", 9_331],
        ["Huile", "7 515"],
        columns=columns,
        summary=[line("=B4*18%"), line(168), line("=B4+B5+B6")],
    )
    assert [page.cell(row, 2).value for row in (4, 5, 7)] == [16_846, 3_032, 20_046]
    assert all(".0" not in page.cell(row, 2).number_format for row in range(2, 8))
    assert ("FCFA" in page["B2"].number_format) == ("unit" in column)


def test_francs_that_were_written_with_decimals_keep_them() -> None:
    page = page_of(
        ["Sable", "12,5"],
        ["Eau", 3],
        columns=[{"title": "Article"}, {"title": "Prix (FCFA)"}],
    )
    assert page["B2"].number_format == "[$-40C]#,##0.0"


def test_a_lone_dash_among_numbers_is_nothing() -> None:
    """« — » made #VALUE! of a formula that reads it."""
    columns = [{"title": "Réseau"}, {"title": "Dépôts"}, {"title": "Retraits"}, {"title": "Net", "formula": "=B2-C2"}]
    page = page_of(["Wave", "450 000", "320 000"], ["MoMo", "87 500", " — "], ["—", "-", 5], columns=columns)
    assert [page.cell(row, 4).value for row in (2, 3, 4)] == [130_000, 87_500, -5]
    assert [page["C3"].value, page["A4"].value] == [None, "—"]


def test_a_dash_that_no_formula_reads_stays() -> None:
    page = page_of(["Awa", "—"], ["Kofi", 12.5], columns=[{"title": "Élève"}, {"title": "Note", "type": "number"}])
    assert page["B2"].value == "—"


@pytest.mark.parametrize(
    ("first", "second", "label", "formula", "unit"),
    [
        ("€", "$", "Total en dollars", "=B4*1.08", "$"),
        ("€", "$", "Total converti", "=B4*1.08", "$"),
        ("NGN", "", "Total en FCFA", "=B4*0.4", "FCFA"),
        ("GHS", "", "Total", "=B4*50", "FCFA"),
        ("€", "$", "Total TTC", "=B4*1.18", "€"),
        ("€", "$", "Total (FCFA)", "=B4*655.957", "FCFA"),
        ("$", "€", "Total in US$", "=B4-500", "$"),
    ],
)
def test_what_was_converted_is_in_the_other_currency(
    first: str, second: str, label: str, formula: str, unit: str
) -> None:
    """Below the column that the rate had given, 3,000 euros were so many euros again: the rate looked like a tax."""
    rate = {"$": "=B2*1.08", "€": "=B2/1.08"}.get(second, "=B2*50" if first == "GHS" else "=B2*0.4")
    columns = [
        {"title": "Poste"},
        {"title": "Montant", "type": "money", "unit": first, "total": True},
        {"title": "Converti", "type": "money", "unit": second, "formula": rate, "total": True},
    ]
    page = page_of(["Forage", 1_000], ["Pompe", 2_000], columns=columns, summary=[line(formula) | {"label": label}])
    assert unit_of(page["C5"]) == unit


@pytest.mark.parametrize(("unit", "code"), [("FCFA/kg", "#,##0"), ("M FCFA", "#,##0.000")])
def test_a_price_of_a_kilo_and_millions_are_numbers(unit: str, code: str) -> None:
    """« 1 250,00 FCFA/kg », and 5,000 francs of 1.275 millions lost."""
    written = [1_250, 1_000] if unit == "FCFA/kg" else [1.275, 2.5]
    page = page_of(
        *([name, number] for name, number in zip("ab", written, strict=True)),
        columns=[{"title": "Article"}, {"title": "Prix", "type": "number", "unit": unit}],
    )
    assert page["B2"].number_format.partition("]")[2].startswith(f'{code} "{unit}"')


def test_a_named_measure_is_no_amount() -> None:
    facts = [{"label": "Surface", "value": "12,5", "unit": "m²", "name": "surface"}]
    page = page_of(["Dalle", 1_000], columns=[{"title": "Poste"}, FRANCS], facts=facts)
    cells = (cell for row in page.iter_rows() for cell in row if cell.value == 12.5)
    assert next(cells).number_format.partition("]")[2] == '#,##0.0 "m²"'
