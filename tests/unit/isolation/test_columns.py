"""Sums of columns, exact to the digit."""

from typing import Any

import pytest

from bot.isolation.readers.columns import letter_of, number_in, rows_of, sum_of

TABLE: list[list[Any]] = [["Poste", "", "Montant"], ["Loyer", None, 0.1], ["Eau", None, 0.2], ["Riz", "x", 1_250]]


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        (12, "12"), (0.1, "0.1"), ("1 234,50 F", "1234.50"), ("1.234.567", "1234567"), ("12,5", "12.5"),
        ("1,234.56", "1234.56"), ("1.234,56", "1234.56"), ("-7", "-7"), ("350 000 FCFA", "350000"), ("15 %", "15"),
        ("", None), ("12 mars", None), (True, None), (None, None), ("1/2", None), ("=A1", None), (float("inf"), None),
    ],
)  # fmt: skip
def test_a_number_is_read_as_people_write_it(cell: Any, number: str | None) -> None:
    assert (str(number_in(cell)) if number_in(cell) is not None else None) == number


@pytest.mark.parametrize("wanted", ["C", "c", "Montant", " montant "])
def test_by_letter_or_heading(wanted: str) -> None:
    found = sum_of(TABLE, wanted)
    assert found is not None
    assert (found["column"], found["heading"], found["numbers"], found["sum"]) == ("C", "Montant", 3, 1_250.3)
    assert (found["smallest"], found["largest"], found["other_cells"]) == (0.1, 1_250, 0)


@pytest.mark.parametrize("wanted", ["Z", "B2", "Prix", "", "AAA"])
def test_what_is_not_there_is_none(wanted: str) -> None:
    assert sum_of(TABLE, wanted) is None


def test_a_total_below_is_not_counted_twice() -> None:
    found = sum_of([*TABLE, ["Total", None, 1_250.3]], "C")
    assert found is not None
    assert (found["sum"], found["numbers"], found["is_total_left_out"]) == (1_250.3, 3, True)


def test_without_a_heading_the_first_row_counts() -> None:
    found = sum_of([[1, 2], [3, 4]], "B")
    assert found is not None
    assert (found["sum"], found["heading"]) == (6, "")


def test_a_thousand_that_may_be_a_decimal_is_said() -> None:
    found = sum_of(rows_of("Poste;Prix\nRiz;12.500\nSel;n/a\n"), "Prix")
    assert found is not None
    assert (found["doubtful"], found["other_cells"], found["sum"]) == ("12.500", 1, 12.5)


FRENCH = "Montant;Remise;Net\n1250,50;0,25;1250,25\n1251,50;1,25;1250,25\n1252,50;2,25;1250,25\n"


@pytest.mark.parametrize(
    ("text", "wanted", "total"),
    [
        (FRENCH, "A", 3754.5), (FRENCH, "Net", 3750.75), (FRENCH.strip(), "Montant", 3754.5),
        ("1250,50;0,25;1250,25\n1251,50;1,25;1250,25", "B", 1.5),  # no headings
        ("1250,50;0,25;1250,25", "C", 1250.25),  # one line
        ("Ventes du mois, en F, hors taxes\n" + FRENCH, "Remise", 3.75),  # a title above
        ("Poste;Prix\nRiz, sel, sucre, lait;12,5\nEau, gaz, loyer, bois;13\n", "Prix", 25.5),
        ("Poste;Prix\nRiz;12,5\nSel\n\nEau;1,5;le 3, le 4, le 5\n", "Prix", 14),  # rows of any length
        ("Poste\tPrix\nRiz\t12,5\nSel\t13,5\n", "Prix", 26), ("Poste|Prix\nRiz|12,5\nSel|13,5\n", "B", 26),
        ("Poste,Prix\n\"Riz; sel\",\"12,50\"\nEau,13\n", "Prix", 25.5), ("Poste,Prix\nRiz;sel,12.5\nEau,13", "B", 25.5),
        ("x,y\n1,2\n3,4\n", "x", 4), ("1,2,3\n4,5,6\n", "B", 7),
        ("Montant\n1250,50\n1 249,50 F\n", "Montant", 2500), ("12,5\n13,5", "A", 26),  # one column
    ],
)  # fmt: skip
def test_the_mark_between_cells_is_told_from_that_of_decimals(text: str, wanted: str, total: float) -> None:
    found = sum_of(rows_of(text), wanted)
    assert found is not None
    assert found["sum"] == total


def test_what_a_workbooks_own_arithmetic_added_is_left_out() -> None:
    found = sum_of([["Montant"], [0.1 + 0.2], [375105.00000000006]], "A")
    assert found is not None
    assert (found["sum"], found["largest"]) == (375105.3, 375105)


def test_more_digits_than_a_float_holds_stay() -> None:
    found = sum_of([["n"], ["9007199254740993"], ["0.1"]], "n")
    assert found is not None
    assert found["sum"] == "9007199254740993.1"


def test_only_so_many_rows_are_added_and_it_is_said() -> None:
    found = sum_of(([1] for _ in range(30_000)), "A")
    assert found is not None
    assert (found["numbers"], found["rows_left_out"]) == (20_000, True)


def test_letters_go_on_behind_z() -> None:
    assert [letter_of(place) for place in (0, 25, 26, 701)] == ["A", "Z", "AA", "ZZ"]
