"""Formulas as Word gets them: no place empty, which it would show as a dotted box, letters and spaces as meant."""

import pytest
from docx.oxml.ns import qn

from bot.documents.blocks import Latex
from bot.documents.docx.equations import equation_of

EMPTY = ("m:e", "m:num", "m:den", "m:fName", "m:lim")


def signs(latex: str) -> list[tuple[str, bool]]:
    """What is written in it, and whether it stands upright."""
    equation = equation_of(Latex(latex, displayed=True))
    assert equation is not None
    runs = list(equation.iter(qn("m:r")))
    return [(run.findtext(qn("m:t")), run.find(qn("m:rPr")) is not None) for run in runs]


@pytest.mark.parametrize(
    "latex",
    [
        *(r"{}^{14}_{6}C", r"\mathrm{^{14}_{6}C}", r"\begin{pmatrix} 1 & \\ & 2 \end{pmatrix}", r"A = {}^t\!A"),
        *(r"\sum_{k=1}^{n}", r"\begin{aligned} x &= 1 \\ &= 2 \end{aligned}", r"\frac{}{2}"),
    ],
)
def test_no_place_is_empty(latex: str) -> None:
    equation = equation_of(Latex(latex, displayed=True))
    assert equation is not None
    assert all(len(place) for kind in EMPTY for place in equation.iter(qn(kind)))


def test_chemistry_stands_upright_with_its_charges() -> None:
    assert signs(r"\mathrm{H_3O^+}") == [("H", True), ("3", False), ("O", True), ("+", True)]
    assert signs(r"\text{Fe}^{3+}")[-1] == ("3+", True)
    assert signs("e^{-x}")[-2:] == [("−", False), ("x", False)]


@pytest.mark.parametrize(("latex", "space"), [(r"a\,b", "\u2009"), (r"a\quad b", "\u2003"), (r"\sin x", "\u2009")])
def test_spaces_are_as_wide_as_they_are_meant(latex: str, space: str) -> None:
    assert signs(latex)[1] == (space, True)


@pytest.mark.parametrize(("latex", "bars"), [(r"\binom{n}{k}", ["noBar"]), (r"\frac{n}{k}", []), (r"C_n^k", [])])
def test_a_binomial_coefficient_is_no_fraction(latex: str, bars: list[str]) -> None:
    equation = equation_of(Latex(latex, displayed=True))
    assert equation is not None
    assert [kind.get(qn("m:val")) for kind in equation.iter(qn("m:type"))] == bars


def test_brackets_are_closed_with_their_exponent_and_open_intervals_are_left() -> None:
    equation = equation_of(Latex("(x+1)^2 = f(a, b)", displayed=True))
    assert equation is not None
    assert [len(list(equation.iter(qn(f"m:{kind}")))) for kind in ("d", "sSup")] == [2, 1]
    assert "".join(text for text, _ in signs("x=]0;1[")) == "x=]0;1["
