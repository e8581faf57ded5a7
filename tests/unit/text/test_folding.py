"""Letters without case and accents."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.text.folding import ascii_digits, folded, without_accents, without_unseen


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


def test_every_mark_goes_and_every_digit_is_ours() -> None:
    letters = [f"aé{chr(code)}" for code in (*range(0xD800), *range(0xE000, 0x20000))]
    assert not [text for text in letters if any(map(unicodedata.combining, without_accents(text)))]
    digits = [letter for text in letters if (letter := text[2]).isdecimal()]
    assert [ascii_digits(f"é{digit}x") for digit in digits] == [f"é{unicodedata.decimal(digit)}x" for digit in digits]
    others = "".join(letter for text in letters if not (letter := text[2]).isdecimal())
    assert ascii_digits(others) == others


def test_what_is_not_seen_goes() -> None:
    assert without_unseen("a\u200bb\u0301é1\ufe0f\u20e3", ("Cf", "Mn", "Me")) == "abé1"
    assert without_unseen("a\u200bb\u0301", ("Cf",)) == "ab\u0301"
    assert without_accents("e\u0301\u034f") == "e\u034f"  # it marks no letter


@given(st.text(max_size=40))
@example("≠")
@example("≠ ̸")
def test_folding_twice_changes_nothing_and_forms_do_not_matter(text: str) -> None:
    assert folded(folded(text)) == folded(text)
    assert folded(unicodedata.normalize("NFD", text)) == folded(text)
