"""What a session holds of a row is told anew after a statement over its table has changed it."""

from datetime import timedelta
from typing import Any

import pytest

from bot.cli.commands import add_user
from bot.dao import conversations
from bot.dao.database import Database
from bot.dao.inserts import row_of
from bot.dao.money import ledger
from bot.dao.work import runs
from bot.models import Iteration, Run, User
from bot.models.base import utc_now
from bot.types import EntryKind, Mode

AWA = "whatsapp:+2250700000001"


def test_a_balance_that_was_moved_is_read_anew(database: Database) -> None:
    add_user(database, AWA, Mode.STUDENT, 20)
    with database.write() as session:
        user = session.get_one(User, 1)
        assert user.credits == 20
        user.language = "fr"  # what was not stored yet stays
        ledger.post(session, user.id, -3, EntryKind.TURN, "first")
        assert (user.credits, user.language) == (17, "fr")
    with database.read() as session:
        user = session.get_one(User, 1)
        assert (user.credits, user.language) == (17, "fr")


def test_a_savepoint_given_up_gives_the_balance_back(database: Database) -> None:
    add_user(database, AWA, Mode.STUDENT, 20)
    with database.write() as session:
        user = session.get_one(User, 1)
        with session.begin_nested() as way_back:
            ledger.post(session, user.id, -3, EntryKind.TURN, "first")
            assert user.credits == 17
            way_back.rollback()
        assert user.credits == 20


def test_a_run_that_was_ended_is_read_anew_with_its_last_words(database: Database) -> None:
    now = utc_now()
    with database.write() as session:
        key = conversations.ensure(session, AWA).id
        run = runs.start(session, Run(conversation_id=key, mode=Mode.STUDENT, language="fr"))
        run.lives = 2
        runs.append(session, run.id, key, {"role": "user", "content": "Bonjour"})
        runs.end(session, run.id, now, status="done", charged=2)
        assert (run.ended_at, run.status, run.charged, run.lives) == (now, "done", 2, 2)
    with database.read() as session:
        run = session.get_one(Run, run.id)
        assert (run.ended_at, run.status, run.charged, run.lives) == (now, "done", 2, 2)
        assert [said.message["content"] for said in runs.own_transcript(session, run.id)] == ["Bonjour"]


def test_a_run_that_was_begun_is_held_as_it_stands(database: Database) -> None:
    with database.write() as session:
        key = conversations.ensure(session, AWA).id
        run = runs.start(session, Run(conversation_id=key, mode=Mode.STUDENT, language="fr", price=2))
        run.budget = 6  # what is made of it afterwards is written with the rest
        assert session.get_one(Run, run.id) is run
        begun = run.model_dump()
    with database.read() as session:
        assert session.get_one(Run, run.id).model_dump() == begun


def test_a_run_goes_with_the_savepoint_that_it_was_begun_behind(database: Database) -> None:
    with database.write() as session:
        key = conversations.ensure(session, AWA).id
        with session.begin_nested() as way_back:
            lost = runs.start(session, Run(conversation_id=key, mode=Mode.STUDENT, language="fr"))
            lost.budget = 6
            way_back.rollback()
        run = runs.start(session, Run(conversation_id=key, mode=Mode.STUDENT, language="fr"))
        assert lost not in session
        assert session.get_one(Run, run.id) is run


@pytest.mark.parametrize("given", [{}, {"model": "m", "cost": 0.5}])
def test_a_row_has_what_the_model_says_of_columns_that_are_not_given(given: dict[str, Any]) -> None:
    columns = {"run_id": 1, "number": 1, "model": "", "finish_reason": "stop"} | given
    row, made = row_of(Iteration, **columns), Iteration(**columns)
    assert made.created_at - timedelta(seconds=60) < row.pop("created_at") <= made.created_at
    assert row == made.model_dump(exclude={"id", "created_at"})
