"""Letters without case and accents."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.text.folding import folded, without_accents


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Élève", "eleve"),
        ("E\u0301le\u0300ve", "eleve"),
        ("CŒUR, œuvre et Cæsar", "coeur, oeuvre et caesar"),
        ("ﬁn Ｘ② 𝐒𝐓𝐎𝐏 x²", "fin x2 stop x2"),
        ("Straße", "strasse"),
        ("l’été", "l’ete"),
    ],
)
def test_case_accents_and_styles_do_not_matter(text: str, plain: str) -> None:
    assert folded(text) == plain


def test_accents_alone() -> None:
    assert without_accents("Où est ŒDIPE ? x² ½") == "Ou est OEDIPE ? x² ½"


@given(st.text(max_size=40))
@example("≠")
@example("≠ ̸")
def test_folding_twice_changes_nothing_and_forms_do_not_matter(text: str) -> None:
    assert folded(folded(text)) == folded(text)
    assert folded(unicodedata.normalize("NFD", text)) == folded(text)
