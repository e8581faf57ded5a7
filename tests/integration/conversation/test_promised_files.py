"""A model that says that a file is attached and has made none: its person is not left to look for it."""

import pytest

from bot.conversation.turn.promised import hands_over_a_file
from tests.fakes.model import calls, in_turn, says
from tests.integration.conversation.conftest import Line

pytestmark = pytest.mark.one_database

PROMISE = "Voici ton PDF « Fractions » en pièce jointe. Bonne lecture !"


def test_a_file_that_was_not_made_is_said_not_to_be_there(line: Line) -> None:
    line.model.script(lambda _request: says(PROMISE))
    line.says("Une fiche en PDF")
    (told,) = line.hears()
    assert "Bonne lecture" in told
    assert "Aucun fichier n’est joint : il n’a pas été fait." in told.replace("\u00a0", " ").replace("\u202f", " ")


def test_one_that_was_made_comes_without_that(line: Line) -> None:
    made = calls(("generate_pdf", {"title": "Fiche", "content": "Les fractions."}))
    line.model.script(in_turn(made, then=lambda: None, last=says(PROMISE)))
    line.says("Une fiche en PDF")
    assert not any("Aucun fichier" in told for told in line.hears())


@pytest.mark.parametrize(
    "text",
    [
        "Super !\nVoici votre fichier Excel ci-joint.",
        "Here’s your PDF, attached.",
        "Voici le tableau ventes.xlsx ci-joint.",
    ],
)
def test_that_it_hands_over_a_file(text: str) -> None:
    assert hands_over_a_file(text)


@pytest.mark.parametrize(
    "text",
    [
        "Voici mon CV en pièce jointe.",
        "Voici le résumé de ton document ci-dessous : les fractions.",
        "Voici la formule Excel ci-dessous : =SOMME(A1:A3)",
        "Here is the summary of the document you attached: fractions.",
        "Here is the summary of the PDF attached to your message.",
        "Voici le résumé du document que tu m’as envoyé en pièce jointe : les fractions.",
        "Bonjour Monsieur,\nVoici le document demandé en pièce jointe.\nCordialement,\nAwa",
        "Voici le document demandé en pièce jointe. Cordialement, Awa",
        "Écris : « Veuillez trouver ci-joint le document. »",
        "Le PDF que je t’ai envoyé hier en pièce jointe est complet.",
        "Voici ton PDF envoyé par e-mail en pièce jointe.",
        "Voici comment mettre un PDF en pièce jointe.",
        PROMISE + " mot" * 200,
    ],
)
def test_that_it_speaks_of_another(text: str) -> None:
    assert not hands_over_a_file(text)
