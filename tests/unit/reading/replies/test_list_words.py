"""What people type below a numbered list."""

import pytest

from bot.reading.commands.arguments import Number
from bot.reading.replies.list_words import Chosen, Everything, More, page, read_list_reply


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("3", (3,)),
        ("3.", (3,)),
        ("#3", (3,)),
        ("n°3", (3,)),
        ("3️⃣", (3,)),
        ("deux", (2,)),
        ("la 2", (2,)),
        ("0", (0,)),
        ("supprimer 3", (3,)),
        ("Supprime le 3 stp", (3,)),
        ("efface les fichiers 1, 4 et 5", (1, 4, 5)),
        ("1, 4 et 4", (1, 4)),
        ("2 à 5", (2, 3, 4, 5)),
        ("supprime 2-4", (2, 3, 4)),
        ("delete files 2 and 3", (2, 3)),
        ("delete the second one", (2,)),
        ("efface", ()),
        ("supprime ça", ()),
        ("delete it", ()),
        ("je veux supprimer le 3", (3,)),
        ("Peux-tu effacer 1 et 2 stp", (1, 2)),
        ("can you delete 2 please", (2,)),
        ("suppr 3", (3,)),
        ("supprime un fichier", ()),
        ("supprime le un", (1,)),
        ("supprime mes fichiers", ()),
        ("delete my files please", ()),
        ("/supprimer 3", (3,)),
        ("/supprimer 1-2", (1, 2)),
        ("/delete 1 and 3", (1, 3)),
    ],
)
def test_numbers_are_what_is_to_go(text: str, numbers: tuple[int, ...]) -> None:
    assert read_list_reply(text) == Chosen(numbers)


@pytest.mark.parametrize(
    "text",
    [
        "supprimer tout", "Supprime tous les fichiers stp", "delete all", "efface-les tous", "efface tous mes fichiers",
        "Supprime tout mes documents svp", "delete all my files", "Tout supprimer", "je veux tout effacer",
    ],
)  # fmt: skip
def test_all_of_them_go(text: str) -> None:
    assert read_list_reply(text) == Everything()


@pytest.mark.parametrize(
    "text", ["suite", "La suite svp", "suite !", "suivant", "next", "show more", "encore", "/suite"]
)
def test_a_word_shows_the_next_page(text: str) -> None:
    assert read_list_reply(text) == More()


@pytest.mark.parametrize(
    "text",
    [
        "", "je veux le 3", "i want 3", "je veux supprimer ma phrase",
        "résume le 3", "merci", "non", "3 euros", "1/2", "/1/2", "//3", "supprime la parenthèse", "9 à 2", "1 à 900",
        "12345678901", "supprime ce mot dans la phrase", "supprime mes 2 fichiers", "supprimer tout sauf 2", "tous",
        "ne supprime pas tout", "tous mes fichiers", "supprime toutes mes fautes",
        "et la suite de Fibonacci ?", "3 " * 150,
    ],
)  # fmt: skip
def test_anything_else_is_for_somebody_else(text: str) -> None:
    assert read_list_reply(text) is None


@pytest.mark.parametrize(("text", "number"), [("2", 2), ("page 3", 3), ("la page deux", 2), ("0", None), ("x", None)])
def test_a_page_is_a_number(text: str, number: int | None) -> None:
    assert page(text) == (Number(number) if number else None)
