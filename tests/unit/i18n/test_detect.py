"""The language people are answered in: hundreds of short messages, measured, and conversations that do not flap."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.i18n.country import region_at, spoken_at
from bot.i18n.detect import detect, evidence, language_for
from bot.types import Language

FR, EN = Language.FR, Language.EN
MESSAGES = [
    (country, Language(language), text)
    for line in Path(__file__).with_name("short_messages.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
    for country, language, text in [line.split(" ", 2)]
]
MOST_WRONG = 0.01


def at_home(country: str) -> tuple[Language, ...]:
    """What is spoken where somebody is from, as their address tells it."""
    return spoken_at(f"whatsapp:{country}.1A2b3C")


def test_the_error_of_short_messages_is_under_one_percent() -> None:
    """Of newcomers, who are known by their country only, and of people whose language is known."""
    new = [(c, text) for c, right, text in MESSAGES if language_for(text, None, at_home(c)) != right]
    known = [(c, text) for c, right, text in MESSAGES if language_for(text, right, at_home(c)) != right]
    print(f"{len(MESSAGES)} messages: {len(new)} newcomers and {len(known)} known people in the wrong language")  # noqa: T201
    assert len(MESSAGES) >= 300
    assert len(new) < MOST_WRONG * len(MESSAGES), new
    assert len(known) < MOST_WRONG * len(MESSAGES), known


def test_there_are_many_of_each_language_and_place() -> None:
    for country, least in (("CI", 100), ("SN", 60), ("CM", 60), ("CD", 40), ("GH", 40), ("NG", 60)):
        assert sum(c == country for c, _, _ in MESSAGES) >= least, country
    assert min(sum(right == language for _, right, _ in MESSAGES) for language in Language) >= 150


@pytest.mark.parametrize("known", Language)
def test_no_word_alone_changes_a_known_language(known: Language) -> None:
    words = {word for _, _, text in MESSAGES for word in text.split()}
    assert {word for word in words if language_for(word, known, ()) != known} == set()


CONVERSATIONS: Sequence[tuple[str, Sequence[tuple[str, Language]]]] = [
    ("CI", [("slt", FR), ("jveu me conecter", FR), ("yes", FR), ("thank you", FR), ("good morning sir", FR),
            ("faut me donner exo", FR),
            ("5 an", FR), ("the bac", FR), ("help", FR), ("I love you", FR), ("c bon", FR)]),
    ("CI", [("hello", FR), ("thanks", FR), ("Can you write a letter to my boss in English?", EN), ("ok", EN),
            ("merci", EN), ("2", EN), ("cool", EN), ("maintenant je veux un exercice de maths", FR), ("ok", FR)]),
    ("CI", [("Hello, I am Kofi", EN)]),
    ("CI", [("Explain fractions to me please", EN)]),
    ("CI", [("cours d’anglais", FR), ("traduis : I want to go to the market with my friends", FR),
            ("corrige : she have a book and the dog is here", FR), ("que veut dire “what are you doing”", FR)]),
    ("NG", [("good morning", EN), ("what does « je voudrais du pain » mean", EN), ("Translate: je suis malade", EN),
            ("merci beaucoup", EN), ("bonjour monsieur", EN), ("Comment ça va ?", EN),
            ("how do you say thanks", EN), ("k", EN)]),
    ("CM", [("Good morning sir", EN), ("abeg", EN), ("oui", EN), ("merci", EN), ("I no understand", EN),
            ("Je ne comprends pas l’exercice", FR), ("the way", FR), ("massa", FR)]),
    ("CM", [("bjr", FR), ("je know pas le way ci", FR), ("tu speak english ?", FR), ("help moi", FR), ("good", FR)]),
    ("GH", [("chale how far", EN), ("je veux apprendre l’anglais", FR), ("hi", FR), ("book", FR),
            ("What is the meaning of this word?", EN)]),
    ("CD", [("mbote", FR), ("nalingi koyekola", FR), ("boni prof", FR), ("yes", FR), ("na we", FR)]),
]  # fmt: skip


@pytest.mark.parametrize(("country", "messages"), CONVERSATIONS)
def test_a_conversation_changes_its_language_only_when_the_person_does(
    country: str, messages: Sequence[tuple[str, Language]]
) -> None:
    known = None
    for text, right in messages:
        known = language_for(text, known, at_home(country))
        assert known == right, (text, evidence(text))


@pytest.mark.parametrize(
    ("text", "language"),
    [("Hello", EN), ("bye", None), ("i need a visa letter", EN), ("5 an", None), ("me", None), ("slt", FR),
     ("SLT !", FR),     ("L’ÉCOLE", FR), ("don’t", EN), ("jss3", None), ("JHS", None), ("it’s", EN), ("can't", EN),
     ("aujourd’hui", FR)],
)  # fmt: skip
def test_what_a_message_leans_to(text: str, language: Language | None) -> None:
    assert detect(text) == language


@pytest.mark.parametrize(
    ("address", "spoken"),
    [("whatsapp:+2250700000001", (FR,)), ("+2348030000001", (EN,)), ("+237671234567", (FR, EN)), ("+81312345678", ()),
     ("whatsapp:CI.1A2b3C4d5E", (FR,)), ("whatsapp:NG.1A2b", (EN,)), ("nobody", ()), ("+99", ())],
)  # fmt: skip
def test_what_is_spoken_at_an_address(address: str, spoken: tuple[Language, ...]) -> None:
    assert spoken_at(address) == spoken


def test_the_country_of_an_address() -> None:
    assert [region_at(address) for address in ("whatsapp:+221771234567", "whatsapp:GH.x", "+1", "me")] == [
        "SN", "GH", None, None,
    ]  # fmt: skip
