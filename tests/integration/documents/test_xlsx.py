"""Workbooks as their readers get them: opened again by openpyxl, recalculated and printed by LibreOffice."""

import io
import re
import subprocess
import sys
import zipfile
from typing import Any

import openpyxl
import pypdf
import pytest

from bot.documents.xlsx.functions import FUNCTIONS
from bot.documents.xlsx.known import KNOWN
from bot.documents.xlsx.model import Book
from bot.documents.xlsx.render import render_xlsx
from bot.errors import DocumentError
from bot.isolation.children import run_child
from bot.types import Language
from tests.fakes.office import Office
from tests.fakes.workbooks import BALANCE, INVOICE, book, loan, table

ERRORS = re.compile(r"#(NAME|REF|VALUE|DIV/0|N/A|NUM|NULL)|Err:")


def opened(made: Book, **how: Any) -> Any:
    return openpyxl.load_workbook(io.BytesIO(render_xlsx(made).body), **how)


def found(page: Any, label: str) -> Any:
    """The first cell to the right of a label that holds something."""
    (row,) = [row for row in page.iter_rows() if any(cell.value == label for cell in row)]
    at = next(index for index, cell in enumerate(row) if cell.value == label)
    return next(cell for cell in row[at + 1 :] if cell.value is not None)


def recalculated(libreoffice: Office, body: bytes) -> list[list[Any]]:
    """The first sheet's values after LibreOffice computed them itself, from a file without our results."""
    bare = io.BytesIO()
    openpyxl.load_workbook(io.BytesIO(body)).save(bare)  # openpyxl keeps formulas and drops results
    made = libreoffice.converted(bare.getvalue(), "xlsx", "xlsx")
    page = openpyxl.load_workbook(io.BytesIO(made), data_only=True).worksheets[0]
    return [[cell.value for cell in row] for row in page.iter_rows()]


def amounts(rows: list[list[Any]], label: str) -> list[float]:
    """The numbers on the line that holds a label."""
    (row,) = [row for row in rows if label in row]
    return [value for value in row if isinstance(value, (int, float))]


def test_an_invoice_is_what_an_accountant_expects(libreoffice: Office) -> None:
    body = render_xlsx(book(INVOICE)).body
    page = openpyxl.load_workbook(io.BytesIO(body))["Facture"]
    shown = openpyxl.load_workbook(io.BytesIO(body), data_only=True)["Facture"]
    total, vat, due = (found(page, label) for label in ("Total", "TVA 18 %", "Total TTC"))
    assert total.value == "=SUM(D9:D11)"
    assert vat.value == "=ROUND(D12*18%,0)"
    assert due.value == "=D12+D13"
    assert [found(shown, label).value for label in ("Total", "TVA 18 %", "Total TTC")] == [
        1_127_000,
        202_860,
        1_329_860,
    ]
    assert '#,##0 "FCFA"' in due.number_format
    assert "." not in due.number_format  # a franc has no centimes
    assert found(page, "Date").is_date
    assert found(page, "Échéance").value.isoformat()[:10] == "2026-12-22"
    rows = recalculated(libreoffice, body)
    assert amounts(rows, "Total TTC") == [1_329_860]
    assert not ERRORS.search(str(rows))
    printed = pypdf.PdfReader(io.BytesIO(libreoffice.to_pdf(body, "xlsx")))
    assert len(printed.pages) == 1
    text = printed.pages[0].extract_text()
    assert re.search(r"1[\s\u202f]329[\s\u202f]860 FCFA", text)
    assert "Page 1 / 1" in text
    assert "###" not in text


def test_a_syscohada_balance_balances(libreoffice: Office) -> None:
    body = render_xlsx(book(BALANCE)).body
    page = openpyxl.load_workbook(io.BytesIO(body))["Balance"]
    assert page.auto_filter.ref == "A6:F15"  # not the totals
    assert page.freeze_panes == "C7"
    assert [page.cell(7, 1).value, page.cell(7, 1).data_type] == ["101000", "s"]
    rows = recalculated(libreoffice, body)
    debit, credit, in_debit, in_credit = amounts(rows, "Total")
    assert debit == credit == 36_714_000
    assert in_debit == in_credit
    assert any("équilibrée" in row for row in rows)
    assert not ERRORS.search(str(rows))


def test_a_loan_is_paid_off_to_the_franc(libreoffice: Office) -> None:
    body = render_xlsx(book(loan(48))).body
    shown = openpyxl.load_workbook(io.BytesIO(body), data_only=True)
    assert shown.sheetnames == ["Amortissement", "Graphiques"]
    page = shown["Amortissement"]
    ours = [[cell.value for cell in row] for row in page.iter_rows(min_row=9, max_row=57)]
    assert ours[47][6] == 0  # nothing is left
    assert ours[48][4] == 5_000_000  # what was borrowed is what was paid back
    assert [row[1].month for row in ours[:3]] == [12, 1, 2]
    rows = recalculated(libreoffice, body)
    interest, paid_back, paid = amounts(rows, "Total")
    assert [interest, paid_back, paid] == [ours[48][3], 5_000_000, ours[48][5]]
    assert interest + paid_back == paid
    assert not ERRORS.search(str(rows))
    printed = pypdf.PdfReader(io.BytesIO(libreoffice.to_pdf(body, "xlsx")))
    heads = [page for page in printed.pages if "Capital restant dû" in page.extract_text()]
    assert len(heads) >= 2  # the header stands on every page of the table
    assert printed.pages[0].mediabox.width > printed.pages[0].mediabox.height
    assert not ERRORS.search("".join(page.extract_text() for page in printed.pages))


HOSTILE = ["=1+1", "+1", "-1+cmd", "@SUM(A1)", "\t=1", "=cmd|'/c calc'!A0", '=HYPERLINK("http://evil")', " =1", "\r=1"]


@pytest.mark.parametrize("text", HOSTILE)
def test_text_that_looks_like_a_formula_is_text(text: str) -> None:
    """Also in an editor: the mark in front keeps it text when somebody presses F2 and Enter."""
    made = table([text], facts=[{"label": text, "value": text}], notes=[text], title=text, columns=[{"title": text}])
    body = render_xlsx(book(made)).body
    cells = [cell for row in openpyxl.load_workbook(io.BytesIO(body)).active.iter_rows() for cell in row if cell.value]
    assert len(cells) == 6
    assert all(cell.data_type == "s" and cell.quotePrefix for cell in cells)
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert b"<f>" not in archive.read("xl/worksheets/sheet1.xml")
        assert not [name for name in archive.namelist() if "external" in name.lower()]


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (table([{"formula": '=WEBSERVICE("http://evil")'}]), "no function WEBSERVICE.* IFERROR .* DAYS"),
        (table([{"formula": "=[x.xlsx]S!A1"}]), "not understood"),
        (table([{"formula": "=A2"}]), r"Feuille!A2 depends on its own result"),
        (table([{"formula": "=B2"}, {"formula": "=A2"}]), "depends on its own result"),
        (table([1, {"formula": "=A2/0"}]), r"Feuille!B2 gives #DIV/0!"),
        (table([1, {"formula": "=SI(A2:A3>1;1;0)"}]), r"#VALUE! \(no whole area beside >: use SUMIFS"),
        (table([{"formula": "=inconnu+1"}]), "names no value"),
        (table([{"formula": "=Absente!A1"}]), "there is no sheet Absente"),
        (table([1, 2, 3], columns=[{"title": "Un"}]), "row 1 has 3 values for 1 columns"),
        (table([1], charts=[{"type": "bar", "values": ["Ventes"]}]), "no column “Ventes”"),
        (table(charts=[{"type": "pie", "values": ["A"]}]), "a chart needs rows"),
        (table(["x", "y"], charts=[{"type": "bar", "values": ["B"]}]), "the column B of the chart holds no number"),
        (table(["x", 3], ["y", -1], charts=[{"type": "pie", "values": ["B"]}]), "cannot be negative"),
        (table(["x", 0], charts=[{"type": "pie", "values": ["B"]}]), "nor all nothing"),
        (table([1], facts=[{"label": "x", "value": 1, "name": "A1"}]), "cannot name a value"),
        (table(*[["x"] * 40] * 2_000), "more than 60,000 cells"),
        (table(*[[{"formula": "=SUM(B2:B4000)"}, 1]] * 4_000), "read too many cells"),
    ],
)
def test_what_cannot_be_made_is_told_in_a_few_words(made: dict[str, Any], why: str) -> None:
    with pytest.raises(DocumentError, match=why) as raised:
        render_xlsx(book(made))
    assert len(str(raised.value)) <= 800


def test_no_stars_of_markdown_stand_in_a_sheet() -> None:
    columns = [{"title": "**Poste**"}, {"title": "Montant", "type": "number"}]
    page = opened(
        book(table(["**Loyer** bureau", "**1 250 000**"], columns=columns, title="Dépenses **du mois**"))
    ).active
    shown = [cell.value for row in page.iter_rows() for cell in row if cell.value is not None]
    assert shown == ["Dépenses du mois", "Poste", "Montant", "Loyer bureau", 1_250_000]


def test_what_a_formula_cannot_reckon_with_is_told_beside_its_error() -> None:
    columns = [{"title": "Qté", "type": "number"}, {"title": "Prix"}, {"title": "Montant", "formula": "=A2*B2"}]
    with pytest.raises(DocumentError, match=r"C2 gives #VALUE!.*row 1, Qté: “10 sacs” is no number"):
        render_xlsx(book(table(["10 sacs", 6_500, None], columns=columns)))


def test_what_was_meant_as_a_formula_is_told() -> None:
    columns = [{"title": "Poste"}, {"title": "Montant", "type": "money"}, {"title": "Autre"}]
    made = render_xlsx(book(table(["= Total", "=SUM(B2:B3)", "=B2*2"], ["=", "", "a=b"], columns=columns)))
    assert [remark.partition(": ")[0] for remark in made.remarks] == [
        f"Feuille, row 1, {title}" for title in ("Poste", "Montant", "Autre")
    ]
    assert '“=B2*2” is text; {"formula": "=…"} is a formula' in made.remarks[2]


def test_values_that_are_not_what_their_column_says_stay_text_and_are_told() -> None:
    columns = [{"title": "Date", "type": "date"}, {"title": "Montant", "type": "money"}]
    made = render_xlsx(book(table(["31/02/2026", "beaucoup"], ["2026-02-28", "1 250 000"], columns=columns)))
    assert made.remarks == [
        "Feuille, row 1, Date: “31/02/2026” is no date (YYYY-MM-DD) and stays text",
        "Feuille, row 1, Montant: “beaucoup” is no number and stays text",
    ]
    page = openpyxl.load_workbook(io.BytesIO(made.body)).active
    assert page["A2"].value == "31/02/2026"
    assert page["A3"].is_date
    assert page["B3"].value == 1_250_000


def test_amounts_that_came_as_text_are_added_up() -> None:
    columns = [{"title": "Article"}, {"title": "Montant", "total": True}]
    made = book(table(["Riz", "12 500"], ["Huile", "1 250,50"], columns=columns))
    assert found(opened(made, data_only=True).active, "Total").value == 13_750.5


def test_odd_text_is_kept_as_far_as_a_cell_can() -> None:
    odd = ["a\x00b\x07c", "😀" * 20_000, "مرحبا بكم", "é" * 40_000, "ligne 1\nligne 2", "\ufffe\u202ex"]
    chart = {"type": "bar", "title": odd[0], "values": ["B"]}
    made = render_xlsx(book(table(*[[text, 1] for text in odd], charts=[chart])).model_copy(update={"title": odd[0]}))
    page = openpyxl.load_workbook(io.BytesIO(made.body)).active
    values = [page.cell(row, 1).value for row in range(2, 8)]
    assert values[0] == "abc"
    assert all(len(value.encode("utf-16-le")) // 2 <= 32_767 for value in values)
    assert values[1].endswith("😀…")
    assert values[2] == odd[2]
    assert values[4] == odd[4]
    assert len(made.remarks) == 2


def test_a_sheet_in_arabic_runs_from_right_to_left() -> None:
    page = opened(book(table(["تفاح", 3], columns=[{"title": "الاسم"}, {"title": "العدد"}]))).active
    assert page.sheet_view.rightToLeft
    assert not opened(book(table(["pomme", 3]))).active.sheet_view.rightToLeft


def test_a_header_stays_in_view_unless_what_stands_above_would_fill_a_phone() -> None:
    facts = [{"label": "Classe", "value": "Seconde C"}]
    assert opened(book(table([1], title="Notes", facts=facts))).active.freeze_panes == "A6"
    facts[0]["value"] = "Une classe dont on a beaucoup à dire. " * 10
    assert opened(book(table([1], title="Notes", facts=facts))).active.freeze_panes is None
    assert opened(book(table([1, 2], title="Notes de la classe", facts=facts, freeze=1))).active.freeze_panes == "B1"


def test_names_dates_percentages_and_units_are_formatted() -> None:
    columns = [
        {"title": "Part", "type": "percent"},
        {"title": "Poids", "type": "number", "unit": 'k"g'},
        {"title": "Prix", "type": "money", "unit": "€"},
        {"title": "Jour", "type": "date"},
        {"title": "Large", "width": 33},
    ]
    page = opened(
        book(table([0.125, 2.5, 3, "2026-01-31", "x"], columns=columns)),
    ).active
    formats = [page.cell(2, column).number_format for column in range(1, 5)]
    assert formats == [
        r"[$-40C]0.0\ %",
        '[$-40C]#,##0.0 "kg"',
        '[$-40C]#,##0.00 "€";[Red][$-40C]-#,##0.00 "€"',
        "dd/mm/yyyy",
    ]
    assert page.column_dimensions["E"].width == 33
    english = opened(book(table([0.125, 2.5, 3, "2026-01-31", "x"], columns=columns), language=Language.EN)).active
    assert english["A2"].number_format == "0.0%"


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (18, True),
        ("18", True),
        ("5,5", True),
        (-2.5, True),
        (0.18, False),
        ("18 %", False),
        ("150 %", False),
        (1, False),
    ],
)
def test_the_agent_is_told_of_eighteen_hundred_percent(value: Any, told: bool) -> None:
    columns = [{"title": "Taxe"}, {"title": "Taux", "type": "percent"}]
    remarks = render_xlsx(book(table(["TVA", value], columns=columns))).remarks
    assert bool(remarks) is told
    if value == 18:
        assert remarks == ["Feuille, row 1, Taux: 18 is shown as 1800 %; 18 % would be 0.18"]


@pytest.mark.parametrize(
    ("value", "unit", "told"),
    [
        ("12,50 €", "", "FCFA"),
        ("$ 300", "GNF", "GNF"),
        ("12 500 FC", "$", "$"),
        ("12 500 F", "", ""),
        ("12 500 XOF", "", ""),
        ("12 500 F", "GNF", ""),
        ("US$ 300", "USD", ""),
        ("€ 12", "EUR", ""),
        (12.5, "", ""),
    ],
)
def test_the_agent_is_told_of_amounts_in_another_currency(value: Any, unit: str, told: str) -> None:
    columns = [{"title": "Article"}, {"title": "Prix", "type": "money", "unit": unit}]
    remarks = render_xlsx(book(table(["Riz", value], columns=columns))).remarks
    expected = [f"Feuille, row 1, Prix: “{value}” is shown as so many {told}, unconverted"] if told else []
    assert remarks == expected


@pytest.mark.parametrize(
    ("source", "is_day"),
    [
        ("=B2+30", True),
        ("=30+B2-1", True),
        ("=EDATE(B2,1)", True),
        ("=FIN.MOIS(B2;0)", True),
        ("=INDEX(B:B,2)", True),
        ("=DATE(2026,A2,1)", True),
        ("=MOIS.DECALER(debut;A2)", True),
        ('=IF(A2>1,D2,"")', True),  # it leans on a cell to its right
        ("=MAX(B2:B3)", True),
        ("=B2-debut", False),
        ("=ANNEE(B2)", False),
        ("=A2*2", False),
        ("=NBVAL(B2:B3)", False),
    ],
)
def test_a_formula_that_gives_a_day_shows_one(source: str, is_day: bool) -> None:
    columns = [{"title": "N°"}, {"title": "Date", "type": "date"}, {"title": "X", "formula": source}, {"title": "Y"}]
    rows = [[2, "2026-01-31", None, {"formula": "=B2"}], [3, "28/02/2026", None, {"formula": "=D2+1"}]]
    facts = [{"label": "Début", "value": "2026-01-01", "type": "date", "name": "debut"}]
    page = opened(book(table(*rows, columns=columns, facts=facts))).active
    assert [page.cell(row, 3).number_format == "dd/mm/yyyy" for row in (4, 5)] == [is_day, is_day]
    assert [page.cell(row, 4).number_format for row in (4, 5)] == ["dd/mm/yyyy"] * 2


@pytest.mark.parametrize(
    ("rows", "marks"),
    [([1, 2], [None]), ([1, None, 3], ["circle"]), ([1, "absent", 3], ["circle"]), ([1], ["circle"])],
)
def test_a_point_that_no_line_leads_to_is_seen(rows: list[Any], marks: list[str | None], libreoffice: Office) -> None:
    columns = [{"title": "Mois"}, {"title": "Ventes", "type": "number", "total": True}]
    kinds = [{"type": "line", "values": ["Ventes"]}]
    body = render_xlsx(book(table(*[["m", value] for value in rows], columns=columns, charts=kinds))).body
    (chart,) = openpyxl.load_workbook(io.BytesIO(body)).active._charts
    assert [series.marker and series.marker.symbol for series in chart.series] == marks
    assert libreoffice.to_pdf(body, "xlsx")


def test_what_follows_from_totals_stands_below_the_last_of_them() -> None:
    columns = [{"title": "Poste"}, {"title": "Montant", "type": "money", "total": True}, {"title": "Remarque"}]
    tax = [{"label": "TVA", "value": {"formula": "=B4*18%"}}]
    made = book(table(["Loyer", 100, "payé"], ["Eau", 50, "à payer"], columns=columns, summary=tax))
    shown = opened(made, data_only=True).active
    assert (shown["A5"].value, shown["B5"].value) == ("TVA", 27)
    assert "FCFA" in shown["B5"].number_format


def test_charts_are_native_and_leave_the_totals_out() -> None:
    columns = [{"title": "Mois"}, {"title": "Ventes", "type": "number", "total": True}]
    kinds = [{"type": kind, "values": ["Ventes"], "title": kind} for kind in ("bar", "line", "pie")]
    workbook = opened(book(table(["Jan", 1], ["Fév", 2], columns=columns, charts=kinds)))
    charts = workbook.active._charts
    assert [type(chart).__name__ for chart in charts] == ["BarChart", "LineChart", "PieChart"]
    assert [chart.x_axis.tickLblPos for chart in charts[:2]] == ["low", "low"]
    assert {chart.series[0].val.numRef.f for chart in charts} == {"'Feuille'!$B$2:$B$3"}
    assert charts[2].dataLabels.dLblPos == "outEnd"  # nobody reads black on the dark slices


@pytest.mark.parametrize(
    ("label", "rows", "lies"),
    [("Janvier", 2, False), ("Fournitures de bureau", 2, True), ("Fournitures de bureau", 40, False)],
)
def test_bars_with_long_names_lie_so_that_they_have_room(label: str, rows: int, lies: bool) -> None:
    columns = [{"title": "Poste"}, {"title": "Dépense", "type": "money"}]
    body = [[label, number + 1] for number in range(rows)]
    (chart,) = [
        chart
        for page in opened(book(table(*body, columns=columns, charts=[{"type": "bar", "values": ["Dépense"]}])))
        for chart in page._charts
    ]
    order = ("bar", "maxMin", "max") if lies else ("col", "minMax", None)
    assert (chart.barDir, chart.x_axis.scaling.orientation, chart.y_axis.crosses) == order


@pytest.mark.parametrize(
    ("kind", "sales", "lowest"),
    [("bar", (82, 98), 0), ("bar", (-2, 98), None), ("bar", (1, 98), None), ("line", (82, 98), None)],
)
def test_bars_that_are_alike_begin_at_nothing(kind: str, sales: tuple[int, int], lowest: float | None) -> None:
    columns = [{"title": "Mois"}, {"title": "Ventes", "type": "number", "total": True}]
    given = table(["Jan", sales[0]], ["Fév", sales[1]], columns=columns, charts=[{"type": kind, "values": ["Ventes"]}])
    (chart,) = opened(book(given)).active._charts
    assert chart.y_axis.scaling.min == lowest


@pytest.mark.parametrize(("charts", "sheets"), [(1, ["Feuille"]), (4, ["Feuille", "Graphiques"])])
def test_no_chart_is_cut_by_a_pages_end(charts: int, sheets: list[str]) -> None:
    columns = [{"title": "Mois"}, {"title": "Ventes"}]
    bars = [{"type": "bar", "values": ["Ventes"]}] * charts
    workbook = opened(book(table(["Jan", 1], ["Fév", 2], columns=columns, charts=bars)))
    assert workbook.sheetnames == sheets
    page = workbook[sheets[-1]]
    assert page.sheet_properties.pageSetUpPr.fitToPage
    assert (page.page_setup.fitToHeight or 1) == 1


def test_a_sheet_of_a_hundred_columns_is_printed_on_several_pages_beside_each_other() -> None:
    columns = [{"title": f"Matière n° {number}"} for number in range(60)]
    page = opened(book(table([12.5] * 60, columns=columns, freeze=2))).active
    assert page.page_setup.fitToWidth > 1
    assert page.print_title_cols == "$A:$B"


def test_an_amount_that_is_nothing_is_no_red_minus_zero() -> None:
    columns = [{"title": "Reste", "type": "money"}, {"title": "Force", "type": "number"}]
    left = {"formula": "=0.1+0.2-0.3"}
    made = book(table([left, left], columns=columns))
    assert [cell.value for cell in opened(made).active[2]] == ["=ROUND(0.1+0.2-0.3,4)", "=0.1+0.2-0.3"]
    assert opened(made, data_only=True).active["A2"].value == 0


def test_five_thousand_rows_and_many_sheets_are_made() -> None:
    workbook = opened(
        book(
            table(
                *[[n, n * 2, "x"] for n in range(5_000)],
                columns=[{"title": "n", "total": True}, {"title": "m"}, {"title": "x"}],
            )
        )
    )
    assert workbook.active.max_row == 5_002
    names = opened(book(*[table([1]) for _ in range(30)])).sheetnames
    assert len(set(names)) == 30


def test_the_same_book_is_the_same_file_and_says_whose_and_which_language() -> None:
    first, second = (render_xlsx(book(loan(12))).body for _ in range(2))
    assert first == second
    properties = openpyxl.load_workbook(io.BytesIO(first)).properties
    assert (properties.language, properties.creator, properties.title) == ("fr-FR", "Palabre", "Essai")


def test_one_sheet_reads_another_by_the_name_the_model_gave_it(libreoffice: Office) -> None:
    columns = [{"title": "Produit"}, {"title": "Montant", "total": True}]
    sales = table(["Riz", 5], ["Mil", 7], title="Ventes", name="Ventes: 2026/1", columns=columns)
    summary = table(["Total", {"formula": "='Ventes: 2026/1'!B4"}], name="Synthèse")
    body = render_xlsx(book(summary, sales)).body
    page = openpyxl.load_workbook(io.BytesIO(body))["Synthèse"]
    assert page["B2"].value == "='Ventes 2026 1'!B6"
    assert amounts(recalculated(libreoffice, body), "Total") == [12]


def test_their_names_are_known_without_what_computes_them() -> None:
    assert FUNCTIONS.keys() == KNOWN


@pytest.mark.programs
def test_a_worker_never_loads_what_draws_documents() -> None:
    """An idle worker stays small: openpyxl, python-pptx and Pillow are the child's."""
    look = "import sys, jobs.worker, bot.tools.toolsets; print(*{name.partition('.')[0] for name in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True, timeout=60).stdout
    assert not {"openpyxl", "pptx", "xlsxwriter", "PIL", "lxml"} & set(loaded.split())


@pytest.mark.parametrize(("seconds", "memory"), [(0.05, 512), (30, 60)])
def test_a_workbook_that_explodes_ends_in_a_few_words(seconds: float, memory: int) -> None:
    payload = book(table(*[[n, "x" * 200] for n in range(5_000)])).model_dump_json().encode()
    with pytest.raises(DocumentError, match=r"took too long|too large or too complex"):
        run_child("bot.documents.xlsx.child", payload, timeout_s=seconds, memory_mib=memory)


NEWLY = (
    *("RECHERCHEV(25,A2:B5,2)", "HLOOKUP(400,D2:E3,2)", "LN(10)", "EXP(1)", "LOG(1000)", "LOG(8,2)", "LOG10(50)"),
    *("SIGNE(-3)", "ESTVIDE(F2)", "ISNUMBER(A2)", "SUBSTITUE(\"a-b-c\",\"-\",\"+\")"),
    *('DATEDIF(DATE(2008,11,27),DATE(2026,11,26),"Y")', 'DATEDIF(DATE(2026,1,31),DATE(2026,3,30),"M")'),
    *('DATEDIF(DATE(2020,5,20),DATE(2026,3,1),"YM")', 'DATEDIF(DATE(2026,1,1),DATE(2026,3,1),"d")'),
    *("NB.JOURS.OUVRES(DATE(2026,1,1),DATE(2026,12,31))", "NETWORKDAYS(DATE(2026,3,9),DATE(2026,3,1))"),
    *("NETWORKDAYS(DATE(2026,3,2),DATE(2026,3,31),C2:C3)", "JOURSEM(DATE(2026,3,1))", "WEEKDAY(DATE(2026,3,1),2)"),
    *("WEEKDAY(DATE(2026,3,4),3)", "VAN(0.1,D2:D5)", "TRI(D2:D5)", "IRR(E2:E5)", "AMORLIN(1000000,100000,5)"),
    *("NPM(0.01,-50000,1000000)", "NPER(0.01,-50000,0,1000000,1)", "YEAR(TODAY())-YEAR(TODAY())"),
    *('MAXIFS(B2:B5,A2:A5,">15",A2:A5,"<40")', 'MIN.SI.ENS(B2:B5;A2:A5;">15")', 'MAXIFS(B2:B5,A2:A5,">99")'),
    *("SUBTOTAL(9,A2:A5)", "SOUS.TOTAL(101;A2:A5)", "SUBTOTAL(9,A2:A5,G30:G34)+0", "SUBTOTAL(2,A2:C5)"),
    *('CHOISIR(2;"un";"deux")', 'SWITCH(A3,10,"dix",20,"vingt","autre")', 'SI.MULTIPLE(A2;99;1;"aucun")'),
    *("PLAFOND(1233;5)", "FLOOR(1238,5)", "ARRONDI.AU.MULTIPLE(1233;5)", "CEILING(A2/3,B2+1)", "CEILING(-7,5)"),
    *("ECARTYPEP(A2:A5)", "STDEV.P(A2:A5)", "VAR(A2:A5)", "VAR.P.N(A2:A5)", "VAR.S(A2:B5)", "CHOOSE(B2,A2)"),
    *("SUBTOTAL(104,C2:C3)", 'JOINDRE.TEXTE(", ";VRAI;A2:B3;F2;"fin")', 'TEXTJOIN("-",FALSE,A2,F2,B2)'),
)  # fmt: skip


def test_functions_come_to_what_libreoffice_makes_of_them(libreoffice: Office) -> None:
    columns: list[dict[str, Any]] = [{"title": title} for title in ("A", "B")]
    columns += [{"title": "C", "type": "date"}, *({"title": title} for title in ("D", "E", "F", "G"))]
    rows: list[list[Any]] = [[None] * 7 for _ in NEWLY]
    days = ("2026-03-06", "2026-03-07", None, None)
    some = ((10, 20, 30, 40), (1, 2, 3, 4), days, (-1000, 300, 400, 500), (500, -100, -200, -300))
    for row, cells in zip(rows, zip(*some, strict=True), strict=False):
        row[:5] = cells
    for row, source in zip(rows, NEWLY, strict=True):
        row[6] = {"formula": f"={source}"}
    body = render_xlsx(book({"name": "S", "columns": columns, "rows": rows})).body
    shown = openpyxl.load_workbook(io.BytesIO(body), data_only=True)["S"]
    ours = [row[6].value for row in shown.iter_rows()]
    theirs = [row[6] for row in recalculated(libreoffice, body)]
    for source, one, other in zip(NEWLY, ours[-len(NEWLY) :], theirs[-len(NEWLY) :], strict=True):
        assert one == (pytest.approx(other, rel=1e-9) if isinstance(other, float) else other), source


def test_what_follows_from_a_single_column_stands_below_it(libreoffice: Office) -> None:
    mean = {"label": "Moyenne", "value": {"formula": "=ROUND(AVERAGE(A2:A4)*cf,1)"}}
    facts = [{"label": "Coefficient", "value": 2, "name": "cf"}]
    sheet = {"name": "S", "columns": [{"title": "Note"}], "rows": [[12], [9], [15]], "summary": [mean], "facts": facts}
    rows = recalculated(libreoffice, render_xlsx(book(sheet)).body)
    assert rows[-1][:2] == ["Moyenne", 24]


def test_a_workbook_knows_the_day_on_which_it_is_made() -> None:
    sheet = {"name": "S", "columns": [{"title": "Jour"}], "rows": [[{"formula": "=AUJOURDHUI()"}]]}
    made = book(sheet)
    shown = openpyxl.load_workbook(io.BytesIO(render_xlsx(made).body), data_only=True)["S"]
    assert [cell.value.date() for (cell,) in shown.iter_rows() if cell.is_date] == [made.created_at.date()]
