r"""Formulas in documents: which are drawn, their size and place in a line, and the text where they cannot be."""

import re
import time
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from fpdf import FPDF
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.documents.blocks import Equation, Latex, Listing, Paragraph, Span, Table
from bot.documents.markdown import parse
from bot.documents.model import Document
from bot.documents.pdf import formula_setter, formulas
from bot.documents.pdf.child import compose
from bot.documents.pdf.drawing import Bar, Drawing, Glyph
from bot.documents.pdf.fontbook import FontBook
from bot.documents.pdf.formula_setter import FormulaSetter
from bot.documents.pdf.latex_source import MAX_COST, broken, cost, readable
from bot.documents.pdf.layout import Typesetter
from bot.documents.pdf.pieces import Piece, measure, swell
from bot.documents.pdf.sheets import Sheet
from bot.documents.theme import BOTTOM, LEFT, RIGHT
from bot.types import Language

PIECES = st.sampled_from(
    [r"\frac", *r"\sqrt \left \right \begin{cases} \end{cases} \begin \end \text \vec \ce \sum \unknown \over".split(),
     r"\\", r"\,", r"\{", *"{}[]()^_&'~%x1+-/< ", "12", "é"]
)  # fmt: skip


@pytest.fixture(scope="module")
def fonts() -> FontBook:
    return FontBook(FPDF(unit="pt"))


def span(latex: str, *, displayed: bool = False) -> Span:
    return Span("texte", formula=Latex(latex, displayed))


def piece(latex: str, *, displayed: bool = False) -> Piece:
    drawn = FormulaSetter().piece(span(latex, displayed=displayed), 10.0)
    assert drawn is not None
    assert drawn.ink is not None
    return drawn


def drawing(latex: str, *, displayed: bool = False) -> Drawing:
    ink = piece(latex, displayed=displayed).ink
    assert ink is not None
    return ink.drawing


def sheets(content: str, fonts: FontBook) -> list[Sheet]:
    document = Document(
        title="T", content=content, language=Language.FR, service_name="P", created_at=datetime(2026, 1, 1, tzinfo=UTC)
    )
    return compose(document, fonts)


SCHOOL = [
    *(r"\frac{3}{4}", r"\dfrac{7}{12}", r"2\frac{1}{3}", r"\frac12", r"\sqrt{2}", r"\sqrt[3]{8}", "x^2", "u_{n+1}"),
    *(r"3,14 \leqslant \pi", r"\begin{cases} 2x+y=1 \\ x-y=2 \end{cases}"),
    *(r"\begin{pmatrix} 1 & 2 \\ 3 & 4\end{pmatrix}", r"\sum_{k=1}^n k"),
    *(r"\int_0^1 x\,dx", r"\lim_{x \to 0} \frac{\sin x}{x}", r"\overrightarrow{AB}"),
    *(r"\binom{n}{k}", r"\pgcd(12, 18) = 6", r"x \in \mathbb{R}", r"\boxed{42}", r"\cancel{x}", r"50\,\%", "f'(x)"),
    *(r"\text{si } x \neq 0, \text{ dès l’été}", r"\begin{align*} a &= b \\ &= c \end{align*}"),
    *(r"\ce{CaCO3 ->[\Delta] CaO + CO2 ^}", r"\ce{^{14}_{6}C}", r"\SI{10}{\micro\farad}", r"\pu{9.81 m/s2}"),
    *(r"\left[ \frac{x^3}{3} \right]_0^1", r"\underbrace{a+b}_{c}", r"1 000 000"),
    *(r"\vec{u} \cdot \vec{v}", r"\begin{vmatrix} a & b \\ c & d\end{vmatrix}"),
    *(r"\begin{equation} x = 1 \label{un} \end{equation}", r"x = 1 \tag{2}", r"a \implies b", r"\textbf{gras} + 1"),
]  # fmt: skip


@pytest.mark.parametrize("latex", SCHOOL)
def test_what_school_writes_is_drawn(latex: str) -> None:
    drawn = drawing(latex)
    assert drawn.width > 3
    assert drawn.ascent > 3
    assert drawn.marks


@pytest.mark.parametrize(
    "latex",
    [
        *("", " ", r"\frac{1}{", r"\sqrt", "x^", r"\left(", r"\unknown{x}", "مرحبا", "北京", r"\,"),
        *(r"\begin{cases}", "{" * 10_000, "x" * 1_001, r"\sqrt{" * 12 + "x" + "}" * 12),
        *(r"\left(" * 15 + "x" + r"\right)" * 15, r"\begin{pmatrix}" * 8 + "1" + r"\end{pmatrix}" * 8),
        *(r"\hspace{99999999em}x", "x^" * 400),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_left_to_its_text(latex: str) -> None:
    started = time.monotonic()
    assert FormulaSetter().piece(span(latex), 10.0) is None
    assert time.monotonic() - started < 20


@pytest.mark.parametrize("latex", ["{" * 12 + "x" + "}" * 12, r"\begin{cases}" * 6 + r"a\\b" + r"\end{cases}" * 6])
def test_the_price_of_nesting_is_known_before_it_is_paid(latex: str) -> None:
    assert cost(latex) > MAX_COST
    assert readable(latex, displayed=True) is None


@given(st.lists(PIECES, max_size=25).map("".join))
@settings(deadline=None, max_examples=60)
def test_any_formula_is_drawn_or_left_to_its_text(latex: str) -> None:
    drawn = FormulaSetter().piece(span(latex), 10.0)
    assert drawn is None or (drawn.ink is not None and drawn.ink.drawing.marks)


def test_a_document_has_so_many_formulas_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula_setter, "MAX_COST", 240)
    setter = FormulaSetter()
    assert [setter.piece(span(latex), 10.0) is None for latex in ("a+b", "a+b" * 9, "a+c" * 9, "a+b")] == [
        *(False, False, True, False)
    ]


def test_a_fraction_is_stacked_around_the_axis_of_its_line() -> None:
    drawn = drawing(r"\frac{3}{4}")
    (bar,) = (mark for mark in drawn.marks if isinstance(mark, Bar))
    three, four = (mark for mark in drawn.marks if isinstance(mark, Glyph))
    assert three.y < bar.y < four.y
    assert -4 < bar.y < -1, "the bar stands at the height of a minus"
    assert drawn.ascent > 10
    assert drawn.descent > 5
    assert three.scale == four.scale == drawing("3").marks[0].scale, "within a line too, large enough for a phone"


def test_a_letter_stands_on_the_baseline_and_grows_with_its_size() -> None:
    drawn = drawing("x")
    assert drawn.descent < 0.5
    assert drawn.marks[0].y == pytest.approx(0, abs=0.05)
    large = FormulaSetter().piece(span("x"), 20.0)
    assert large is not None
    assert large.width == pytest.approx(2 * drawn.width, rel=0.05)


@pytest.mark.parametrize("latex", [r"x=-1", r"x \leqslant -1", r"[-1", r"\{-1\}", r"(a,-1)", r"x=\pm 1", r"]0;+1["])
def test_a_sign_of_its_own_stands_close_to_its_number(latex: str) -> None:
    def taken(written: str, sign: str) -> float:
        return drawing(written).width - drawing(written.replace(sign, "")).width

    sign = next(sign for sign in (r"\pm ", "-", "+") if sign in latex)
    assert taken(latex, sign) < taken(f"a{sign}1", sign) - 2


@pytest.mark.parametrize("latex", [r"f(x)-1", r"|x|-1", r"5!-1", r"a-1"])
def test_a_difference_has_air_around_its_sign(latex: str) -> None:
    assert 'form="prefix"' not in formulas.markup(latex, displayed=True)


def test_a_root_has_its_bar_and_limits_stand_above_and_below_when_displayed() -> None:
    assert any(isinstance(mark, Bar) for mark in drawing(r"\sqrt{2}").marks)
    inline, displayed = (drawing(r"\sum_{k=1}^{n} k", displayed=way) for way in (False, True))
    assert displayed.descent > inline.descent + 3


def test_glyphs_of_one_name_and_different_heights_differ() -> None:
    rows = r"\\".join("1" * 12)
    drawn = drawing(
        rf"\left\{{\begin{{matrix}}1\\1\\1\\1\\1\\1\end{{matrix}}\right. "
        rf"\left\{{\begin{{matrix}}{rows}\end{{matrix}}\right."
    )
    braces = sorted(mark.outline for mark in drawn.marks if isinstance(mark, Glyph) and len(mark.outline) > 300)
    assert len(set(braces)) == 2


@pytest.mark.parametrize(
    ("latex", "parts"),
    [
        ("a = b = c", ["a ", "{}= b ", "{}= c"]),
        (r"a + b - c", ["a ", "{}+ b ", "{}- c"]),
        (r"\frac{a = b}{c}", [r"\frac{a = b}{c}"]),
        (r"x_{i=1} \leq 2", ["x_{i=1} ", r"{}\leq 2"]),
        ("x^+ y", ["x^+ y"]),
        (r"\left(a = b\right) = c", [r"\left(a = b\right) ", "{}= c"]),
        (r"a &= b \\ &= c", [r"a &= b \\ &= c"]),
        ("= b", ["= b"]),
    ],
)
def test_a_long_formula_is_cut_before_its_outermost_relations(latex: str, parts: list[str]) -> None:
    assert broken(latex) == parts


@pytest.mark.parametrize("displayed", [False, True])
@pytest.mark.parametrize(
    "latex",
    ["a+" * 120 + "b", " = ".join(["(a+b)^2"] * 40), r"\frac{" + "x+" * 90 + "1}{2}", r"\text{" + "mot " * 90 + "}"],
)
def test_no_formula_is_wider_than_its_room(fonts: FontBook, latex: str, displayed: bool) -> None:
    setter = Typesetter(fonts)
    it = span(latex, displayed=displayed)
    lines = setter.formulas.displayed(it, 10.5, 300) if displayed else setter.lines((it,), 10.5, 300)
    assert lines
    assert all(measure(line) <= 300.01 for line in lines)


def test_a_very_high_formula_fits_a_page() -> None:
    rows = r" \\ ".join("abcdefghijkl" * 4)
    drawn = FormulaSetter().piece(span(rf"\begin{{matrix}} {rows} \end{{matrix}}", displayed=True), 10.5)
    assert drawn is not None
    assert drawn.ink is not None
    assert drawn.ink.drawing.ascent + drawn.ink.drawing.descent <= 500.01


def test_lines_make_room_for_their_formulas(fonts: FontBook) -> None:
    (sheet,) = sheets("Un.\n\nAvec $\\dfrac{1}{2}$.\n\nDeux.\n\n$$\\frac{\\frac{1}{2}}{3}$$\n\nTrois.", fonts)
    lines = [text for text in sheet.texts if text.line[0].text != "T"]
    for above, below in pairwise(lines):
        assert below.y - swell(below.line, 0, 0)[0] >= above.y + swell(above.line, 0, 0)[1]


def test_a_displayed_formula_is_centred(fonts: FontBook) -> None:
    (sheet,) = sheets("$$x = 1$$", fonts)
    (text,) = (text for text in sheet.texts if text.line[0].ink)
    assert text.x - LEFT == pytest.approx(RIGHT - text.x - measure(text.line))


@pytest.mark.parametrize("before", range(18, 36, 3))
def test_no_formula_leaves_the_page(fonts: FontBook, before: int) -> None:
    content = (
        "Ligne.\n\n" * before
        + r"$$\sum_{k=1}^{n} \frac{\frac{1}{2}}{k}$$"
        + "\n\n| a | b |\n|-|-|\n"
        + "".join(rf"| $\dfrac{{{row}}}{{2}}$ | mot |" + "\n" for row in range(30))
    )
    for sheet in sheets(content, fonts):
        for text in sheet.texts:
            assert text.y + swell(text.line, 0, 0)[1] <= BOTTOM + 1.5


def test_cells_beside_a_fraction_share_its_baseline(fonts: FontBook) -> None:
    (sheet,) = sheets("| a | b |\n|-|-|\n| $\\frac{1}{2}$ | demi |", fonts)
    (fraction,) = (text for text in sheet.texts if text.line[0].ink)
    (word,) = (text for text in sheet.texts if text.line[0].text == "demi")
    assert fraction.y == word.y


@pytest.mark.parametrize(
    ("markdown", "kinds"),
    [
        ("a $x$ b", [Paragraph]),
        ("$$x$$", [Equation]),
        ("a\n$$x$$\nb", [Paragraph, Equation, Paragraph]),
        ("a $$x$$.", [Paragraph, Equation]),
        (r"\[x\], b", [Equation, Paragraph]),
        (r"\begin{align} x &= 1 \end{align}", [Equation]),
        ("- $$x$$", [Listing]),
        ("| $$x$$ |\n|-|", [Table]),
    ],
)
def test_displayed_formulas_stand_alone(markdown: str, kinds: list[type]) -> None:
    assert [type(block) for block in parse(markdown)] == kinds


def test_code_and_addresses_hold_no_formula() -> None:
    content = "`$x$` [y](https://a.org/$x$)\n\n```\n$x$\n```\n\n- ~~~\n  $x$\n  ~~~"
    assert "Latex" not in repr(parse(content))


def test_a_document_without_formulas_does_not_load_the_typesetter(
    fonts: FontBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str) -> None:
        raise AssertionError(name)

    monkeypatch.setattr(formula_setter, "import_module", refuse)
    assert sheets("Du texte, **gras** et `code` à 5 $.", fonts)
    with pytest.raises(AssertionError, match=re.escape(formulas.__name__)):
        sheets("Une formule : $x^2$.", fonts)
