"""Values and names as people write them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from bot.documents.arguments import Title, unmarked
from bot.documents.xlsx.names import is_value_name, sheet_names
from bot.documents.xlsx.values import date_in, number_in
from bot.types import Language


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 250 000", 1_250_000),
        ("1\u202f250\u00a0000 FCFA", 1_250_000),
        ("12,5", 12.5),
        ("12,5 %", 0.125),
        ("−3", -3),
        ("1.250.000", 1_250_000),
        ("1.250,75", 1250.75),
        ("1,250.75", 1250.75),
        ("0,18", 0.18),
        ("1.5", 1.5),
        ("5 000 F CFA", 5_000),
        ("12 €", 12),
        ("$ 300", 300),
        ("USD 1,250.50", 1250.5),
        ("1 000 CDF", 1_000),
        ("3.000.000 FC", 3_000_000),
        ("(1 500)", -1_500),
        ("(1 500,50 FCFA)", -1500.5),
        ("-$5", -5),
        ("(-5)", None),
        ("--5", None),
        ("$", None),
        ("F12", None),
        ("", None),
        ("-", None),
        ("abc", None),
        ("1,2,3", None),
        ("12 kg", None),
        ("NaN", None),
        ("Infinity", None),
        ("1234567890123456", None),
        ("2026-01-01", None),
        ("١٢٣", 123),
    ],
)
def test_numbers_as_the_french_write_them(text: str, value: float | None) -> None:
    assert number_in(text, Language.FR) == value


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("**Loyer** bureau, **mai 2026**", "Loyer bureau, mai 2026"),
        ("**1 250 000**", "1 250 000"),
        ("2**3**4, **, a ** b ** c, ***, **21*07#", "2**3**4, **, a ** b ** c, ***, **21*07#"),
    ],
)
def test_words_that_were_made_bold_are_words(text: str, shown: str) -> None:
    assert unmarked(text) == shown


def test_one_mark_before_three_digits_means_what_its_language_means() -> None:
    assert number_in("1,250", Language.FR) == 1.25
    assert number_in("1,250", Language.EN) == 1250
    assert number_in("25.000", Language.FR) == 25.0
    assert number_in("25.000", Language.FR, whole=True) == 25_000  # an amount in francs has no thousandths


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-03-01", date(2026, 3, 1)),
        ("2026-03-01T10:00:00Z", date(2026, 3, 1)),
        ("01/03/2026", date(2026, 3, 1)),
        ("1.3.2026", date(2026, 3, 1)),
        ("1/3/26", date(2026, 3, 1)),
        ("1er mars 2026", date(2026, 3, 1)),
        ("Lundi 15 août 2026", date(2026, 8, 15)),
        ("15 Sept. 2026", date(2026, 9, 15)),
        ("1st March 2026", date(2026, 3, 1)),
        ("31 février 2026", None),
        ("3 jui 2026", None),
        ("3 pommes 2026", None),
        ("1er/03/2026", date(2026, 3, 1)),
        ("31/02/2026", None),
        ("2026-13-01", None),
        ("0026-01-01", None),
        ("demain", None),
        ("12", None),
    ],
)
def test_days(text: str, day: date | None) -> None:
    assert date_in(text) == day


def test_names_of_sheets_are_those_excel_takes() -> None:
    wished = [
        "Ventes",
        "ventes",
        "",
        "a/b\\c?*[x]:y",
        "x" * 40,
        "x" * 40,
        "'cité'",
        "History",
        "../../etc/passwd",
        "😀" * 20,
    ]
    names = sheet_names(wished, Language.FR)
    assert names[:4] == ["Ventes", "ventes (2)", "Feuille 3", "a b c x y"]
    assert names[4] == "x" * 31
    assert names[5] == "x" * 27 + " (2)"
    assert names[6] == "cité"
    assert names[7] == "Feuille 8"
    assert len({name.lower() for name in names}) == len(names)


@given(st.lists(st.text(max_size=50), max_size=12))
def test_no_wish_makes_a_bad_name(wished: list[str]) -> None:
    names = sheet_names(wished, Language.EN)
    assert len({name.lower() for name in names}) == len(wished)
    for name in names:
        assert 1 <= len(name.encode("utf-16-le")) // 2 <= 31
        assert not set("[]:*?/\\") & set(name)
        assert not name.startswith("'")
        assert not name.endswith("'")


@pytest.mark.parametrize("name", ["A1", "abc12", "R1C1", "rc", "x", "1er", "a b", "a-b", "TVA18", "Vrai", "é" * 31])
def test_what_looks_like_a_cell_names_no_value(name: str) -> None:
    assert not is_value_name(name)
    assert is_value_name("durée")
    assert is_value_name("ht")
    assert is_value_name("taux_annuel")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("## **Rapport** d’activité", "Rapport d’activité"),
        ("Cours de C #", "Cours de C #"),
        ("#MeToo", "#MeToo"),
        ("**2026** : bilan", "2026 : bilan"),
    ],
)
def test_titles_are_without_marks(written: str, shown: str) -> None:
    assert TypeAdapter(Title).validate_python(written) == shown
