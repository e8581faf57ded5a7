"""Attachment names are short, ASCII and never empty."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.channels.names import attachment_name


@pytest.mark.parametrize(
    ("title", "ending", "name"),
    [
        ("Résumé du cours", "pdf", "resume-du-cours.pdf"),
        ("Résumé du cours", ".PDF", "resume-du-cours.pdf"),
        ("Facture n° 12 / août", "xlsx", "facture-n-12.xlsx"),
        ("L’œuvre d'Aimé", "docx", "l-oeuvre-d-aime.docx"),
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
