"""Numbers, units and formulas in one spelling."""

import time

import pytest

from bot.reading.answers.formulas import formula
from bot.reading.answers.reply import Choice, NotAnAnswer, OutOfRange, read_choice

POWERS = ("10^5", "10⁶", "5^10")
DECIMALS = ("3,5", "35", "0,35")
IONS = ("O²⁻", "Ca²⁺", "O₃")


@pytest.mark.parametrize(
    "alike",
    [
        ("25 m²", "25m2", "25 m^2", "25 mètres carrés"),
        ("60 km/h", "60 kilomètres par heure", "60 km/heure", "60KM/H"),
        ("5 000 F CFA", "5000F", "5 000 francs", "5000 fcfa", "5000 XOF"),
        ("10⁻⁵", "10^-5", "10^(-5)", "10 puissance -5", "10 puissance moins 5", "10 exposant −5"),
        ("3,2 × 10³", "3.2x10^3", "3,2.10³", "3,2 fois 10 puissance 3"),
        ("3,5", "3.50", "3,5000", "+3,5"),
        ("100", "100,0", "+100"),
        ("2 h 30", "2h30min", "2 heures 30"),
        ("37 °C", "37 degrés Celsius", "37°c"),
        ("9,8 m/s²", "9,8 m.s-2", "9.8m·s⁻²", "9,8 ms-2", "9,8 m s^-2", "9,8 m/s2"),
        ("0,5 mol/L", "0,5 mol.L-1", "0,5 mol·L⁻¹"),
        ("60 km/h", "60 km.h-1", "60 km h⁻¹"),
        ("90 s", "90 sec", "90 secondes", "90 seconds", "90 secs"),
        ("x ≥ 4", "x est supérieur ou égal à 4", "x>=4"),
        ("x < -4", "x est strictement inférieur à -4", "x plus petit que -4"),
        ("x = 5", "x égale 5", "x vaut 5", "x est égal à 5"),
        ("a²", "a au carré", "a^2", "a carré"),
        ("0,35", ".35", ",35"),
    ],
)
def test_one_formula_has_one_spelling(alike: tuple[str, ...]) -> None:
    assert len({formula(text) for text in alike}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1 2", "12"),
        ("5.000", "5"),
        ("3,05", "3,5"),
        ("30°", "30"),
        ("x > 4", "x ≥ 4"),
        ("10^5", "105"),
        (".35", "35"),
        ("9,8 m.s-2", "9,8 m.s-1"),
        ("3 a.b-2", "3 a/b²"),
        ("5 x s-2", "5 x/s²"),
        ("2 m - 2", "2/m²"),
    ],
)
def test_what_is_something_else_is_spelt_otherwise(one: str, other: str) -> None:
    assert formula(one) != formula(other)


@pytest.mark.parametrize(("text", "index"), [(".35", 2), (",35", 2), ("0.35", 2), ("3,50", 0), ("35", 1)])
def test_the_point_in_front_belongs_to_its_number(text: str, index: int) -> None:
    assert read_choice(text, DECIMALS) == Choice(index)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (".5", ("5", "50")),
        ("1 2", ("12", "13", "14")),
        ("2 4", ("2,4", "24", "42")),
        ("O2", IONS),
        ("Ca2", IONS),
        ("105", POWERS),
        ("10*5", POWERS),
    ],
)
def test_other_numbers_choose_nothing(text: str, options: tuple[str, ...]) -> None:
    assert read_choice(text, options) in (NotAnAnswer(), OutOfRange(25))


def test_nobody_can_make_it_spell_for_long() -> None:
    began = time.monotonic()
    for text in ("1 " * 300, "x plus grand que " * 35, "1,0" * 200, "9" * 600, "2 h 11 min " * 50):
        formula(text)
    assert time.monotonic() - began < 1
