"""Signs, brackets, apostrophes and letters that make another answer of the same words."""

import pytest

from bot.reading.answers.reply import Choice, read_choice

INTERVALS = ("[2 ; 5]", "]3 ; 7[", "{4}")
FACTORS = ("2 × (3 + 4)", "14", "10")
ROOTS = ("√3/2", "√(a + b)", "a + b")
NEGATIVES = ("-3", "-1", "5")
ELIDED = ("ma", "m'a", "mas", "m'as")
OPPOSITES = ("-cos(x)", "sin(x)", "-sin(x)")
VITAMINS = ("vitamine A", "vitamine C", "vitamine D")
BLOOD = ("groupe A", "groupe AB", "groupe B", "groupe O")
BOTH = ("A et B", "A seulement", "B seulement", "aucun")


@pytest.mark.parametrize(
    ("options", "index", "texts"),
    [
        (INTERVALS, 0, ("[2;5]", "[2 ; 5]", "2;5")),
        (INTERVALS, 1, ("]3;7[", "] 3 ; 7 [")),
        (("{-2; 3}", "{-2; -3}"), 1, ("-2;-3", "{−2 ; −3}")),
        (FACTORS, 0, ("2×(3+4)", "2*(3 + 4)")),
        (ROOTS, 0, ("√(3)/2", "(√3)/2", "√3/2")),
        (ROOTS, 1, ("√(a+b)",)),
        (("AB = CD", "AB ≠ CD", "AB > CD"), 1, ("AB≠CD", "AB != CD", "AB différent de CD")),
        (("AB = CD", "AB ≠ CD", "AB > CD"), 0, ("AB=CD", "ab = cd")),
        (("A + B → C", "C → A + B"), 0, ("A + B -> C", "A+B->C")),
        (("P ⇒ Q", "P ⇔ Q"), 1, ("P <=> Q", "P⇔Q")),
        (("12", "21", "2"), 1, ("2. 21", "2) 21", "b) 21")),
        (("3 000 F", "50.000 F", "5 F"), 1, ("50.000 F", "50.000")),
        (("la", "là", "l'a", "l'as"), 2, ("l’a", "l'a", "« l’a »", "c'est l’a")),
        (("la", "là", "l’a", "l’as"), 2, ("l’a", "l'a", "L'a")),
        (("O+", "O-", "A+"), 1, ("O-", "o-", "O−")),
        (VITAMINS, 1, ("c", "C", "la c", "vitamine C", "la vitamine c", "2")),
        (BLOOD, 2, ("b", "B", "groupe B", "3", "c'est le B")),
        (BLOOD, 3, ("o", "O", "4")),
        (BOTH, 0, ("1", "A et B")),
        (BOTH, 1, ("2", "A seulement")),
        (BOTH, 3, ("d", "4", "aucun")),
        (("le point B", "le point A", "le point C"), 1, ("a", "A", "le point A", "2")),
        (("A bientôt", "Il habite à Paris", "Plan B"), 0, ("a", "1")),
        (("2π", "π", "π/2"), 0, ("2*pi", "2 x π", "2 × pi", "deux pi")),
        (("2π", "π", "π/2"), 2, ("pi sur 2", "π sur 2")),
        (("a + b", "a - b", "ab", "a/b"), 2, ("a × b", "a*b", "3")),
        (("a + b", "a - b", "ab", "a/b"), 1, ("a moins b", "a-b", "2. a - b", "b) a-b")),
        (("a + b", "a - b", "ab", "a/b"), 3, ("a sur b", "a / b")),
        (("n + 1", "n - 1", "2n"), 1, ("n-1", "n moins 1", "n°2", "n 2", "2 n - 1")),
        (("(x - 3)(x + 3)", "(x - 3)²"), 0, ("(x-3)*(x+3)", "(x-3)×(x+3)")),
        (("chante", "chanté", "chanter"), 1, ("chanté", "c’est chanté")),
        (("1/3", "2/3"), 0, ("1) 1/3", "1. 1/3", "a 1/3", "1/3")),
        (("LIBERTE", "EGALITE"), 0, ("liberté", "Liberté")),
        (("S = B × h", "S = L × l", "S = c²"), 1, ("b", "B", "2")),
        (("2x", "x", "x²"), 0, ("deux x", "c'est deux x")),
        (("0,5", "5", "50"), 0, (".5", "c'est .5", "c'est ,5")),
        (("0,250", "0,25 %"), 0, ("0,25", "0.25")),
        (NEGATIVES, 0, ("- 3", "c'est - 3", "moins 3", "1")),
        (("17", "21", "-21"), 2, ("- 21", "c'est - 21", "rep: − 21")),
        (("Dakar", "Bamako"), 1, ("- 2", "la réponse - 2", "- 2 Bamako")),
        (ELIDED, 0, ("ma", "MA", "1")),
        (ELIDED, 1, ("m a", "M a", "c'est m a", "m'a", "2")),
        (ELIDED, 3, ("m as", "m’as")),
        (("quelle", "qu'elle"), 1, ("qu elle", "qu’elle")),
        (("quelle", "qu'elle"), 0, ("quelle",)),
        (("dans", "d'en", "d'ans"), 2, ("d ans",)),
        (("la", "l'a", "là"), 1, ("l a", "L a svp")),
        (OPPOSITES, 0, ("-cos(x)", "- cos x", "moins cos(x)", "-cos x", "1", "1. -cos(x)")),
        (OPPOSITES, 1, ("sin x", "sin(x)", "b")),
        (("sin(x)cos(x)", "sin(x)"), 0, ("sin x cos x", "sin(x)cos(x)")),
        (("y = -2x + 1", "y = 2x + 1"), 0, ("-2x+1", "y = moins 2x plus 1")),
        (("-x", "2x"), 0, ("1. -x", "a) -x", "moins x")),
        (("3x²", "x²", "3x"), 0, ("3x2", "3x au carré", "3x^2")),
        (("2x² + 3x", "2x² - 3x"), 1, ("2x2-3x", "2x2 - 3x")),
        (("6", "3x2", "5"), 1, ("3x2", "3*2")),
        (("πr²", "2πr", "πr"), 0, ("πr au carré", "pi r2")),
        (("1/√2", "√2", "1/2"), 0, ("1 sur racine de 2", "1 sur √2", "un sur racine de deux")),
    ],
)
def test_the_same_answer_is_known(options: tuple[str, ...], index: int, texts: tuple[str, ...]) -> None:
    assert {text: read for text in texts if (read := read_choice(text, options)) != Choice(index)} == {}


@pytest.mark.parametrize(
    ("options", "texts"),
    [
        (INTERVALS, ("]2;5[", "[2;5[", "(2;5)", "{2;5}", "[5;2]")),
        (("{1 ; 2}", "{1}", "{2}"), ("{2;1;2}", "{3;1}")),
        (FACTORS, ("2×3+4", "(2×3)+4", "2 x 3 + 4")),
        (ROOTS, ("√(3/2)", "√a+b", "√a + b")),
        (("(a + b)²", "a² + b²", "2ab"), ("a+b²", "(a²+b)²")),
        (("x > 3", "x < 3", "x = 3"), ("x ≠ 3", "x != 3", "x est différent de 3")),
        (("2 ∈ A", "3 ∈ A"), ("2 ∉ A",)),
        (("A ∩ B", "A", "B"), ("A ∪ B",)),
        (("P ⇒ Q", "Q"), ("P ⇔ Q", "P <=> Q")),
        (("0", "1", "3"), ("2,1", "2.1", "2;1", "1,3")),
        (("5", "7", "9"), ("2,7", "5,7", "1.5")),
        (("O+", "O-", "A+"), ("O", "AB+")),
        (("Cl⁻", "Na⁺", "K⁺"), ("Cl", "Na", "Cl+")),
        (BOTH, ("A", "b", "la b")),
        (("sin x", "cos x", "tan x"), ("-sin x", "−cos x", "- tan x", "1/sin x", "3*tan x", "|cos x|", "sin x - 1")),
        (("2π", "π", "π/2"), ("-π", "-pi", "- π", "π - 1", "π⁻¹")),
        (("+∞", "0", "1"), ("-inf", "-infini")),
        (("-∞", "0", "1"), ("infini", "l’infini")),
        (("a + b", "a - b", "ab"), ("-a + b", "−a-b", "a^b", "-a", "a/b")),
        (("√2", "√3", "√5"), ("2√3", "-(√2)", "√2-", "√3 - 1")),
        (("n + 1", "2n", "n"), ("n - 1", "n-2", "n²", "n*2")),
        (("AB", "BC", "AC"), ("-AB", "3×AC", "BC/2", "AB - 1")),
        (("(2 ; 3)", "(3 ; 2)", "(1 ; 2)"), ("pas (2 ; 3)", "-(2 ; 3)")),
        (("1/3", "2/3"), ("1 1/3", "je crois 2 2/3")),
        (("chantent", "chante", "ris"), ("chanté", "il est chanté", "chantée")),
        (("A et B", "B et C", "A et C"), ("a", "B", "c")),
        (NEGATIVES, ("- 2", "c'est - 2", "rep : - 5")),
        (("6,62", "66,2"), ("c'est - 6,62", "jpense - 66,2")),
        (("1/2", "5", "50"), ("c'est .5", "c'est ,5")),
        (("O2", "CO2", "H2O", "NH3"), ("N2", "n2", "c'est N2", "no2", "NO3")),
        (("SO₄", "NO₃", "CO₃"), ("NO2", "n3")),
        (("2n", "n + 1", "3n", "4n"), ("n2", "n3")),
        (("a", "e", "o", "i"), ("b", "c", "C", "la d", "réponse c")),
        (("ℕ", "ℤ", "ℚ", "ℝ"), ("D", "C", "c'est D")),
        (("M", "N", "P", "A"), ("b", "le point D")),
        (OPPOSITES, ("cos(x)", "cos x", "c'est cos(x)")),
        (("-x", "2x", "x²"), ("x", "c'est x")),
        (("y = -x + 1", "y = x² + 1"), ("y = x + 1", "x+1")),
        (("sin(x)²", "2 sin(x)"), ("sin x²", "sin x2", "sin(x²)")),
        (("ln(2)x", "x"), ("ln 2x", "ln2x", "ln(2x)")),
        (("sin(2) × x", "x"), ("sin 2x",)),
        (("3x²", "x²"), ("3 x 2", "3x3")),
        (("ces", "c'est", "s'est"), ("c'est ses",)),
        (("πr²", "2πr", "πr", "4πr²"), ("les deux",)),
        (("O₂", "O₃", "2 O"), ("les deux",)),
        (("4", "3", "2", "1"), ("les deux", "les trois")),
        (("2x² + 3x", "5x³", "2x + 3", "1"), ("5", "le 5")),
        (("l'ai", "l'est", "l'es"), ("c'est les",)),
    ],
)
def test_another_answer_is_not_taken_for_it(options: tuple[str, ...], texts: tuple[str, ...]) -> None:
    assert [text for text in texts if isinstance(read_choice(text, options), Choice)] == []
