"""An answer as it is said aloud."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.channels import speaking
from bot.channels.speaking import spoken_form
from bot.types import Language

REST = "La suite est dans le texte."


def said(markdown: str, most: int = 700) -> str:
    return spoken_form(markdown, Language.FR, most)


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("On a $x^2 + 2x - 3 = 0$.", "On a x au carré plus 2x moins 3 égale 0."),
        ("Donc $x = 1$ ou $x = -3$.", "Donc x égale 1 ou x égale moins 3."),
        (r"La moitié : $\frac{3}{4} \times 2 = 1{,}5$.", "La moitié: 3 sur 4 fois 2 égale 1,5."),
        ("12-5=7", "12 moins 5 égale 7."),
        (r"$\sqrt{2} \approx 1{,}41$", "racine de 2 environ égal à 1,41."),
        ("Si $a \\leq 5$ et $5 < 6$", "Si a inférieur ou égal à 5 et 5 inférieur à 6."),
        (r"$6{,}02 \times 10^{23}$", "6,02 fois 10 puissance 23."),
        ("$10^{-3}$ m", "10 puissance moins 3 m."),
        ("10^-3 m et 10^−9 s", "10 puissance moins 3 m et 10 puissance moins 9 s."),
        ("$10^{12}$ octets", "10 puissance 12 octets."),
        ("$2^{32}$ et x⁴", "2 puissance 32 et x puissance 4."),
        ("$x^{n+1}$ et $e^{-x}$", "x puissance n plus 1 et e puissance moins x."),
        ("Ca²⁺ et Cl⁻", "Ca 2 plus et Cl moins."),
        ("$5-3$ puis $2x-3$", "5 moins 3 puis 2x moins 3."),
        ("Le numéro = 07-08-09, 1914-1918, x = 9-2.", "Le numéro égale 07-08-09, 1914-1918, x égale 9 moins 2."),
        ("Un total de 3/4.", "Un total de 3 sur 4."),
        ("On garde 8 - 3 et a - b.", "On garde 8 moins 3 et a moins b."),
        ("Mange 3/4 de la tarte n°5.", "Mange 3 sur 4 de la tarte numéro 5."),
        ("Il fait 25 °C, soit 30 % de plus.", "Il fait 25 degrés Celsius, soit 30 pour cent de plus."),
    ],
)
def test_a_short_formula_is_read_as_a_person_would(written: str, spoken: str) -> None:
    assert said(written) == spoken


@pytest.mark.parametrize(
    "text",
    [
        "Le week-end et/ou lundi.",
        "Le plus-que-parfait.",
        "Le 12/11/2026.",
        "En 2025/2026.",
        "Va-t-il venir ?",
        "Appelez le 07-08-09-10-11.",
        "Le 24/11 à midi, mardi 3/4, du 1/2 au 3/4.",
        "La guerre de 1914-1918 (1914 - 1918).",
        "Chapitre 3 - Les fractions.",
        "Une voiture 3-portes, pages 12-15.",
        "Le 1ᵉʳ et le 2ᵉ.",
        "C'est-à-dire oui.",
    ],
)
def test_signs_in_words_stay(text: str) -> None:
    assert said(text) == text.replace(" ?", "?")


def test_marks_pictures_and_bullets_are_not_said() -> None:
    assert said("# Plan\n\n- **Lis** l'énoncé 😀\n- _Calcule_ `x`\n\n1. Vérifie !") == (
        "Plan. Lis l'énoncé. Calcule x. Vérifie!"
    )
    assert said("Écris /aide pour la liste.") == "Écris aide pour la liste."


@pytest.mark.parametrize(
    ("written", "spoken"),
    [
        ("Voici [le cours](https://example.org/x).", "Voici le cours."),
        ("Va sur https://example.org/lecon?x=1 demain.", "Va sur demain."),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\nVoilà.", "Voilà."),
        ("```python\nprint(1)\n```\nLance-le.", "Lance-le."),
        (r"$$\int_0^1 \frac{x^2+1}{x^3+2x+5} dx = \sum_{k=0}^n \frac{1}{k!}$$ Regarde.", "Regarde."),
    ],
)
def test_what_nobody_can_follow_by_ear_is_left_to_the_text(written: str, spoken: str) -> None:
    assert said(written) == f"{spoken} {REST}"


@pytest.mark.parametrize("written", ["", "…", "https://example.org", "```\nx\n```", "| a |\n|---|\n| 1 |", "😀"])
def test_nothing_to_say_is_not_said(written: str) -> None:
    assert said(written) == ""


def test_a_long_answer_ends_at_a_sentence() -> None:
    long = "Une phrase assez longue, ici. " * 60
    heard = said(long, 300)
    assert heard.endswith(f"ici. {REST}")
    assert len(heard) <= 300 + 1 + len(REST)
    assert said("mot " * 500, 100) == f"{'mot ' * 24}mot. {REST}"


@pytest.mark.parametrize(
    ("written", "heard"),
    [
        ("Voilà. Les étapes à suivre : la première est longue", "Voilà."),  # at a colon nobody falls silent
        ("Elle dit “Oui.” Puis elle s’en va sans attendre", "Elle dit “Oui.”"),
        ("C’est fait. Le total est de 12.5 kilos en tout", "C’est fait."),
    ],
)
def test_a_sentence_ends_where_its_words_do(written: str, heard: str) -> None:
    assert said(written, written.index(written.split()[-2])) == f"{heard} {REST}"


def test_of_an_endless_answer_only_the_beginning_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[int] = []
    convert = speaking.to_plain
    monkeypatch.setattr(speaking, "to_plain", lambda text: read.append(len(text)) or convert(text))
    assert said("Le début. " + "a [ " * 50_000, 12) == f"Le début. {REST}"
    assert max(read) <= speaking.READ


def test_a_number_that_is_cut_through_ends_no_sentence() -> None:
    assert (
        said("C’est fait. Le total est de 12.5 kilos", len("C’est fait. Le total est de 12.")) == f"C’est fait. {REST}"
    )


def test_english_is_said_in_english() -> None:
    assert spoken_form("So $x^2 = 4$.", Language.EN, 700) == "So x squared equals 4."
    assert spoken_form("It costs $5.50, or €5.", Language.EN, 700) == "It costs 5.50 dollars, or 5 euros."
    assert spoken_form("No $10^{-3}$.", Language.EN, 700) == "No 10 to the power of minus 3."


@given(st.text(max_size=400), st.integers(100, 300))
@settings(max_examples=150, deadline=None)
def test_whatever_is_written_is_bounded_and_has_no_link(text: str, most: int) -> None:
    heard = said(text + " https://example.org/secret " + text, most)
    assert len(heard) <= most + 1 + len(REST)
    assert "example.org" not in heard
