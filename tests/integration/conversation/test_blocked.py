"""Somebody an administrator has blocked: one clear line a day, no turn, no way round; help for who is in danger."""

from collections.abc import Callable

import pytest

from bot.dao import addresses
from bot.dao.admin import users
from tests.fakes.model import says
from tests.integration.conversation.conftest import CREDITS, GUEST, PUPIL, Line

OpenLine = Callable[..., Line]


@pytest.fixture
def line(open_line: OpenLine) -> Line:
    made = open_line()
    made.clock.freeze()
    made.model.script(lambda _request: says(f"Réponse {len(made.model.requests)}"))
    return made


def block(line: Line, *, undone: bool = False) -> None:
    with line.database.write() as session:
        address = addresses.by_value(session, PUPIL)
        assert address
        assert address.user_id
        users.block(session, address.user_id, None if undone else line.clock.now())


def credits_of(line: Line) -> int:
    with line.database.read() as session:
        address = addresses.by_value(session, PUPIL)
        assert address
        owner = addresses.owner(session, address)
        assert owner
        return owner.credits


def test_who_is_blocked_hears_it_once_a_day_and_gets_no_turn(line: Line) -> None:
    block(line)
    line.says("C’est quoi une fraction ?")
    (told,) = line.hears()
    assert "bloqué" in told
    assert "/humain" in told
    for text in ("Allô ?", "/credits", "Fais-moi un quiz", "2"):
        line.says(text)
    assert line.hears() == []
    assert line.model.requests == []
    assert credits_of(line) == CREDITS
    assert set(line.outcomes()) == {"blocked"}
    line.clock.skip(86_400)
    line.says("Et aujourd’hui ?")
    assert len(line.hears()) == 1
    block(line, undone=True)
    line.says("Merci !")
    assert line.hears() == ["Réponse 1"]


def test_signing_out_is_no_way_round(line: Line) -> None:
    block(line)
    with line.database.write() as session:
        address = addresses.by_value(session, PUPIL)
        assert address
        addresses.sign_out(session, address.id)
    line.says("C’est quoi une fraction ?")
    assert "bloqué" in line.hears()[0]
    assert line.model.requests == []


def test_somebody_else_is_answered_as_ever(line: Line) -> None:
    block(line)
    line.says("Bonjour", address=GUEST)
    assert line.model.requests


def test_a_person_can_be_asked_for_and_stop_is_honoured(line: Line) -> None:
    block(line)
    line.says("/humain")
    assert line.hears() != []
    assert "blocked" not in line.outcomes()
    line.says("STOP")
    with line.database.read() as session:
        assert addresses.is_silent(session, PUPIL)


def test_who_is_in_distress_is_cared_for_and_begins_no_turn(line: Line) -> None:
    block(line)
    line.says("je veux mourir")
    heard = " ".join(line.hears())
    assert "bloqué" not in heard
    assert heard
    assert line.model.requests == []
    assert line.outcomes() == ["cared"]


def test_a_queue_of_messages_is_closed_at_once(line: Line) -> None:
    block(line)
    line.says(*[f"Question {number}" for number in range(60)])
    assert len(line.hears()) == 1
    assert line.outcomes() == ["blocked"] * 60
