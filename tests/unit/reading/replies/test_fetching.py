"""A yes to « answer OUI to receive it », and what asks for more than that."""

import pytest

from bot.reading.replies.fetching import asks_for_it


@pytest.mark.parametrize(
    "text",
    [
        "OUI", "oui", "Oui !", "ouiii", "oui svp", "Oui merci", "oui\nmerci", "ok", "OK.", "d'accord", "D’accord",
        "yes", "Yes please", "yep", "👍", "👍🏾", "👍🏿 👍🏿", "✅", "envoie", "Envoyez-moi", "envoie-la moi stp",
        "oui envoie", "je veux la recevoir", "je veux bien", "recevoir", "bonjour oui", "Bonsoir, oui s'il vous plaît",
        "send it", "Yes, send it please", "I want to see it", "vas-y", "bien sûr",
    ],
)  # fmt: skip
def test_nothing_but_a_yes(text: str) -> None:
    assert asks_for_it(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "non", "no", "Bonjour", "merci", "?", "oui mais fais plus court", "oui et ajoute un tableau", "2",
        "combien font 2 et 2 ?", "envoie un mail à mon chef", "envoie-moi un quiz", "c'est quoi ?", "stop", "👎",
        "/statut", "oui " * 40, "send it to my teacher", "je veux voir mon solde", "pas oui",
    ],
)  # fmt: skip
def test_anything_else_is_a_message_of_its_own(text: str) -> None:
    assert not asks_for_it(text)
