"""What formulas come to, before the file is made."""

import math
from datetime import date

import pytest

from bot.documents.xlsx.compute import Circular, Computer, TooMuch
from bot.documents.xlsx.formulas import Table, formula
from bot.documents.xlsx.reckoning import resembles
from bot.documents.xlsx.syntax import parse

CELLS = {
    ("S", 1, 1): 10,
    ("S", 2, 1): 2.5,
    ("S", 3, 1): "texte",
    ("S", 4, 1): None,
    ("S", 5, 1): True,
    ("S", 6, 1): date(2026, 1, 31),
    ("S", 1, 2): "b",
    ("S", 2, 2): "a",
    ("S", 3, 2): "b",
    **{("S", row, 4): least for row, least in enumerate((10, 12, 14), 1)},
    **{("S", row, 5): word for row, word in enumerate(("Passable", "Assez bien", "Bien"), 1)},
    **{("S", row, 6): account for row, account in enumerate(("601", "602100", "701"), 1)},
    **{("S", row, 7): amount for row, amount in enumerate((10, 20, 30), 1)},
    ("S", 1, 8): 2.5,
    ("S", 2, 8): parse("SUBTOTAL(9,G1:G3)+0"),
    ("S", 7, 1): 5_000_000,
    ("S", 8, 1): 0.09,
}
OWN = Table("S", 0, 9)
NAMES = {"capital": ("S", 7, 1), "taux": ("S", 8, 1)}


def result(source: str) -> object:
    """The value of a formula, or its error, on CELLS."""
    place = ("S", 50, 50)
    computer = Computer({**CELLS, place: formula(source, {}, OWN)}, NAMES)
    computer.compute()
    return computer.failures.get(place) or computer.values[place]


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("A1+A2*2", 15.0),
        ("-A1^2", 100.0),
        ("A1%", 0.1),
        ("SUM(A1:A5)", 12.5),
        ("AVERAGE(A1:A4)", 6.25),
        ("AVERAGE(A1,A4)", 10.0),  # single cells: what is empty or a text counts no more than in an area
        ("SUM(A1,A2,A3)", 12.5),
        ("MIN(A1,A4)", 10.0),
        ("SUM(capital,A3)", 5_000_000.0),
        ("COUNT(A1:A6)", 3.0),
        ("COUNTA(A1:A6)", 5.0),
        ("ROUND(2.675,2)", 2.68),
        ("ROUND(-0.5,0)", -1.0),
        ("ROUNDUP(1.01,0)", 2.0),
        ("ROUNDDOWN(1.99,0)", 1.0),
        ("INT(-1.5)", -2.0),
        ("MOD(-3,2)", 1.0),
        ('IF(A1>5;"grand";"petit")', "grand"),
        ("IF(A1>50,1)", False),
        ("AND(A1:A4)", True),  # what is empty or a text says nothing, as in spreadsheets
        ("OR(A3:A4)", "#VALUE!"),
        ("OR(A4,A1<5)", False),
        ("IFERROR(A1/0,7)", 7.0),
        ('SUMIF(B1:B3,"b",A1:A3)', 10.0),
        ('COUNTIF(A1:A2,">=3")', 1.0),
        ('COUNTIF(A1:A6,">=2026-01-31")', 1.0),
        ('COUNTIF(A1:A6,"<01/02/2026")', 3.0),
        ('COUNTIF(A1:A6,"31/01/2026")', 1.0),
        ('COUNTIF(A1:A6,">2026-01-31")', 0.0),
        ("SUMPRODUCT(A1:A2,A1:A2)", 106.25),
        ("VLOOKUP(2.5,A1:B3,2,FALSE)", "a"),
        ("VLOOKUP(14,D1:E3,2,TRUE)", "Bien"),
        ("VLOOKUP(13.5,D1:E3,2,TRUE)", "Assez bien"),
        ('VLOOKUP("602*",F1:G3,2,FALSE)', 20.0),
        ('COUNTIF(F1:F3,"60*")', 2.0),
        ('COUNTIF(F1:F3,"<>60*")', 1.0),
        ('COUNTIF(F1:F3,"70?")', 1.0),
        ('COUNTIF(F1:F3,"60~*")', 0.0),
        ('SUMIF(F1:F3,"701",G1:G3)', 30.0),
        ("SUMIF(F1:F3,701,G1:G3)", 30.0),
        ("RANK(2.5,A1:A2)", 2.0),
        ('SUMIFS(G1:G3,F1:F3,"60*",G1:G3,">10")', 20.0),
        ('MAXIFS(G1:G3,F1:F3,"60*")', 20.0),
        ('MINIFS(G1:G3,F1:F3,"9*")', 0.0),
        ("SUBTOTAL(9,G1:G3,H1:H2)", 62.5),
        ('TEXTJOIN("-",1,B1:B3,A4)', "b-a-b"),
        ('COUNTIFS(F1:F3,"60*",B1:B3,"b")', 1.0),
        ('AVERAGEIFS(G1:G3,F1:F3,"60*")', 15.0),
        ('SUM(G:G)-SUMIF(F:F,"60*",G:G)', 30.0),
        ("COUNTBLANK(A1:A6)", 1.0),
        ('INDEX(G1:G3,EQUIV("701",F1:F3,0))', 30.0),
        ("INDEX(A1:B3,2,2)", "a"),
        ("MATCH(13,D1:D3)", 2.0),
        ('XLOOKUP("9",F1:F3,G1:G3,"aucun")', "aucun"),
        ("LARGE(G1:G3,2)-SMALL(G1:G3,1)", 10.0),
        ("TRUNC(-2.789,1)", -2.7),
        ('RIGHT("601100",3)&MID("601100",2,2)', "10001"),
        ("DAY(EOMONTH(A6,1))", 28.0),
        ("MONTH(FIN.MOIS(A6;11))", 12.0),
        ('A3&" "&A2', "texte 2.5"),
        ('A4=""', True),
        ('A3="TEXTE"', True),
        ("YEAR(A6)", 2026.0),
        ("MONTH(EDATE(A6,1))", 2.0),
        ("DAY(EDATE(A6,1))", 28.0),
        ("DAY(DATE(2026,3,0))", 28.0),
        ("AND(A1>5,A2<5)", True),
        ("OR(A1<5,FALSE)", False),
        ("MEDIAN(1,2,9)", 2.0),
        ("MAX(A1:A5)-MIN(A1:A5)", 7.5),
        ("LEFT(A3,2)", "te"),
        ("PMT(0,10,100)", -10.0),
    ],
)
def test_values(source: str, value: object) -> None:
    assert result(source) == value


def test_a_loan_is_reckoned_as_spreadsheets_do() -> None:
    assert result("PMT(taux/12,48,-capital)") == pytest.approx(124_425.21, abs=0.01)
    assert result("IPMT(taux/12,1,48,-capital)") == pytest.approx(37_500, abs=0.001)
    assert result("IPMT(taux/12,2,48,-capital)+PPMT(taux/12,2,48,-capital)") == pytest.approx(124_425.21, abs=0.01)
    assert result("PV(taux/12,48,-PMT(taux/12,48,-capital))") == pytest.approx(5_000_000, abs=0.01)
    assert result("FV(1%,12,-100)") == pytest.approx(1_268.25, abs=0.01)


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("A1/0", "#DIV/0!"),
        ("A3+1", "#VALUE!"),
        ("SQRT(-1)", "#NUM!"),
        ("(-8)^(1/3)", "#NUM!"),
        ("9^999", "#NUM!"),
        ("VLOOKUP(99,A1:B3,2,FALSE)", "#N/A"),
        ("VLOOKUP(701,F1:G3,2,FALSE)", "#N/A"),
        ("VLOOKUP(9,D1:E3,2,TRUE)", "#N/A"),
        ("VLOOKUP(9,A1:B3,2,TRUE)", "#N/A"),
        ("VLOOKUP(10,A1:B3,9,FALSE)", "#REF!"),
        ("A1:A3", "#VALUE!"),
        ("STDEV(1)", "#NUM!"),
        ("AVERAGE(B1:B3)", "#DIV/0!"),
        ("IPMT(1%,9,3,100)", "#NUM!"),
        ("EDATE(99999999,1)", "#NUM!"),
        ("ROUND(1,400)", "#NUM!"),
        ("INDEX(A1:B3,4,1)", "#REF!"),
        ('SUMIFS(G1:G3,F1:F2,"60*")', "#VALUE!"),
        ('COUNTIFS(F1:F3,"60*",B1:B3)', "#VALUE!"),
        ("LARGE(G1:G3,4)", "#NUM!"),
        ("MATCH(13,D1:D3,-1)", "#N/A"),
        ("MATCH(9,D1:D3)", "#N/A"),
        ("EOMONTH(A6,999999)", "#NUM!"),
    ],
)
def test_errors_have_excels_names(source: str, error: str) -> None:
    assert result(source) == error


def test_an_error_goes_on_to_who_reads_it() -> None:
    cells = {("S", 1, 1): formula("1/0", {}, OWN), ("S", 1, 2): formula("A1+1", {}, OWN)}
    computer = Computer(cells, {})
    computer.compute()
    assert set(computer.failures.values()) == {"#DIV/0!"}


@pytest.mark.parametrize("sources", [["A1"], ["A2", "A1"], ["SUM(A1:A3)"], ["A2+1", "A3+1", "A1+1"]])
def test_a_circle_is_found(sources: list[str]) -> None:
    cells = {("S", row, 1): formula(source, {}, OWN) for row, source in enumerate(sources, 1)}
    with pytest.raises(Circular):
        Computer(cells, {}).compute()


def test_thousands_of_rows_may_lean_on_each_other_either_way() -> None:
    for step in (1, -1):
        cells: dict[tuple[str, int, int], object] = {
            ("S", 3000 + step * n, 1): formula(f"A{3000 + step * (n - 1)}+1", {}, OWN) for n in range(1, 2900)
        }
        cells["S", 3000, 1] = 0
        computer = Computer(cells, {})
        computer.compute()
        assert computer.values["S", 3000 + step * 2899, 1] == 2899.0


def test_formulas_that_read_too_much_are_stopped() -> None:
    cells = {("S", row, 1): formula("SUM(B1:Z5000)", {}, OWN) for row in range(1, 40)}
    with pytest.raises(TooMuch):
        Computer(cells, {}).compute()


@pytest.mark.parametrize("source", ["A{0}&A{0}", "CONCATENATE(A{0},A{0})", "UPPER(A{0}&A{0})"])
def test_a_text_that_doubles_is_stopped_where_a_cell_is_full(source: str) -> None:
    """Sixty rows of it would fill any memory; and what no cell holds makes Excel call the file damaged."""
    doubling = {("S", row, 1): formula(source.format(row - 1), {}, OWN) for row in range(2, 60)}
    computer = Computer({("S", 1, 1): "abcdefgh", **doubling}, {})
    computer.compute()
    assert max(len(str(value)) for value in computer.values.values()) == 32_768 / 2
    assert set(computer.failures.values()) == {"#VALUE!"}


def test_nothing_computed_is_infinite() -> None:
    assert all(math.isfinite(value) for value in [result("9^300*1")] if isinstance(value, float))


@pytest.mark.parametrize(
    ("wanted", "is_alike"),
    [("*", True), ("*b*d", True), ("a*b*c*d", True), ("a?d*", False), ("*bc*c*", True), ("*c*b*", False)],
)
def test_patterns(wanted: str, is_alike: bool) -> None:
    assert resembles("abccd", wanted) == is_alike


def test_a_pattern_of_many_stars_takes_no_time() -> None:
    assert not resembles("a" * 3_000, "*a" * 30 + "b")
