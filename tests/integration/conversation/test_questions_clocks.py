"""A question that left by a clock an hour ahead takes its answer as soon as the clock is back: nothing that is typed
then was written before it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.models import OutboundPart, PendingInteraction, User
from bot.types import Mode
from tests.fakes.mail import MailServer
from tests.fakes.model import Request, Step, calls, says
from tests.integration.conversation.conftest import CREDITS, Line

pytestmark = pytest.mark.one_database

HOUR_S = 3_600.0
QUIZ = {"question": "Capitale du Mali ?", "options": ["Bamako", "Dakar"], "correct_index": 0,
        "explanation": "Elle est au bord du Niger.", "subject": "Géographie"}  # fmt: skip
DRAFT = {"to": ["compta@example.org"], "subject": "Facture 12", "text": "Bonjour,\n\nVoici la facture.\n\nAwa"}


def leaves(line: Line) -> None:
    """What is written is sent."""
    waits = col(OutboundPart.first_dispatched_at).is_(None)
    with line.database.write() as session:
        session.execute(update(OutboundPart).where(waits).values(first_dispatched_at=line.clock.now()))
    line.clock.skip(1)


def once(name: str, arguments: dict[str, Any]) -> Callable[[Request], Step]:
    """A model that makes this call when it is asked to."""

    def rule(request: Request) -> Step:
        last = request["messages"][-1]
        asks = last["role"] == "user" and "svp" in str(last["content"])
        return calls((name, arguments)) if asks else says("Continue.")

    return rule


def is_asked_by_a_clock_ahead(line: Line, name: str, arguments: dict[str, Any]) -> None:
    line.model.script(once(name, arguments))
    line.clock.jump(HOUR_S)
    line.says("Un quiz, une lettre ou un calcul svp")
    leaves(line)
    line.clock.jump(-HOUR_S)
    line.hears()


def outcomes(line: Line) -> list[str]:
    with line.database.read() as session:
        return [question.outcome for question in session.exec(select(PendingInteraction))]


def test_a_quiz_is_marked(line: Line) -> None:
    is_asked_by_a_clock_ahead(line, "interactive_quiz", QUIZ)
    before = line.credits()
    line.says("a")
    verdict, goes_on = line.hears()
    assert "bord du Niger" in verdict
    assert goes_on == "Continue."
    assert line.credits() == before


def test_a_draft_leaves(open_line: Callable[..., Line], server: MailServer) -> None:
    line = open_line(smtp_url=f"smtp://127.0.0.1:{server.port}", mail_from="Palabre <bot@palabre.example>")
    with line.database.write() as session:
        user = session.get_one(User, 1)
        user.mode, user.email = Mode.PRO, "awa@example.org"
    is_asked_by_a_clock_ahead(line, "draft_email", DRAFT)
    line.says("1")
    assert "part maintenant" in line.hears()[0]
    assert outcomes(line) == ["answered"]


def test_a_price_is_agreed_to(open_line: Callable[..., Line], tmp_path: Path) -> None:
    own = tmp_path / "prices.toml"
    own.write_text("[tools]\ncalculate = { call = 9 }\n")
    line = open_line(prices_file=str(own), quote_from_credits=5)
    is_asked_by_a_clock_ahead(line, "calculate", {"expression": "6*7"})
    line.says("1")
    assert line.hears()[-1] == "Continue."
    assert line.credits() == CREDITS - 10
    assert outcomes(line) == ["answered"]
