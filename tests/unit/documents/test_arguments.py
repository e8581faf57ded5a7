"""Arguments as some models write them: ends of lines escaped twice, and what only looks like them."""

import pytest

from bot.documents.arguments import lined
from bot.documents.model import Letter


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        (r"## Titre\n\nTexte.\n\n- a\n- b\n", ["## Titre", "", "Texte.", "", "- a", "- b"]),
        (r"Bonjour,\n\nje vous écris.", ["Bonjour,", "", "je vous écris."]),
        (r"Étapes :\n1. Laver\n2. Cuire", ["Étapes :", "1. Laver", "2. Cuire"]),
        (r"Ville\nÉvian $x \neq 2$", ["Ville", r"Évian $x \neq 2$"]),
    ],
)
def test_ends_of_lines_that_are_written_out_are_ends_of_lines(text: str, lines: list[str]) -> None:
    assert lined(text).split("\n") == lines


@pytest.mark.parametrize(
    "text",
    [
        r"On a $x \neq 2$, $\nu$ et $A \nRightarrow B$",
        r"C:\new\nom",
        r'print("a\n") ou `\n`',
        r"le signe \n passe à la ligne",
        "deux lignes\navec \\nA dedans",
        r"le signe \\nA",
    ],
)
def test_formulas_paths_and_code_stay(text: str) -> None:
    assert lined(text) == text


def test_addresses_of_a_letter_are_lines() -> None:
    letter = Letter(sender=r"Awa Diop\nDakar\n77 123 45 67", recipient="M. Ba", place="Dakar", subject="stage")
    assert letter.sender.split("\n") == ["Awa Diop", "Dakar", "77 123 45 67"]
