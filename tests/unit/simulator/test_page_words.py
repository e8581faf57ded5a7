"""The words of the phone page: both languages agree, every word is used, every word that is used exists."""

import re
from pathlib import Path

import pytest
from werkzeug.datastructures import LanguageAccept

from bot.i18n.detect import language_for
from bot.simulator.forms import ERROR_MESSAGES
from bot.simulator.phone import PEOPLE
from bot.simulator.words import chosen, words
from bot.types import Language

SIMULATOR = Path(__file__).parents[3] / "bot/simulator"
REFUSALS = ("number", "form", "text", "mms", "nothing", "large", "empty", "voice", "origin", "other")
BUILT = (
    *(f"error_{code}" for code in ERROR_MESSAGES),
    *(f"refused_{reason}" for reason in REFUSALS),
    *(f"status_{status}" for status in ("waiting", "sent", "delivered", "read")),
    *(role for _number, _name, role in PEOPLE),
    *("error_11200", "error_12300", "webhook", "create", "callback"),
)


def test_both_languages_have_the_same_keys_and_values_in_the_same_order() -> None:
    french, english = words(Language.FR), words(Language.EN)
    assert list(french) == list(english)
    for key, text in french.items():
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", english[key])), key


@pytest.mark.parametrize("language", Language)
def test_whoever_takes_up_an_idea_is_answered_in_its_language(language: Language) -> None:
    """The people of the page have numbers of Côte d’Ivoire: « Hello » alone is French there."""
    for key, text in words(language).items():
        if key.startswith("idea_") and not text.startswith("/"):
            assert language_for(text, None, [Language.FR]) is language, key


def test_french_is_written_with_its_own_apostrophe_and_spaces() -> None:
    for key, text in words(Language.FR).items():
        assert "'" not in text, key
        assert not re.search(r"(?<![\u00a0])[?!;:»](?!\w)", text), key
        assert "« " not in text, key


def test_every_word_is_used_and_every_used_word_exists() -> None:
    pages = [*SIMULATOR.glob("static/*.js"), *SIMULATOR.glob("templates/*.html")]
    sources = "\n".join(path.read_text() for path in pages)
    known = set(words(Language.FR))
    asked = set(re.findall(r"""\bt\("(\w+)"|\bwords\.(?!js\b)(\w+)""", sources))
    literal = {name for pair in asked for name in pair if name}
    assert literal <= known
    quoted = set(re.findall(r'"(\w+)"', sources))
    assert {key for key in known if key not in literal | quoted and key not in BUILT} == set()
    assert set(BUILT) <= known


def test_reasons_of_the_server_have_words() -> None:
    told = set()
    for name in ("uploads.py", "phone.py"):
        told |= set(re.findall(r'(?:Refused|_refuse)\("(\w+)"', (SIMULATOR / name).read_text()))
    assert {f"refused_{reason}" for reason in told} <= set(words(Language.FR))


@pytest.mark.parametrize(
    ("remembered", "accepted", "language"),
    [
        (None, [("en-US", 1.0), ("fr", 0.5)], Language.EN),
        (None, [("fr-CI", 1.0), ("en", 0.5)], Language.FR),
        (None, [("wo", 1.0)], Language.FR),
        (None, [], Language.FR),
        ("en", [("fr", 1.0)], Language.EN),
        ("xx", [("en", 1.0)], Language.EN),
    ],
)
def test_the_switch_comes_before_the_browser_and_french_comes_last(
    remembered: str | None, accepted: list[tuple[str, float]], language: Language
) -> None:
    assert chosen(remembered, LanguageAccept(accepted)) == language
