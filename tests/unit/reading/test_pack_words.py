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
        ("1000f", 1),
        ("celui de 1000F", 1),
        ("1000fcfa", 1),
        ("1 000frs", 1),
        ("120crédits", 1),
        ("120cre\u0301dits", 1),
        ("mille francs", 1),
        ("cinq cents F", 0),
        ("the one for two thousand", 2),
        ("je prends le moins cher", 0),
        ("the cheapest one please", 0),
        ("300 francs", None),
        ("500 crédits", None),
        ("50 ou 120", None),
        ("2", 1),
        ("je veux 2", 1),
        ("le 3 par wave", 2),
        ("2 avec orange money svp", 1),
        ("120 crédits à 1000f", 1),
        ("je voudrais 500f de crédits", 0),
        ("2. 120 crédits, 1 000 FCFA", 1),
        ("/acheter 500", 0),
        ("acheter 500 f", 0),
        ("120 crédits à 500f", None),
        ("1 ou 2", None),
        ("les 2 et 3", None),
        ("le 4", None),
        ("2 francs", None),
        ("wave", None),
        ("combien font 120 et 50", None),
        ("120 élèves dans ma classe", None),
        ("300f", None),
        ("1000fois", None),
        ("1000m", None),
        ("quatre mille francs", None),
        ("mille cinq cents", None),
        ("dix mille", None),
        ("moins cher svp", None),
        ("pas le moins cher", None),
        ("le moins cher coûte combien", None),
        ("le moins cher à 1000", None),
        ("1" * 5_000, None),
        ("", None),
    ],
)
def test_a_pack_is_named_by_one_number_of_its_own(reply: str, index: int | None) -> None:
    assert named_pack(reply, PACKS) == index
