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
