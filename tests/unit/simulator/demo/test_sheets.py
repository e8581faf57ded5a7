"""The sheets the demo model writes: fractions that a document can stack."""

import pytest

from bot.simulator.demo.writing import Source, document, stacked


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("3/4 d’heure", r"$\frac{3}{4}$ d’heure"),
        ("1/4 + 2/3 = 11/12.", r"$\frac{1}{4}$ + $\frac{2}{3}$ = $\frac{11}{12}$."),
        ("une fraction a/b", r"une fraction $\frac{a}{b}$"),
        ("le 12/11/2026, https://a.org/1/2 et km/h", "le 12/11/2026, https://a.org/1/2 et km/h"),
    ],
)
def test_fractions_are_stacked_and_nothing_else(text: str, written: str) -> None:
    assert stacked(text) == written


def test_only_a_sheet_on_fractions_has_them() -> None:
    lesson = Source(
        "Les fractions", "https://a.org/", "## Dire\n\nLa fraction 3/4 compte trois parts sur quatre parts."
    )
    letter = Source("Lettre", "https://a.org/", "## Dire\n\nVotre lettre 3/4 est bien arrivée, merci beaucoup à vous.")
    assert r"\frac{3}{4}" in document("T", [lesson], "À retenir")
    assert r"\frac" not in document("T", [letter], "À retenir")
