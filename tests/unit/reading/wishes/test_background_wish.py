"""Work that is wished for in the background, and pictures and sentences that have one."""

import time

import pytest

from bot.reading.wishes.background_wish import without_wish


@pytest.mark.parametrize(
    ("text", "request_"),
    [
        ("fais-moi une étude de marché en arrière-plan", "fais-moi une étude de marché"),
        ("Fais-moi une étude de marché en arriere plan stp.", "Fais-moi une étude de marché"),
        ("Écris un rapport sur le cacao, en arrière-plan", "Écris un rapport sur le cacao"),
        ("Écris un rapport de dix pages avec des sources, en arrière-plan", None),
        ("Écris un rapport avec des sources en tâche de fond", None),
        ("En arrière-plan : compare les banques du Bénin", "compare les banques du Bénin"),
        ("Compare Orange avec MTN en arrière-plan", None),
        ("Aide-moi avec mon étude de marché en arrière-plan", None),
        ("Prépare un exposé sur la couverture maladie en arrière-plan", None),
        ("Analyse le marché du riz au Sénégal en arrière-plan", None),
        ("prepare a market study in the background please", "prepare a market study"),
        ("help me with my market study in the background", None),
        ("draw up a contract for my driver in the background", None),
        ("In the background, read these three reports", "read these three reports"),
    ],
)
def test_work_is_wished_for_in_the_background(text: str, request_: str | None) -> None:
    rest = without_wish(text)
    assert rest is not None
    assert request_ in (rest, None)
    assert "plan" not in rest
    assert "background" not in rest


@pytest.mark.parametrize(
    "text",
    [
        "Dessine-moi une affiche avec le drapeau ivoirien en arrière-plan",
        "Dessine un lion et un volcan en arrière-plan",
        "une page de garde avec notre logo en arrière-plan",
        "Fais une invitation, avec notre logo en arrière-plan stp",
        "Mets notre logo en arrière-plan",
        "Fais une image d’un marché avec la mer en arrière-plan",
        "Décris une photo de famille, la lagune en arrière-plan",
        "Un arbre au premier plan, une case en arrière-plan",
        "Corrige : La maison est en arrière-plan",
        "Corrige cette phrase : Le lion dort en arrière-plan.",
        "La maison est en arrière-plan",
        "Les femmes sont trop souvent reléguées en arrière-plan",
        "En arrière-plan, on voit une vieille maison",
        "Écris une histoire où il y a un orage en arrière-plan",
        "describe a scene with a storm in the background",
        "write a poem with music in the background",
        "Draw a lion and a volcano in the background",
        "I hear the music playing in the background",
        "Translate: the dog sleeps in the background",
        "Que veut dire en arrière-plan",
        "le terme « en arrière-plan »",
        "en arrière-plan",
        "fais ça en arrière-plan",
        "L’arrière-plan de la crise ivoirienne de 2010",
    ],
)
def test_what_has_a_background_of_its_own_is_asked_as_it_was_written(text: str) -> None:
    assert without_wish(text) is None


@pytest.mark.parametrize(
    "text",
    [" " * 16_000 + "x", "x" + " " * 16_000 + "x", "Un plan en arrière-plan" + " " * 3_000 + "x", "avec " * 6_000,
     "Un plan avec " + "avec " * 700 + "en arrière-plan", "en arrière-plan " * 2_000],
    ids=["spaces", "spaces within", "spaces behind the wish", "words", "words before the wish", "wishes"],
)  # fmt: skip
def test_many_long_messages_in_a_row_hold_up_nobody(text: str) -> None:
    """What was sent within a moment is read as one text, by a process that answers others meanwhile."""
    began = time.process_time()
    without_wish(text)
    assert time.process_time() - began < 0.3
