"""GSM-7: the alphabet, segment counts against a slow model of the rules, transliteration."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.channels.gsm7 import Encoding, encoding, is_gsm7, segments, spell_roots, transliterate
from bot.channels.gsm7_table import BASIC, EXTENSION, GREEK, REPLACEMENTS

FRENCH = st.text(alphabet="abc éèàùçêëîïôûœÀÉÈ«»’…–—\u00a0\u202f€[]\n0123456789.,!?", max_size=400)


def test_the_alphabet_has_127_characters_and_ten_extensions() -> None:
    assert (len(BASIC), len(EXTENSION)) == (127, 10)


@pytest.mark.parametrize("character", "àéèùòìÉÇñöüß§@€")
def test_gsm7_has(character: str) -> None:
    assert is_gsm7(character)
    assert transliterate(character) == character


@pytest.mark.parametrize("character", "çêëîôûœÀÈÊ«»’…–`\u00a0\t°²√😀")
def test_gsm7_lacks(character: str) -> None:
    assert not is_gsm7(character)
    assert encoding(character) is Encoding.UCS2


@pytest.mark.parametrize("written", sorted({*REPLACEMENTS.values(), *GREEK.values()}))
def test_every_replacement_is_gsm7(written: str) -> None:
    assert is_gsm7(written)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("a", 1),
        ("a" * 160, 1),
        ("a" * 161, 2),
        ("a" * 306, 2),
        ("a" * 307, 3),
        ("€" * 80, 1),
        ("€" * 81, 2),
        ("a" * 152 + "€" + "a" * 152, 3),  # the euro does not fit the last septet of the first segment
        ("a" * 151 + "€" + "a" * 153, 2),
        ("ç" * 70, 1),
        ("ç" * 71, 2),
        ("ç" * 134, 2),
        ("ç" * 135, 3),
        ("😀" * 35, 1),
        ("😀" * 36, 2),
        ("ç" * 66 + "😀" + "ç" * 66, 3),  # no surrogate pair is split
        ("é" * 160, 1),
        ("a" * 1600, 11),
        ("ç" * 1600, 24),
    ],
)
def test_segments_are_counted_as_carriers_bill_them(text: str, count: int) -> None:
    assert segments(text) == count


@given(st.text(alphabet="a€é😀ç", max_size=500))
@settings(max_examples=200, deadline=None)
def test_segments_stay_between_the_bounds_of_their_sizes(text: str) -> None:
    if is_gsm7(text):
        units, single, several = sum(2 if character in EXTENSION else 1 for character in text), 160, 153
    else:
        units, single, several = len(text.encode("utf-16-le")) // 2, 70, 67
    expected = math.ceil(units / single) if units <= single else math.ceil(units / several)
    assert expected <= segments(text) <= math.ceil(units / (several - 1)) if units > single else segments(text) <= 1


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Ça va, être à l’heure…", "Ça va, etre à l'heure..."),
        ("garçon, forêt, maïs, Noël, où, île", "garcon, foret, mais, Noel, où, ile"),
        ("« Œuvre » – cœur — ok", '"OEuvre" - coeur - ok'),
        ("À Évry, ÊTRE", "A Évry, ETRE"),
        ("10\u202f000\u00a0FCFA", "10 000 FCFA"),
        ("• un\n• deux", "- un\n- deux"),
        ("3 × 4 ÷ 2 ≤ 6 ≥ 5 ≠ 7 ≈ 8", "3 x 4 / 2 <= 6 >= 5 =/= 7 ~ 8"),
        ("√(x+1) + √2 + √x", "racine(x+1) + racine(2) + racine(x)"),
        ("∛8 et √x²", "racine cubique(8) et racine(x^2)"),
        ("x² + y³ = 10⁻³", "x^2 + y^3 = 10^(-3)"),
        ("uₙ₊₁ = 2uₙ, H₂O, x₁", "u_(n+1) = 2u_n, H2O, x1"),
        ("1ᵉʳ et 2ᵉ", "1er et 2e"),
        ("2πr, α", "2 pi r, alpha"),
        ("∀x∈ℝ, A∩B, x∉A", "pour tout x dans R, A inter B, x pas dans A"),
        ("∫f(x)dx = 2∞, ∂f/∂x, 5×3, f∘g", "intégrale f(x)dx = 2 infini, df/dx, 5x3, fog"),
        ("25 °C, 30°, n° 5", "25 deg C, 30 deg, no 5"),
        ("½ et 3½", "1/2 et 3 1/2"),
        ("AB⃗ = u⃗", "vec(AB) = vec(u)"),
        ("F⃗ = ma⃗, kAB⃗, 2u⃗", "vec(F) = m vec(a), k vec(AB), 2vec(u)"),
        ("1011₂ = 11₁₀, (1011)₂, log₂8, log₂ 8", "1011_2 = 11_10, (1011)_2, log_(2)8, log2 8"),
        ("∫₀¹ x dx = [x²/2]₀¹ et ∑₁ⁿ", "intégrale_0^1 x dx = [x^2/2]_0^1 et somme_1^n"),
        ("[F(x)]₀¹ = F(1)", "[F(x)]_0^1 = F(1)"),
        ("¹⁴₆C, x₁², x²₁, 2³5", "^14_6C, x1^2, x^2_1, 2^(3)5"),
        ("Ca(OH)₂, [Fe(CN)₆]³⁻, (CH₂)₄", "Ca(OH)2, [Fe(CN)6]^(3-), (CH2)4"),
        ("prix : 5 €", "prix : 5 €"),
        ("₦5,000 et GH₵50", "N5,000 et GHc50"),
        ("e\u0301te\u0301", "été"),
        ("x → 0 ⇒ y", "x -> 0 => y"),
        ("« ça », «\u00a0Œil\u202f» et «ê»", '"ca", "OEil" et "e"'),
        ("« un\nmot »\n« deux »", '"un\nmot"\n"deux"'),
        ("2️⃣ deux", "2 deux"),
        ("© 2026 ™", "(c) 2026 TM"),
        ("un\tdeux", "un deux"),
        ("ɛ, ɔ, ŋ (dioula)", "e, o, ng (dioula)"),
        ("ﬁn", "fin"),
        ("P(A̅) = 1 − P(A), 2z̄, Ā", "P(barre(A)) = 1 - P(A), 2 barre(z), barre(A)"),
        ("A̅B̅, fā, ɔ̄kɔ̄", "barre(AB), fa, oko"),
        ("uₙ = u₀ + n·r, 3 m·s⁻¹", "u_n = u0 + n*r, 3 m*s^(-1)"),
        ("· étudiant·e·s\n· auteur·rice", "- étudiant-e-s\n- auteur-rice"),
        ("3 × x et 2 × 5 et X×4", "3 * x et 2 x 5 et X*4"),
        ("⟨u, v⟩", "<u, v>"),
        ("³√8, ⁵√(x+1), ⁿ√x, a²√3", "racine cubique(8), racine 5-ième(x+1), racine n-ième(x), a^2racine(3)"),
    ],
)
def test_what_gsm7_lacks_is_written_otherwise(text: str, written: str) -> None:
    assert transliterate(text) == written


@pytest.mark.parametrize(
    "text", ["مرحبا ça va", "你好，ça", "Привет", "Ελλάδα ê", "ߒߞߏ ê", "ê " + "नमस्ते", "Bravo 👍", "👍👍", "ç 🇨🇮"]
)
def test_other_scripts_and_emoji_that_cost_nothing_leave_the_text_as_it_is(text: str) -> None:
    assert transliterate(text) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("🎉 Bravo 👏🏽 ! " + "C’est très bien. " * 8, "Bravo ! " + "C'est très bien. " * 8),
        ("👨‍👩‍👧 " + "Famille. " * 10 + "🇨🇮", "Famille. " * 10),
    ],
)
def test_emoji_are_dropped_when_that_saves_a_segment(text: str, written: str) -> None:
    assert transliterate(text).strip() == written.strip()
    assert segments(transliterate(text)) < segments(text)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("7 × 8 = 56 ✅ 🎉", "7 x 8 = 56 ok"),
        ("🎉✅ Vrai\n❌ Faux", "ok Vrai\nx Faux"),
        ("5 ➕ 3 ➖ 2 ✖️ 4", "5 + 3 - 2 x 4"),
        ("🅰️ Paris 🅱️ Lyon 🔟", "A Paris B Lyon 10"),
        ("A ➡️ B ➜ C", "A -> B -> C"),
    ],
)
def test_a_drawn_sign_that_says_something_is_never_dropped(text: str, written: str) -> None:
    rest = "\n" + "C'est très bien. " * 8
    assert transliterate(text + rest) == written + rest


@given(st.text(max_size=300))
@settings(max_examples=200, deadline=None)
def test_transliteration_gives_gsm7_or_the_text_itself(text: str) -> None:
    written = transliterate(text)
    assert is_gsm7(written) or written == text
    assert transliterate(written) == written


@given(FRENCH)
@settings(max_examples=200, deadline=None)
def test_french_always_becomes_gsm7_and_keeps_its_letters(text: str) -> None:
    written = transliterate(text)
    assert is_gsm7(written)
    assert sum(c in "b0123456789é" for c in written) == sum(c in "b0123456789é" for c in text)


def test_roots_are_spelt_in_every_script() -> None:
    assert spell_roots("√(a+b) · √2 · √") == "racine(a+b) · racine(2) · racine"
