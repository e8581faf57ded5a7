"""Numbers that came as text count where formulas reckon with them: a spreadsheet passes over them without a word."""

import io
from typing import Any

import openpyxl
import pytest

from bot.documents.xlsx.child import answer
from bot.documents.xlsx.values import names_francs
from bot.errors import DocumentError
from tests.fakes.workbooks import book, table

MARKS = (["Awa", "12"], ["Ali", "9"], ["Rose", "15"])


def values_of(*sheets: dict[str, Any]) -> list[list[Any]]:
    """The last sheet's cells as a phone shows them that does not reckon."""
    body = answer(book(*sheets).model_dump_json().encode()).partition(b"\n")[2]
    page = openpyxl.load_workbook(io.BytesIO(body), data_only=True).worksheets[-1]
    return [[cell.value for cell in row] for row in page.iter_rows()]


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        *(("=SOMME(B:B)", 36), ("=MOYENNE(B2:B)", 12), ("=SOMME(B2;B3)", 21), ("=B2*2", 24), ("=NB(B2:B4)", 3)),
        *(('=NB.SI(B2:B4;">=10")', 2), ('=NB.SI(B2:B4;">="&10)', 2), ("=RANG(B2;B2:B4)", 2), ("=ARRONDI(B2/5;1)", 2.4)),
        *(('=SOMME.SI(A2:A4;"Awa";B2:B4)', 12), ('=SOMME.SI.ENS(B2:B4;A2:A4;"A*")', 21), ("=SI(B3>=10;1;0)", 0)),
        ("=SI(B2=12;1;0)", 1),
    ],
)
def test_formulas_count_numbers_that_came_as_text(formula: str, value: float) -> None:
    line = {"label": "Résultat", "value": {"formula": formula}, "type": "number"}
    *_, last = values_of(table(*MARKS, summary=[line]))
    assert last[-1] == pytest.approx(value)


def test_nobody_is_admitted_for_a_mark_that_came_as_text() -> None:
    columns = [{"title": "Nom"}, {"title": "Note"}, {"title": "Avis", "formula": '=SI(B2>=10;"Admis";"Ajourné")'}]
    _, *rows = values_of(table(*([*marks, None] for marks in MARKS), columns=columns))
    assert [row[2] for row in rows] == ["Admis", "Ajourné", "Admis"]


def test_other_sheets_count_them_too() -> None:
    summary = table(["Moyenne", {"formula": "=MOYENNE('Notes 3e'!B:B)"}])
    assert values_of(table(*MARKS) | {"name": "Notes 3e"}, summary)[1][1] == 12


@pytest.mark.parametrize(
    "formula",
    [
        '=SOMMEPROD((A2:A3="601")*(B2:B3))',
        '=MAX(0;SOMME.SI(A2:A3;"601";B2:B3))',
        '=SOMME(SI(A2="601";B2:B2;0))',
        '=SOMME(RECHERCHEV("601";A2:B3;2;FAUX))',
    ],
)
def test_accounts_that_cells_to_add_are_chosen_by_stay_text(formula: str) -> None:
    _, first, _, last = values_of(
        table(["601", 5], ["6012", 7], summary=[{"label": "", "value": {"formula": formula}}])
    )
    assert (first[0], last[1]) == ("601", 5)


@pytest.mark.parametrize("formula", ["=NB(B2:B3)", "=SI(B2>0;1;0)"])
@pytest.mark.parametrize("codes", [("0707070707", "2722445566"), ("07 07 07 07 07", ""), ("0012", "0013")])
def test_who_counts_telephone_numbers_keeps_their_zeros(formula: str, codes: tuple[str, str]) -> None:
    rows = values_of(table(*(["Awa", code] for code in codes), summary=[{"label": "", "value": {"formula": formula}}]))
    assert rows[1][1] == codes[0]


@pytest.mark.parametrize("marks", [("08", "12"), ("0", "9,5"), ("+2", "12")])
def test_marks_that_begin_with_a_zero_count(marks: tuple[str, str]) -> None:
    line = {"label": "", "value": {"formula": '=NB.SI(B2:B3;">=1")'}}
    rows = values_of(table(*(["Awa", mark] for mark in marks), summary=[line]))
    assert not any(isinstance(row[1], str) for row in rows[1:3])


@pytest.mark.parametrize("formula", ["=SOMME(B:B)", '=SI(B2="12";1;0)+SOMME(B2:B4)'])
def test_what_is_added_counts_whatever_else_is_asked_of_it(formula: str) -> None:
    rows = values_of(table(*MARKS, summary=[{"label": "", "value": {"formula": formula}}]))
    assert rows[1][1] == 12


@pytest.mark.parametrize(("formula", "is_amount"), [("=NB(B2:B3)*500", True), ('=NB.SI(B2:B3;">0")/NB(B2:B3)', False)])
def test_a_count_times_a_price_is_no_count(formula: str, is_amount: bool) -> None:
    columns = [{"title": "Nom"}, {"title": "Montant", "type": "money"}]
    line = {"label": "Dû", "value": {"formula": formula}}
    made = book(table(["Awa", 1], ["Ali", 2], columns=columns, summary=[line]))
    body = answer(made.model_dump_json().encode()).partition(b"\n")[2]
    *_, last = openpyxl.load_workbook(io.BytesIO(body)).worksheets[0].iter_rows()
    assert ("FCFA" in last[1].number_format) == is_amount


@pytest.mark.parametrize("formula", ['=SI(B2="12";1;0)', '=A2&"-"&B2', '=NB.SI(B2:B4;"12")', "=NBVAL(B2:B4)"])
def test_what_is_only_compared_or_joined_stays_text(formula: str) -> None:
    rows = values_of(table(*MARKS, summary=[{"label": "Résultat", "value": {"formula": formula}}]))
    assert rows[1][1] == "12"


def test_accounts_that_a_sum_is_chosen_by_stay_text() -> None:
    line = {"label": "Achats", "value": {"formula": '=SOMME.SI(A2:A3;"601*";B2:B3)'}}
    *_, last = values_of(table(["601", 5], ["6012", 7], summary=[line]))
    assert last[1] == 12


def test_the_last_of_some_days_is_a_day_and_their_count_a_number() -> None:
    lines = [{"label": label, "value": {"formula": f"={label}(B2:B3)"}} for label in ("MAX", "NB")]
    *_, latest, count = values_of(table(["Awa", "01/03/2026"], ["Ali", "15/04/2026"], summary=lines))
    assert f"{latest[1]:%d/%m/%Y}" == "15/04/2026"
    assert count[1] == 2


@pytest.mark.parametrize("kind", ["percent", "date", "money"])
def test_a_count_is_a_number_whatever_stands_above_it(kind: str) -> None:
    columns = [{"title": "Nom"}, {"title": "Valeur", "type": kind}]
    line = {"label": "Combien", "value": {"formula": "=NBVAL(A2:A3)"}}
    made = book(table(["Awa", None], ["Ali", None], columns=columns, summary=[line]))
    body = answer(made.model_dump_json().encode()).partition(b"\n")[2]
    *_, last = openpyxl.load_workbook(io.BytesIO(body)).worksheets[0].iter_rows()
    assert not any(sign in last[1].number_format for sign in ("%", "yy", "FCFA"))


def test_amounts_in_francs_have_thousands() -> None:
    columns = [{"title": "Poste"}, {"title": "Montant", "total": True}]
    *_, last = values_of(table(["Loyer", "85.000 FCFA"], ["Riz", "12.500 F"], columns=columns))
    assert last[1] == 97_500
    columns[1]["title"] = "Montant (FCFA)"
    *_, last = values_of(table(["Loyer", "85.000"], ["Riz", "950"], columns=columns))
    assert last[1] == 85_950
    columns[1]["title"] = "Parité (FCFA)"
    assert values_of(table(["Euro", "655,957"], columns=columns))[1][1] == 655.957


@pytest.mark.parametrize(
    "title", ["Budget (Mds FCFA)", "Budget en M FCFA", "Billions of FCFA", "k XOF", "Milliards, CFA"]
)
def test_amounts_in_millions_have_decimals(title: str) -> None:
    assert not names_francs(title)


@pytest.mark.parametrize("title", ["Salaire M. Koné (FCFA)", "Prix du m² en F CFA", "Montant XOF"])
def test_other_words_around_francs_do_not_make_them_millions(title: str) -> None:
    assert names_francs(title)


def test_what_may_be_a_thousand_times_as_much_is_asked() -> None:
    columns = [{"title": "Poste"}, {"title": "Quantité", "total": True}]
    with pytest.raises(DocumentError, match=r"Quantité: “85\.000” may be 85000 or 85:"):
        values_of(table(["Briques", "85.000"], columns=columns))
    line = {"label": "Capital", "name": "capital", "value": "500.000"}
    with pytest.raises(DocumentError, match=r"Capital: “500\.000” may be 500000 or 500:"):
        values_of(table(["Mars", {"formula": "=capital/2"}], facts=[line]))
    assert values_of(table(["Abidjan", "5.345"]))[1][1] == "5.345"
