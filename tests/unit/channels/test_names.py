"""Attachment names are short, ASCII and never empty."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.channels.names import attachment_name


@pytest.mark.parametrize(
    ("title", "ending", "name"),
    [
        ("Résumé du cours", "pdf", "resume-cours.pdf"),
        ("Résumé du cours", ".PDF", "resume-cours.pdf"),
        ("Les fractions", "pdf", "fractions.pdf"),
        ("Résumé sur les fractions", "pdf", "fractions-resume.pdf"),
        ("Exercices sur les fractions", "pdf", "fractions.pdf"),
        ("Le passé composé", "pdf", "passe-compose.pdf"),
        ("Le théorème de Pythagore", "pdf", "pythagore.pdf"),
        ("Comprendre la photosynthèse", "pdf", "photosynthese.pdf"),
        ("Demande de congé annuel", "docx", "conge-annuel.docx"),
        ("L'histoire de la Côte d'Ivoire", "pdf", "histoire-cote.pdf"),
        ("Le, la, les", "pdf", "le-la-les.pdf"),
        ("Understanding fractions", "pdf", "fractions.pdf"),
        ("Bilan 2026", "xlsx", "bilan-2026.xlsx"),
        ("Facture n° 12 / août", "xlsx", "facture-12-aout.xlsx"),
        ("L’œuvre d'Aimé", "docx", "oeuvre-aime.docx"),
        ("anticonstitutionnellement", "pdf", "anticonstitution.pdf"),
        ("", "pdf", "document.pdf"),
        ("مرحبا", "pptx", "document.pptx"),
        ("../../etc/passwd", "md", "etc-passwd.md"),
        ("plan", "", "plan"),
    ],
)
def test_a_title_becomes_a_name(title: str, ending: str, name: str) -> None:
    assert attachment_name(title, ending) == name


@given(st.text(max_size=80), st.sampled_from(["pdf", ".docx", "html", "md", "x" * 40, "é", ""]))
@settings(max_examples=200, deadline=None)
def test_a_name_is_always_acceptable(title: str, ending: str) -> None:
    name = attachment_name(title, ending)
    assert re.fullmatch(r"[a-z0-9][a-z0-9-]*(\.[a-z0-9]{1,5})?", name)
    assert len(name) <= 20
