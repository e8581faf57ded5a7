"""Which pack is meant by its number of credits or its price."""

import pytest

from bot.reading.pack_words import named_pack

PACKS = [(50, 500), (120, 1000), (300, 2000)]


@pytest.mark.parametrize(
    ("reply", "index"),
    [
        ("120 crédits", 1),
        ("1000", 1),
        ("1 000 FCFA", 1),
        ("1.000 francs", 1),
        ("celui à 2000 F stp", 2),
        ("je veux 50 crédits", 0),
        ("the one for 500 please", 0),
        ("300", 2),
        ("300 francs", None),
        ("500 crédits", None),
        ("50 ou 120", None),
        ("2", None),
        ("combien font 120 et 50", None),
        ("120 élèves dans ma classe", None),
        ("", None),
    ],
)
def test_a_pack_is_named_by_one_number_of_its_own(reply: str, index: int | None) -> None:
    assert named_pack(reply, PACKS) == index
