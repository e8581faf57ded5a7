"""Sums of columns, exact to the digit."""

from typing import Any

import pytest

from bot.isolation.readers.amounts import number_in
from bot.isolation.readers.columns import letter_of, rows_of, sum_of

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


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("(1 500)", -1_500), ("1 500-", -1_500), ("− 500", -500), ("- 500 F", -500), ("(2 000 F CFA)", -2_000),
        ("CFA 5 000", 5_000), ("2 000frs", 2_000), ("5 000 GNF", 5_000), ("1’500", 1_500), ("$ 12,50", 12.5),
        ("1-2", None), ("(abs)", None), ("F", None), ("12 mois", None), ("A(3)", None),
    ],
)  # fmt: skip
def test_what_is_owed_and_other_money_is_read(written: str, number: float | None) -> None:
    assert number_in(written) == number


@pytest.mark.parametrize(
    ("heading", "cells", "total", "doubtful"),
    [
        ("Prix", ["15.000 F", "1.500FCFA"], 16_500, ""), ("Prix (FCFA)", ["15.000", "2.500"], 17_500, ""),
        ("Prix", ["1.234", "1.500.000"], 1_501_234, ""), ("Prix", ["1.500", "2,50"], 1_502.5, ""),
        ("Prix", ["1,234", "2,500.50"], 3_734.5, ""), ("Prix", ["1.500", "2.5"], 4, ""),
        ("Prix", ["1,234", "5,678"], 6.912, "1,234"), ("Taux", ["12.500 %", "n/a"], 12.5, "12.500 %"),
        ("Masse", ["0.125", "0.250"], 0.375, ""),
    ],
)  # fmt: skip
def test_a_column_tells_what_its_marks_mean(heading: str, cells: list[str], total: float, doubtful: str) -> None:
    found = sum_of([[heading], *([cell] for cell in cells)], "A")
    assert found is not None
    assert (found["sum"], found.get("doubtful", "")) == (total, doubtful)


REGION = [("Riz", 1), ("Mil", 2), ("S/total", 3), ("Eau", 4), ("Gaz", 5), ("S/total", 9)]


@pytest.mark.parametrize(
    ("rows", "total", "left_out", "counted"),
    [
        ([("Riz", 10), ("Mil", 20), ("Sous-total", 30), ("Eau", 5), ("TOTAL GÉNÉRAL", 35)], 35, True, ""),
        ([("Riz", 10), ("S/Total", 10), ("Eau", 5), ("Sous total :", 5), ("Total", 15)], 15, True, ""),
        ([("Riz", 10), ("Total", 10)], 10, True, ""),
        ([("Loyer", 100), ("Total Cocody", 20), ("Eau", 5)], 125, False, "Total Cocody"),
        ([("Loyer", 100), ("Total Cocody", 20), ("Eau", 5), ("Total", 125)], 125, True, "Total Cocody"),
        ([("Loyer", 100), ("Eau", 20), ("TOTAL", 125)], 245, False, "TOTAL"),
        ([("Total Cocody", 20), ("Total Plateau", 20), ("Péage", 5)], 45, False, "Total Plateau"),
        ([("Loyer", 100), ("Total Cocody", 20), ("Total Plateau", 20), ("Eau", 5)], 145, False, "Total Plateau"),
        ([("Loyer", 100), ("Total Cocody", 20), ("TOTAL", 120), ("Frais", 5)], 125, True, "Total Cocody"),
        ([("Riz", 10), ("Sous-total", 10), ("Total vivres", 10), ("Eau", 5), ("Total", 15)], 15, True, ""),
        ([*REGION, ("Total région 1", 12), *REGION, ("Total région 2", 12), ("TOTAL GÉNÉRAL", 24)], 24, True, ""),
        ([*REGION, *REGION, ("Total des régions", 24), ("Eau", 0), ("Sous-total", 0), ("TOTAL", 24)], 24, True, ""),
    ],
)  # fmt: skip
def test_totals_within_a_table_are_not_added_again(
    rows: list[tuple[str, int]], total: int, left_out: bool, counted: str
) -> None:
    found = sum_of([("Poste", "Prix"), *rows], "Prix")
    assert found is not None
    told = (found["sum"], found.get("is_total_left_out", False), found.get("counted_total", ""))
    assert told == (total, left_out, counted)


@pytest.mark.parametrize(
    ("wanted", "letter"),
    [("Montant", "B"), ("MONTANT (fcfa)", "B"), ("designation", "A"), ("Désignation ", "A"), ("Prix", "")],
)
def test_a_heading_is_found_by_its_first_words_and_without_accents(wanted: str, letter: str) -> None:
    table = [["Désignation", "Montant (FCFA)", "Prix unitaire", "Prix total"], ["Riz", 5, 6, 7]]
    assert (sum_of(table, wanted) or {"column": ""})["column"] == letter
