"""School mathematics as the demo model reads it: expressions, equations, fractions, numbers."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.simulator.demo.maths.expressions import expression_in
from bot.simulator.demo.maths.fractions import line_between
from bot.simulator.demo.maths.linear import Equation, NotLinear, read_equation
from bot.simulator.demo.maths.numbers import Value, grouped, readable, rounded, value_of
from bot.tools.expressions import evaluate
from bot.types import Language

NUMBERS = st.integers(-30, 30)


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("Combien font 3 × (12,5 + 7) ?", "3 × (12,5 + 7)"),
        ("2+2=?", "2 + 2"),
        ("2^10 - 4", "2^10 − 4"),
        ("12 000 / 4", "12 000 ÷ 4"),
        ("12x8", "12 × 8"),
        ("15 % de 24.000", "15 % de 24000"),
        ("200 + 15% de 200", "200 + 15 % de 200"),
        ("TVA de 18% sur 125000 F", "18 % de 125000"),
        ("2/7 ÷ 3/5", "2/7 ÷ (3/5)"),
        ("2/7 / 3/5", "2/7 ÷ (3/5)"),
        ("7 - (-3)", "7 − (−3)"),
        ("$\\frac{\\sqrt{16}}{2}$", "(√16/2)"),
        ("$2^{10}$", "2^10"),
        ("\\left(3+4\\right)^2", "(3 + 4)^2"),
        ("3 au cube", "3³"),
        ("racine de -4", "√(−4)"),
        ("les 2/5 de 350", "2/5 × 350"),
        ("5!", "5!"),
        ("j'ai 3 pommes", ""),
        ("j'ai eu 12/20 en maths", ""),
        ("page 3-4", ""),
        ("l'année 2024-2025", ""),
        ("le 12/03/2026 ?", ""),
        ("07 01 02 03 04", ""),
        ("rdv de 8h - 10h", ""),
        ("1. 3/4 + 1/2", "3/4 + 1/2"),
        ("combien font 3 et 4", "3 + 4"),
        ("combien font 3,5 et 2 ?", "3,5 + 2"),
        ("calcule 3 + 4 ; 50 × 60", "50 × 60"),
        ("calcule la moyenne de 12, 14, 9 et 15", ""),
        ("calcule la moyenne de 12 et 14", ""),
        ("calcule le PGCD de 48 et 36", ""),
        ("calcule 12, 14 et 9", ""),
        ("2+2 et 3×33", "3 × 33"),
        ("calcule la somme de 3/4 et 5/6", "3/4 + 5/6"),
        ("combien font 3 et 4 et 5", "3 + 4 + 5"),
        ("calcule 12h30 + 45 min", ""),
        ("calcule 45 + 12h30", ""),
        ("3 1/2 + 2 1/4", ""),
        ("1,250.50 + 3", ""),
        ("3 + 1,250.50", ""),
    ],
)
def test_an_expression_is_found_and_written_for_the_calculator(text: str, expression: str) -> None:
    assert expression_in(text, Language.FR) == expression


def test_a_comma_between_thousands_is_english() -> None:
    assert expression_in("15% of 24,000", Language.EN) == "15 % of 24000"
    assert expression_in("1,5 + 2", Language.FR) == "1,5 + 2"


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_an_equation_of_the_first_degree_is_solved(a: int, b: int, c: int, d: int) -> None:
    equation = read_equation(f"{a}(x + {b}) = {c}x - ({d})")
    slope, constant = equation.collected
    if slope:
        value = constant / slope
        assert equation.left.at(value) == equation.right.at(value)
        assert slope > 0 or a == c
    else:
        assert (constant == 0) == (a * b == -d)


@given(NUMBERS, NUMBERS, NUMBERS, NUMBERS)
def test_every_line_on_the_board_has_the_same_solution(a: int, b: int, c: int, d: int) -> None:
    equation = read_equation(f"{a}x + {b} = {c}x + {d}".replace("+ -", "- "))
    for move in equation.moves:
        assert solutions(
            read_equation(move.equation if "x" in move.equation else f"0x + {move.equation}")
        ) == solutions(equation)


def solutions(equation: Equation) -> Fraction | bool:
    """The solution; whether all numbers are, when there is not just one."""
    slope, constant = equation.collected
    return constant / slope if slope else not constant


@pytest.mark.parametrize(
    "text", ["x^2 = 4", "2x + y = 3", "2x = ", "1/x = 2", "x(x+1) = 2", "x = (2", "x " * 80 + "= 1"]
)
def test_what_is_not_of_the_first_degree_is_refused(text: str) -> None:
    with pytest.raises(NotLinear):
        read_equation(text)


def test_deep_brackets_end() -> None:
    with pytest.raises(NotLinear):
        read_equation("(" * 40 + "x" + ")" * 40 + " = 1")


@pytest.mark.parametrize("sign", "+−×÷")
def test_the_line_between_two_fractions_is_worth_what_they_are(sign: str) -> None:
    line = line_between(f"3/4 {sign} (5/6)" if sign == "÷" else f"3/4 {sign} 5/6")
    assert line
    for side in line.line.split(" = "):
        assert evaluate(side) == evaluate(f"3/4 {sign} (5/6)")
    assert line_between("3/4 + 5/6 + 1/2") is None
    assert line_between("3/0 + 5/6") is None


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ({"result": "0.75", "exact": True}, Value("0.75", True, Fraction(3, 4))),
        ({"result": "19/12", "exact": True, "decimal": "1.5833"}, Value("1.5833", False, Fraction(19, 12))),
        ({"result": "3/4", "exact": True, "decimal": "0.75"}, Value("0.75", True, Fraction(3, 4))),
        ({"result": "≈ 1.4142135623731", "exact": False}, Value("1.4142135623731", False, None)),
        ({"result": "1.4142135623731", "exact": False}, Value("1.4142135623731", False, None)),
        ("58.5", Value("58.5", True, Fraction(117, 2))),
    ],
)  # fmt: skip
def test_the_answer_of_the_calculator_is_read_whatever_its_form(data, value) -> None:
    assert value_of(data) == value


def test_numbers_are_written_as_each_language_does() -> None:
    assert grouped("-1260000.5", Language.FR) == "−1\u00a0260\u00a0000,5"
    assert grouped("1260000.5", Language.EN) == "1,260,000.5"
    assert rounded("1.58333333333333", Language.FR) == "1,583"
    assert readable("15 % de 24 000", Language.FR) == "15 % de 24\u00a0000"
    assert readable("1,5 + 24000", Language.EN) == "1.5 + 24,000"
