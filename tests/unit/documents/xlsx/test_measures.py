"""Functions of statistics and whole numbers, conditions within SOMMEPROD, and numbers within texts."""

import pytest

from bot.documents.xlsx.compute import Computer
from bot.documents.xlsx.formulas import Table, formula

ROWS = (("a", 12, 3), ("b", 15, 4), ("a", 12, 5), ("c", 9, 7))
CELLS = {("S", row, column): cell for row, cells in enumerate(ROWS, 1) for column, cell in enumerate(cells, 1)}


def result(source: str, mark: str = ".") -> object:
    place = ("S", 50, 50)
    computer = Computer({**CELLS, place: formula(source, {}, Table("S", 0, 9))}, {}, mark=mark)
    computer.compute()
    return computer.failures.get(place) or computer.values[place]


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("QUARTILE(B1:B4;1)", 11.25),
        ("QUARTILE.INCLURE(B1:B4;3)", 12.75),
        ("CENTILE(B1:B4;0,9)", 14.1),
        ("MODE(B1:B4)", 12.0),
        ("COEFFICIENT.CORRELATION(B1:B4;C1:C4)", -0.7171371656),
        ("PGCD(24;36)", 12.0),
        ("PPCM(4;6)", 12.0),
        ("FACT(5)", 120.0),
        ("NO.SEMAINE(DATE(2026;3;1))", 10.0),
        ("NO.SEMAINE(DATE(2026;3;1);2)", 9.0),
        ("NO.SEMAINE.ISO(DATE(2027;1;1))", 53.0),
        ('SOMMEPROD((A1:A4="a")*(B1:B4))', 24.0),
        ('SOMMEPROD((A1:A4="a")*(C1:C4>3);B1:B4)', 12.0),
        ('SOMMEPROD(--(A1:A4="a");C1:C4)', 8.0),
        ("SOMMEPROD((B1:B4>=10)*1)", 3.0),
    ],
)
def test_values(source: str, value: float) -> None:
    assert result(source) == pytest.approx(value)


@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("MODE(C1:C4)", "#N/A"),
        ("QUARTILE(B1:B4;5)", "#NUM!"),
        ("FACT(171)", "#NUM!"),
        ("CORREL(B1:B1;C1:C1)", "#DIV/0!"),
        ('REPT("x";40000)', "#VALUE!"),
        ("SOMMEPROD((B1:B4>1)*(C1:C3))", "#VALUE!"),
    ],
)
def test_errors(source: str, error: str) -> None:
    assert result(source) == error


def test_a_condition_that_excel_takes_for_nothing_is_told() -> None:
    assert "--(" in str(result('SUMPRODUCT(A1:A4="a",C1:C4)'))


def test_a_number_within_a_text_has_the_comma_of_its_language() -> None:
    assert result('"Taux : "&B1/8', ",") == result('CONCATENER("Taux : ";B1/8)', ",") == "Taux : 1,5"
    assert result('"Rate: "&B1/8') == "Rate: 1.5"
    assert result('"n° "&B1', ",") == "n° 12"
    assert result('REPT("*";3)') == "***"
