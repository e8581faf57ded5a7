"""What people say of their own account in plain words, as they do when a telephone or a number is gone: it is done, or
offered, free of charge. The agent could only say that it was."""

import pytest

from tests.fakes.model import says
from tests.integration.conversation.conftest import PUPIL, Line

pytestmark = pytest.mark.one_database


def said_to(line: Line, said: str) -> str:
    line.model.script(lambda _request: says("MODEL"))
    line.says(said)
    return "\n".join(line.hears())


@pytest.mark.parametrize(
    "said",
    [
        "déconnecte partout", "Déconnecter partout", "deconnecte tous les téléphones", "déconnecte mon compte partout",
        "déconnectez mon compte de tous les appareils", "sign my account out everywhere",
    ],
)  # fmt: skip
def test_who_wants_to_be_signed_out_everywhere_is_asked_for_the_number(line: Line, said: str) -> None:
    assert "de toutes vos conversations" in said_to(line, said) or "all your conversations" in said_to(line, said)
    assert line.model.requests == []


@pytest.mark.parametrize(
    "said", ["/deconnexion ici", "déconnecte-moi ici", "log me out here please", "Déconnexion ici svp", "/logout here"]
)
def test_here_is_here(line: Line, said: str) -> None:
    assert "1. " not in said_to(line, said)
    until = line.address(PUPIL).signed_in_until
    assert until is None or until <= line.clock.now()


@pytest.mark.parametrize("said", ["déconnecte mon téléphone", "déconnecte le téléphone"])
def test_a_telephone_that_may_be_another_one_is_asked_about(line: Line, said: str) -> None:
    assert "1. De cette conversation" in said_to(line, said)
    until = line.address(PUPIL).signed_in_until
    assert until is not None
    assert until > line.clock.now()


@pytest.mark.parametrize(
    "said",
    [
        "j’ai changé de numéro",
        "je veux changer mon numéro",
        "mon numéro a changé",
        "j’ai une nouvelle puce",
        "changer de numéro",
    ],
)
def test_who_has_another_number_is_offered_to_give_it(line: Line, said: str) -> None:
    assert "2. Changer le numéro du compte" in said_to(line, said)
    assert line.model.requests == []
    line.says("2")
    assert "le nouveau numéro de mobile de ce compte" in "\n".join(line.hears())


@pytest.mark.parametrize(
    "said",
    [
        "quel est le nouveau numéro de la police ?", "change le numéro 3", "mauvais numéro", "Change le numéro",
        "le nouveau numéro", "avec mon nouveau numéro", "the new number",
    ],
)  # fmt: skip
def test_other_numbers_are_the_agents(line: Line, said: str) -> None:
    assert said_to(line, said) == "MODEL"
