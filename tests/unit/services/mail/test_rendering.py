"""What people and models write stays text in the HTML of an e-mail."""

import pytest

from bot.services.mail import rendering
from bot.types import Language

HOSTILE = ["<script>alert(1)</script>", "1 < 2 & 3", "`<img src=x onerror=y>`", '" onload="x', "&lt;b&gt;"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_letter_holds_the_words_and_no_markup_of_theirs(text: str) -> None:
    html = rendering.letter(text, text, Language.FR)
    for tag in ("<script", "<img", "1 < 2"):
        assert tag not in html
    if "&lt;" in text:
        assert "&amp;lt;b" in html


@pytest.mark.parametrize("text", HOSTILE)
def test_a_message_holds_no_markup_but_ours(text: str) -> None:
    html = rendering.message(text, f"`{text}`\n\n{text}", f"Palabre {text}", Language.FR).html
    for tag in ("<script", "<img", "1 < 2"):
        assert tag not in html


def test_a_letter_keeps_its_columns_and_the_direction_of_its_script() -> None:
    """The draft is approved with its spaces; an Arabic paragraph stood at the left, its full stop at the wrong end."""
    html = rendering.letter("Prix", "Riz      5 000\nHuile    1 200\n\nشكرا.", Language.FR)
    assert "Riz      5 000\nHuile    1 200" in html
    assert html.count('<p dir="auto" style="margin: 0 0 1em; white-space: pre-wrap">') == 2
