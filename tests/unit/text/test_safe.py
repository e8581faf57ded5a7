"""Invisible and control characters never pass; what scripts and emoji need stays."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.text.safe import safe_text

HIDDEN = (
    "\x00\x07\x1b\x7f\x85\u00ad\u061c\u200b\u200e\u200f\u202a\u202e\u2060\u2066\u2069\u3164\ufeff\ufff9"
    "\U000e0041\U000e0101"
)
SURROGATES = (chr(0xD800), chr(0xDFFF))


@pytest.mark.parametrize("character", [*HIDDEN, *SURROGATES, "\ufdd0", "\ufe00"], ids=ascii)
def test_a_character_nobody_sees_is_removed(character: str) -> None:
    assert safe_text(f"a{character}b") == "ab"


@pytest.mark.parametrize(
    "text",
    [
        "un\n\tdeux",
        "👨‍👩‍👧",
        "❤️",
        "👩🏽‍🎓",
        "🏳️‍🌈",
        "می\u200cخواهم",
        "क्\u200dष",
        "ߊ\u200dߋ",
        "été «\u00a0oui\u00a0»",
        "🇨🇮",
        "2️⃣",
    ],
)
def test_what_a_script_or_an_emoji_needs_stays(text: str) -> None:
    assert safe_text(text) == text


@pytest.mark.parametrize(
    ("text", "safe"),
    [
        ("a\u200db", "ab"),
        ("a\u200cb", "ab"),
        ("👍\u200d ok", "👍 ok"),
        ("\u200d👍", "👍"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("❤\ufe0f\ufe0f\ufe0f", "❤\ufe0f"),
        ("🏴\U000e0067\U000e0062\U000e007f", "🏴"),
        ("", ""),
    ],
)
def test_characters_out_of_place_are_removed(text: str, safe: str) -> None:
    assert safe_text(text) == safe


def test_a_character_is_removed_or_stays_whatever_else_is_in_a_text() -> None:
    written = [f"é{chr(code)}b" for code in (*range(0x3100), *range(0xD7F0, 0x11000), *range(0x1F000, 0x1FB00))]
    assert [text for text in written if safe_text(f"{text} 👍") != f"{safe_text(text)} 👍"] == []


@given(st.text(st.one_of(st.characters(), st.sampled_from(HIDDEN + "\ud800\u200c\u200d\ufe0f👍ب")), max_size=200))
@settings(max_examples=200, deadline=None)
def test_safe_text_can_be_encoded_and_is_stable(text: str) -> None:
    safe = safe_text(text)
    safe.encode("utf-8")
    assert safe_text(safe) == safe
    assert not set(safe) & set(HIDDEN)
    assert all(character in "\n\t" or ord(character) >= 32 for character in safe)
