r"""LaTeX to Unicode text: what pupils meet from primary school to university."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.latex import to_unicode
from bot.text.latex_reader import script

PIECES = st.sampled_from(
    [r"\frac", *r"\sqrt \left \right \begin{cases} \end{cases} \begin \end \text \vec \ce \leq \sum \unknown".split(),
     r"\\", r"\,", r"\{", *"{}[]()^_&$'~%x1+-/ ", "12", "é"]
)  # fmt: skip


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\frac{a}{b}", "a/b"),
        (r"\frac{a+1}{b}", "(a+1)/b"),
        (r"\frac{1}{2a}", "1/(2a)"),
        (r"\frac{n(n+1)}{2}", "n(n+1)/2"),
        (r"\frac{AB}{AC}=\frac{3}{5}", "AB/AC=3/5"),
        (r"\frac{\frac{a}{b}}{c}", "(a/b)/c"),
        (r"\frac12", "1/2"),
        (r"\frac{1}{2}x", "(1/2)x"),
        (r"2\frac{1}{3}", "2(1/3)"),
        (r"\frac{x}{2}^2", "(x/2)²"),
        (r"\left( \dfrac{1}{2} \right)^n", "(1/2)ⁿ"),
        (r"\frac{2}{3}\times\frac{3}{4}", "2/3 × 3/4"),
        (r"\frac{-b \pm \sqrt{b^2-4ac}}{2a}", "(-b ± √(b²-4ac))/(2a)"),
        (r"\sqrt{x}", "√x"),
        (r"\sqrt{12}", "√12"),
        (r"\sqrt{x+1}", "√(x+1)"),
        (r"\sqrt[3]{8}", "∛8"),
        (r"\sqrt[n]{x}", "ⁿ√x"),
        ("x^2 + y^{10} - z^{-1}", "x² + y¹⁰ - z⁻¹"),
        ("u_{n+1}=2u_n+3", "uₙ₊₁=2uₙ+3"),
        (r"e^{-x^2/2}", "e^(-x²/2)"),
        (r"30^\circ", "30°"),
        (r"a \leq b \neq c \geqslant d", "a ≤ b ≠ c ≥ d"),
        (r"3\times4\div2", "3 × 4 ÷ 2"),
        (r"2\pi r", "2π r"),
        (r"\Delta = b^2 - 4ac", "Δ = b² - 4ac"),
        (r"\forall x \in \mathbb{R}, x^2 \geq 0", "∀ x ∈ ℝ, x² ≥ 0"),
        (r"A \cap B = \emptyset", "A ∩ B = ∅"),
        (r"x \in ]-\infty ; 3[ \cup [5 ; 7] \subset \mathbb{R}", "x ∈ ]-∞ ; 3[ ∪ [5 ; 7] ⊂ ℝ"),
        (r"\left[ 0 ; 1 \right[ = I", "[0 ; 1[ = I"),
        (r"\underbrace{3 \times 4}_{12} + 5", "3 × 4 (= 12) + 5"),
        (r"\overbrace{a \cdots a}^{\text{n fois}}", "a … a (n fois)"),
        (r"\underbrace{a+b}", "a+b"),
        (r"\lim_{x \to 0} \frac{\sin x}{x} = 1", "lim(x → 0) (sin x)/x = 1"),
        (r"\lim\limits_{n\to+\infty} u_n = +\infty", "lim (n → +∞) uₙ = +∞"),
        (r"\sum_{i=1}^{n} i", "∑ᵢ₌₁ⁿ i"),
        (r"\int_0^1 x\,dx", "∫₀¹ x dx"),
        (r"\vec{u}\cdot\vec{v}=0", "u⃗ ⋅ v⃗=0"),
        (r"\overrightarrow{AB}", "AB⃗"),
        (r"\widehat{ABC}=90^\circ", "AB̂C=90°"),
        (r"\text{si } x \neq 0", "si x ≠ 0"),
        (r"5 \text{ km/h}", "5 km/h"),
        (r"\begin{cases} x+y=1 \\ x-y=3 \end{cases}", "{ x+y=1 ; x-y=3"),
        (r"\begin{pmatrix}1&2\\3&4\end{pmatrix}", "(1 2 ; 3 4)"),
        (r"\begin{align*} a &= b \\ &= c \end{align*}", "a = b\n= c"),
        (r"\begin{array}{c|c} a & b \\ c & d \end{array}", "a | b\nc | d"),
        (r"\binom{n}{k}", "C(n, k)"),
        (r"\{1;2\}", "{1;2}"),
        (r"50\,\%", "50 %"),
        ("1{,}5", "1,5"),
        ("f'(x)", "f′(x)"),
        (r"\sin\theta", "sin θ"),
        (r"\pgcd(12, 18)", "pgcd(12, 18)"),
        (r"\boxed{42}", "42"),
        (r"\ce{2H2 + O2 -> 2H2O}", "2H₂ + O₂ → 2H₂O"),
        (r"\ce{SO4^{2-}}", "SO₄²⁻"),
        (r"\ce{CH3COOH + H2O <=> CH3COO- + H3O+}", "CH₃COOH + H₂O ⇌ CH₃COO⁻ + H₃O⁺"),
        (r"\ce{Na+ + Cl- -> NaCl}", "Na⁺ + Cl⁻ → NaCl"),
        (r"\ce{CaCO3 + 2H+ -> Ca^2+ + CO2 ^ + H2O}", "CaCO₃ + 2H⁺ → Ca²⁺ + CO₂ ↑ + H₂O"),
        (r"\ce{CH3-CH2-OH}, \ce{[Ag(NH3)2]+}", "CH₃-CH₂-OH, [Ag(NH₃)₂]⁺"),
        (r"\ce{^{14}_{6}C -> ^{14}_{7}N + e-}", "¹⁴₆C → ¹⁴₇N + e⁻"),
        (r"\ce{CaCO3 ->[\Delta] CaO + CO2 ^}", "CaCO₃ →(Δ) CaO + CO₂ ↑"),
        (r"\ce{1/2 O2 + CuSO4.5H2O}, \ce{AgCl v}, \ce{HC#CH}", "1/2 O₂ + CuSO₄ ⋅ 5H₂O, AgCl ↓, HC ≡ CH"),
        (r"v = \SI{25}{\meter\per\second}", "v = 25 m ⋅ s⁻¹"),
        (r"\SI[per-mode=symbol]{9.81}{\kilo\meter\per\square\second}", "9.81 km ⋅ s⁻²"),
        (r"\qty{1.6e-19}{\coulomb}, \unit{\m\per\s\squared}", "1.6 × 10⁻¹⁹ C, m ⋅ s⁻²"),
        (r"\SI{8.314}{J.mol^{-1}.K^{-1}}, \SI{20}{\degreeCelsius}", "8.314 J ⋅ mol⁻¹ ⋅ K⁻¹, 20 °C"),
        (r"\pu{1.2e3 kg m-3}, \num{6.02e23}, \ang{45;30}", "1.2 × 10³ kg m⁻³, 6.02 × 10²³, 45°30′"),
        (r"\mathrm{H_2O}", "H₂O"),
        (r"\textcolor{red}{x}", "x"),
        (r"\int f(x) \, \mathrm dx + \mathcal C_f", "∫ f(x) dx + C_f"),
        (r"\xrightarrow{f}", "→(f)"),
        (r"\unknown{x}", "x"),
        (r"\frac{1}{", "1"),
        (r"\sqrt", "√()"),
        ("", ""),
        ("\\", ""),
    ],
)
def test_a_formula_becomes_text(latex: str, text: str) -> None:
    assert to_unicode(latex) == text


@pytest.mark.parametrize(
    ("text", "mark", "written"),
    [("2", "^", "²"), ("n+1", "_", "ₙ₊₁"), ("q", "^", "^q"), ("ab/c", "^", "^(ab/c)"), ("", "^", "")],
)
def test_scripts_use_unicode_where_it_has_them(text: str, mark: str, written: str) -> None:
    assert script(text, mark) == written


@given(st.lists(PIECES, max_size=60).map("".join))
@settings(max_examples=200, deadline=None)
def test_broken_latex_never_raises_and_leaves_no_macro(latex: str) -> None:
    assert r"\frac" not in to_unicode(latex)


@pytest.mark.parametrize("piece", ["{", r"\sqrt", r"\frac", r"\begin{a}", "^", "_{", r"\text{", "[", r"\sqrt["])
def test_formulas_nested_beyond_reason_end_soon(piece: str) -> None:
    started = time.perf_counter()
    to_unicode(piece * 1500)
    assert time.perf_counter() - started < 5
