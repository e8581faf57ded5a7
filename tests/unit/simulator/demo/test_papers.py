"""The demo model makes what is asked for by name: letters, lessons and charts in each kind of file."""

from typing import Any

import pytest

from bot.documents.assembly import blocks_of
from bot.documents.model import Document
from tests.fakes.demo import Talk


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("Fais-moi une lettre de demande de stage en Word", "generate_docx"),
        ("Write me a resignation letter in Word", "generate_docx"),
        ("lettre de motivation en HTML", "generate_html"),
        ("Fais-moi une lettre en PDF", "generate_pdf"),
        ("Fais-moi une page HTML sur les fractions", "generate_html"),
        ("La photosynthèse en Markdown", "generate_md"),
        ("Put the photosynthesis lesson into Markdown", "generate_md"),
        ("Fais-moi un graphique", "generate_pdf"),
        ("Make a chart: rice 4500, oil 1200", "generate_pdf"),
        ("Un graphique en Word : Awa 12, Koffi 15", "generate_docx"),
        ("Trace la courbe de x^2-3x+2 de -2 à 5", "generate_pdf"),
    ],
)
def test_each_kind_can_be_asked_for_by_name(text: str, tool: str) -> None:
    talk = Talk()
    talk.says(text)
    ((name, arguments),) = talk.calls
    assert name == tool
    assert blocks_of(document(arguments)), "what it asks for can be made"


def document(arguments: dict[str, Any]) -> Document:
    given = {"parts" if name == "blocks" else name: value for name, value in arguments.items()}
    return Document(**given, language="fr", service_name="Palabre", created_at="2026-03-01T00:00:00Z")


def test_a_chart_shows_the_numbers_of_the_message() -> None:
    talk = Talk()
    talk.says("Un camembert : loyer 45000, riz 30 000 et transport 25000")
    block = talk.calls[0][1]["blocks"][0]
    assert block["type"] == "pie"
    assert block["rows"][1:] == [["Loyer", "45000"], ["Riz", "30 000"], ["Transport", "25000"]]


def test_without_numbers_it_says_that_they_are_made_up() -> None:
    assert "exemple" in Talk().says("Fais-moi un graphique")


def test_a_letter_for_paper_is_framed_and_not_written_twice() -> None:
    talk = Talk()
    talk.says("Fais-moi une lettre de demande de stage en Word")
    arguments = talk.calls[0][1]
    assert arguments["letter"]["sender"].startswith("[Prénom Nom]")
    assert "[Prénom Nom]" not in arguments["content"]
    assert "agréer" not in arguments["content"]


def test_a_file_about_nothing_is_asked_back_and_a_guest_told_to_sign_in() -> None:
    assert "sur quoi" in Talk().says("Fais-moi un fichier Word")
    assert "/connexion" in Talk(guest=True).says("La photosynthèse en Markdown")
