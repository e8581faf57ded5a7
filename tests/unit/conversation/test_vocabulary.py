"""Commands as people say them, and what only looks like one."""

from pathlib import Path

import pytest

from bot.conversation.commands.table import COMMANDS, VOCABULARY
from bot.i18n.catalogue import sentences
from bot.reading.commands.vocabulary import Vocabulary, Wording
from bot.types import Language

SAID = [
    tuple(line.split(": ", 1))
    for line in Path(__file__).with_name("said_commands.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def command_in(said: str) -> str | None:
    found = VOCABULARY.read(said)
    return found.name if found else None


def phrases(wording: Wording, language: Language) -> list[str]:
    text = wording.said_fr if language is Language.FR else wording.said_en
    return text.split("|") if text else []


def test_what_is_said_is_the_command_or_none() -> None:
    assert [(command, said, found) for command, said in SAID if (found := command_in(said) or "-") != command] == []


def test_the_table_is_large_and_has_as_many_false_friends() -> None:
    assert len(SAID) >= 200
    assert sum(command == "-" for command, _ in SAID) >= 100


@pytest.mark.parametrize("language", Language)
def test_every_phrase_is_understood_alone_and_politely_and_tells_its_language(language: Language) -> None:
    everywhere = [{said for command in COMMANDS for said in phrases(command.wording, each)} for each in Language]
    both = everywhere[0] & everywhere[1]
    for command in COMMANDS:
        for said in phrases(command.wording, language):
            assert (said, command_in(said)) == (said, command.name)
            assert (said, command_in(f"Bonjour, {said} please !")) == (said, command.name)
            assert (said, VOCABULARY.language_of(said)) == (said, None if said in both else language)


def test_every_command_has_a_name_in_each_language_and_is_known_by_it() -> None:
    for command in COMMANDS:
        for language in Language:
            names = command.wording.names(language)
            assert names or command.name in ("stop", "let_go", "not_me", "no_mail", "erase", "forget_talk"), (
                "said in a sentence only"
            )
            assert {command_in(f"/{name}") for name in names} <= {command.name}


def test_no_two_commands_are_said_in_the_same_words() -> None:
    with pytest.raises(ValueError, match="solde"):
        Vocabulary({"account": Wording(fr="compte|solde"), "buy": Wording(fr="acheter|solde")})


@pytest.mark.parametrize("said", ["mon solde " * 40, "stp " * 500, "je veux " * 300 + "me connecter", "/" * 500])
def test_a_long_message_is_no_command(said: str) -> None:
    assert command_in(said) is None


@pytest.mark.parametrize(
    ("body", "language"),
    [
        ("/login", Language.EN), ("Help!", Language.EN), ("my account", Language.EN), ("/connexion", Language.FR),
        ("me connecter", Language.FR), ("Progrès", Language.FR), ("progress", Language.EN), ("/crédits", None),
        ("menu", None), ("mode", None), ("bonjour", None), ("help me with fractions", None),
    ],
)  # fmt: skip
def test_the_language_of_a_command(body: str, language: Language | None) -> None:
    assert VOCABULARY.language_of(body) == language


@pytest.mark.parametrize("language", Language)
def test_people_are_told_of_every_command_somewhere(language: Language) -> None:
    found_by_plain_words = {
        "level",
        "payment",
        "drop_task",
    }  # « changer de classe », « j’ai payé », « supprime le rappel »
    told = "\n".join(sentences(language).values())
    names = {each.name: (each.wording.fr if language == Language.FR else each.wording.en) for each in COMMANDS}
    silent = {name for name, said in names.items() if not any(f"/{word}" in told for word in said.split("|"))}
    assert silent == found_by_plain_words
