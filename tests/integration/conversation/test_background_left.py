"""Work in the background whose user has left meanwhile, without a word: their sign-in ran out, or somebody else signed
in on their phone. Nobody there reads of it."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from sqlalchemy import func, update
from sqlmodel import Session, col, select

from bot.dao import addresses
from bot.dao.admin import users
from bot.models import Address, OutboundPart, Run, TranscriptMessage, User
from bot.services.background.lapses import follow_up
from bot.services.sign_in import accounts
from tests.fakes.model import calls, in_turn, says
from tests.integration.conversation.conftest import CREDITS, PUPIL, Line
from tests.integration.conversation.test_background_paying import PAPER
from tests.integration.conversation.test_background_work import DONE, heard, open_runs, three, work

pytestmark = pytest.mark.one_database

ASKED = "/fond Fais-moi un dossier sur le baobab"
OTHER = "+2250700000009"


def here(session: Session) -> Address:
    found = addresses.by_value(session, PUPIL)
    assert found
    return found


def expires(line: Line) -> None:
    with line.database.write() as session:
        here(session).signed_in_until = line.clock.now() - timedelta(seconds=1)


def another_signs_in(line: Line) -> None:
    expires(line)
    with line.database.write() as session:
        accounts.confirm(session, here(session), OTHER, line.clock.now(), line.runtime.inbox.settings)


@pytest.fixture(autouse=True)
def _number(line: Line) -> None:
    """The pupil has signed in with their own number."""
    with line.database.write() as session:
        session.get_one(User, 1).phone = PUPIL.removeprefix("whatsapp:")


@pytest.mark.parametrize("leaves", [expires, another_signs_in])
def test_its_end_is_not_said_to_whoever_is_there(line: Line, leaves: Callable[[Line], None]) -> None:
    steps = in_turn(calls(("generate_pdf", PAPER)), then=lambda: leaves(line), last=says(DONE))
    line.model.script(steps)
    line.says(ASKED)
    heard(line)
    work(line)
    for run in open_runs(line):
        work(line, run.id)
    assert not open_runs(line)
    told = heard(line)
    assert DONE not in " ".join(told)
    assert "baobab" not in " ".join(told)
    assert len(told) == (1 if leaves is expires else 0), "who has signed in since has asked for nothing"
    with line.database.read() as session:
        assert session.get_one(Run, 1).error == "signed out"
        assert not [part for part in session.exec(select(OutboundPart)) if part.file_id]
    assert line.credits() == CREDITS - 6, "the document waits in their library"


def test_no_sign_of_life_tells_what_is_worked_at(line: Line) -> None:
    def looks_up() -> None:
        expires(line)
        line.clock.skip(61)
        line.runtime.presence.tick()

    line.model.script(in_turn(then=looks_up, last=says(DONE)))
    line.says(ASKED)
    heard(line)
    work(line)
    assert "baobab" not in " ".join(heard(line))


def test_one_that_is_given_up_hands_nothing_over(line: Line) -> None:
    line.model.script(lambda _request: says(DONE))
    line.says(ASKED)
    heard(line)
    expires(line)
    with line.database.write() as session:
        reached = session.exec(select(func.max(TranscriptMessage.id))).one()
        killed = {"lives": 9, "lease_from": reached, "background_at": line.clock.now()}
        session.execute(update(Run).where(col(Run.id) == 1).values(**killed))
    work(line)
    assert "baobab" not in " ".join(heard(line))
    assert not open_runs(line)
    assert line.credits() == CREDITS


def test_for_whoever_is_blocked_what_works_ends_and_what_waits_does_not_begin(line: Line) -> None:
    """It was paid for and taken up before; no run begins until they are free again."""
    first, second, third = three(line)
    heard(line)

    def blocked(at: datetime | None) -> None:
        with line.database.write() as session:
            users.block(session, 1, at)

    def followed_up() -> list[int]:
        return list(follow_up(line.database, line.runtime.inbox.turns.links, line.clock.now()))

    blocked(line.clock.now())
    for run in (first, second):
        work(line, run)
        assert DONE in heard(line)[-1]
    assert followed_up() == []
    work(line, third)
    assert (heard(line), [run.id for run in open_runs(line)]) == ([], [third])
    blocked(None)
    assert followed_up() == [third]
    work(line, third)
    assert DONE in heard(line)[-1]
