"""« LIRE » and what people say instead, and what only looks like it."""

import pytest

from bot.reading.replies.read_anyway import wants_it_read


@pytest.mark.parametrize(
    "text",
    ["LIRE", "lire", "Lis", "lis-la", "lis la quand même stp", "Oui lis", "Lisez-la", "lire la photo", "quand même",
     "Tant pis, lis-la comme elle est", "regarde quand même", "essaie", "Essaye quand même svp", "tu peux la lire",
     "Je veux que tu la lises", "mais lis la !", "READ", "Read it", "read it anyway please", "ok read", "try anyway",
     "look at it", "as it is"],
)  # fmt: skip
def test_wants_it_read(text: str) -> None:
    assert wants_it_read(text)


@pytest.mark.parametrize(
    "text",
    ["", "oui", "ok", "merci", "Je ne sais pas lire", "Lire ou écrire ?", "Lis l’exercice 4 et réponds", "readme",
     "C’est quoi lire ?", "conjugue lire", "lire au passé composé", "Essaie de résoudre 2x = 4", "la photo",
     "non", "Regarde la vidéo", "tant pis", "Qui a écrit Lis ?", "lire " * 20],
)  # fmt: skip
def test_does_not(text: str) -> None:
    assert not wants_it_read(text)
