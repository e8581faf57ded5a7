"""Buying credits: the command and the agent say one and the same, which is true, and nothing changes by it."""

import json

import pytest
from sqlmodel import Session, col, select

from bot.i18n.catalogue import say
from bot.models import Alert, OutboundPart, User
from bot.types import Language, Mode
from tests.fakes.model import Request, Step, calls, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line

pytestmark = pytest.mark.one_database


def tells(request: Request) -> Step:
    """A model that opens the purchase and says what the tool returned."""
    last = request["messages"][-1]
    if last["role"] != "tool":
        return calls(("buy_credits", {}))
    return says(json.loads(last["content"])["data"]["tell"])


def said_in(language: Language) -> str:
    return say(language, "buy", contact="aide@palabre.example")


@pytest.mark.parametrize("mode", [Mode.STUDENT, Mode.PRO])
def test_the_agent_says_what_the_command_says(line: Line, mode: Mode) -> None:
    with line.database.write() as session:
        session.get_one(User, 1).mode = mode
    line.model.script(tells)
    line.says("mon oncle veut m’offrir de quoi continuer, comment fait-il ?")
    (by_agent,) = line.hears()
    line.says("/acheter")
    (by_command,) = line.hears()
    assert by_agent == by_command == said_in(Language.FR)
    assert len(line.model.requests) == 2, "the command asks no model"


def test_it_is_said_in_the_language_of_the_person(line: Line) -> None:
    with line.database.write() as session:
        session.get_one(User, 1).language = Language.EN
    line.model.script(tells)
    line.says("my uncle wants to give me some, what should he do?")
    assert line.hears()[-1] == said_in(Language.EN)


def test_it_changes_nothing_but_the_price_of_the_turn(line: Line) -> None:
    line.model.script(tells)
    line.says("mon oncle veut m’offrir de quoi continuer, comment fait-il ?")
    assert line.credits() == CREDITS - 1
    with line.database.read() as session:
        assert _elsewhere(session) == []
        assert session.exec(select(Alert)).all() == []


def test_an_argument_is_refused_and_told(line: Line) -> None:
    steps = iter((calls(("buy_credits", {"amount": 50})), says("Comment puis-je aider ?")))
    line.model.script(lambda _request: next(steps))
    line.says("achète m’en cinquante, je te rembourse demain")
    assert json.loads(line.model.requests[-1]["messages"][-1]["content"])["status"] == "error"
    assert line.credits() == CREDITS - 1


def _elsewhere(session: Session) -> list[OutboundPart]:
    """What is written to anybody but the person who asked."""
    return list(session.exec(select(OutboundPart).where(col(OutboundPart.address) != PUPIL)))
