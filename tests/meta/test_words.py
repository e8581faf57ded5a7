"""What the bot says and is told: catalogues that agree, prompts that render for everybody."""

import itertools
import re
import tomllib
from pathlib import Path

import pytest
from jinja2 import Environment, meta

from bot.conversation.prompts import summary_prompt, system_prompt
from bot.i18n.catalogue import catalogue
from bot.i18n.detect import detect
from bot.types import Channel, Language, Mode

MESSAGES = Path(__file__).resolve().parents[2] / "templates" / "messages"


def raw(language: Language) -> dict[str, str]:
    return tomllib.loads((MESSAGES / f"{language}.toml").read_text())


def variables(text: str) -> set[str]:
    return meta.find_undeclared_variables(Environment(autoescape=True).parse(text))


def test_both_catalogues_have_the_same_keys_and_placeholders() -> None:
    french, english = raw(Language.FR), raw(Language.EN)
    assert list(french) == list(english)
    assert {key: variables(text) for key, text in french.items()} == {
        key: variables(text) for key, text in english.items()
    }
    assert set(catalogue(Language.FR)) == set(french)


def test_french_is_written_with_its_own_apostrophe_and_spaces() -> None:
    for key, text in raw(Language.FR).items():
        said = re.sub(r"\{\{.*?\}\}", "", text)
        assert "'" not in said, key
        assert not re.search(r"\w[?!;]", said), key


def test_no_french_word_lost_its_accents() -> None:
    text = " ".join(raw(Language.FR).values()).lower()
    for bare in ("reponse", "desole", "probleme", "credits epuises", "deja", "apres", "a ete", "piece jointe", "voila"):
        assert not re.search(rf"\b{bare}\b", text)


@pytest.mark.parametrize(("mode", "channel", "language"), list(itertools.product(Mode, Channel, Language)))
def test_every_prompt_renders_for_everybody(mode: Mode, channel: Channel, language: Language) -> None:
    text = system_prompt(mode, channel, language, "Palabre", "l’aide aux devoirs", "aide@palabre.example")
    assert "Palabre" in text
    assert "aide@palabre.example" in text
    assert ("French" if language == Language.FR else "English") in text
    assert text == system_prompt(mode, channel, language, "Palabre", "l’aide aux devoirs", "aide@palabre.example")
    assert summary_prompt(language)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bonjour", Language.FR),
        ("Hello", Language.EN),
        ("c koi une fraction", Language.FR),
        ("Explique-moi les fractions stp", Language.FR),
        ("What is a fraction?", Language.EN),
        ("Explain fractions to me please", Language.EN),
        ("L’élève", Language.FR),
        ("2+2", None),
        ("😀", None),
        ("مرحبا", None),
        ("Pythagore", None),
        ("", None),
    ],
)
def test_the_language_of_a_message(text: str, expected: Language | None) -> None:
    assert detect(text) == expected
