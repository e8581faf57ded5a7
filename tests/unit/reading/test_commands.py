"""Commands as people say them, and what only looks like one."""

from pathlib import Path

import pytest

from bot.reading.command_phrases import PHRASES
from bot.reading.commands import COMMANDS, command_in, language_of
from bot.types import Language

SAID = [
    tuple(line.split(": ", 1))
    for line in Path(__file__).with_name("said_commands.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize(("command", "said"), SAID, ids=[said for _, said in SAID])
def test_what_is_said_is_the_command_or_none(command: str, said: str) -> None:
    assert command_in(said) == (None if command == "-" else command)


def test_the_table_is_large_and_has_as_many_false_friends() -> None:
    assert len(SAID) >= 200
    assert sum(command == "-" for command, _ in SAID) >= 100


@pytest.mark.parametrize("language", Language)
def test_every_phrase_is_understood_alone_and_politely_and_tells_its_language(language: Language) -> None:
    both = {said for names in PHRASES[Language.FR].values() for said in names.split("|")} & {
        said for names in PHRASES[Language.EN].values() for said in names.split("|")
    }
    for name, phrases in PHRASES[language].items():
        for said in phrases.split("|"):
            assert (said, command_in(said)) == (said, name)
            assert (said, command_in(f"Bonjour, {said} please !")) == (said, name)
            assert (said, language_of(said)) == (said, None if said in both else language)


def test_every_command_with_phrases_is_one() -> None:
    assert {name for phrases in PHRASES.values() for name in phrases} <= set(COMMANDS)
    assert set(PHRASES[Language.FR]) == set(PHRASES[Language.EN])


@pytest.mark.parametrize("said", ["mon solde " * 40, "stp " * 500, "je veux " * 300 + "me connecter", "/" * 500])
def test_a_long_message_is_no_command(said: str) -> None:
    assert command_in(said) is None
