"""What is said by whoever no longer wants what they have asked for, and what only sounds so."""

import pytest

from bot.reading.wishes.letting_go import lets_go


@pytest.mark.parametrize(
    "words",
    [
        "laisse tomber", "Laisse tomber stp", "lasse tomber", "non c bon laisse", "laisse ça", "laisse béton",
        "faut laisser", "oublie", "pas la peine", "c plus la peine", "plus besoin merci", "j’en veux plus",
        "tu peux arrêter", "arrete ta recherche", "arrete sa", "wesh stop", "attends stop", "STOPP", "halte",
        "merci mais laisse tomber", "never mind", "nvm", "forget it", "abort", "stop it", "arrête",
        "nn annule", "attends annule sa", "ah non annule tout", "laisses", "pas besoin", "arrête d’écrire", "tais-toi",
        "ne réponds pas", "c'est bon j'ai trouvé", "merci j’ai trouvé", "wait cancel", "abeg leave am",
        "I found it thanks",
    ],
)  # fmt: skip
def test_it_is_let_go_of(words: str) -> None:
    assert lets_go(words, "Palabre")


@pytest.mark.parametrize(
    "words",
    [
        "laisse tomber la question 2 et fais la 3", "comment annuler une fraction ?", "conjugue laisser tomber",
        "arrete de me parler en anglais", "n’annule pas", "j’ai pas besoin d’aide pour la 2", "j’ai trouvé 12", "nn",
        "laisse-moi réfléchir", "oublie pas le titre", "n’arrête pas", "stop motion",
        "oublie la partie 2, garde la 1", "non", "attends", "", "c’est quoi un arrêt de bus", "laisse " * 20,
    ],
)  # fmt: skip
def test_more_is_said_or_something_else(words: str) -> None:
    assert not lets_go(words, "Palabre")
