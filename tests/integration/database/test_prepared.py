"""A prepared statement finds, refuses and is told of what SQLAlchemy's own way does."""

from typing import Any

import pytest
from sqlalchemy import bindparam, exists, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel

from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.dao.delivery import part_sids, part_statements
from bot.dao.engine.prepared import Prepared, word
from bot.errors import DatabaseAway
from bot.models import Run, User
from bot.models.base import utc_now
from bot.types import Mode
from tests.fakes.engines import hear, hear_no_more

AWA = "whatsapp:+2250700000001"
USERS, ADDRESSES, RUNS, MESSAGES = (
    SQLModel.metadata.tables[name] for name in ("user_account", "address", "run", "transcript_message")
)
BY_ID = Prepared(select(USERS.c.credits).where(USERS.c.id == bindparam("of_id")))
CUTS = ("before_cursor_execute", "after_cursor_execute")


class Gone(BaseException):
    """As the end of a job comes over its thread."""


@pytest.fixture
def awa(database: Database) -> Database:
    """The database with one user, her address, a run and what it said."""
    add_user(database, AWA, Mode.STUDENT, 20)
    with database.write() as session:
        key = session.execute(select(SQLModel.metadata.tables["conversation"].c.id)).scalar_one()
        run = Run(conversation_id=key, user_id=1, mode="student", language="fr", model="m", price=1)
        session.add(run)
        session.flush()
        said = {"conversation_id": key, "run_id": run.id, "role": "user", "created_at": utc_now()}
        new = Prepared(insert(MESSAGES).inline())
        assert new.changed(session, said | {"message": {"role": "user", "content": "Où ? « é »", "n": [1, None]}})
    return database


@pytest.mark.parametrize("table", [USERS, ADDRESSES, RUNS, MESSAGES], ids=str)
def test_values_are_read_and_compared_as_sqlalchemy_does(awa: Database, table: Any) -> None:
    """Numbers, moments, JSON, what is true and what is not there."""
    column = next(each for each in table.c if each.name in ("created_at", "started_at"))
    found = select(table, exists().where(RUNS.c.id == 1), column.is_(None)).where(column <= bindparam("now"))
    for now, count in ((utc_now(), 1), (utc_now().replace(year=2020), 0)):
        with awa.read() as session:
            rows = Prepared(found).rows(session, {"now": now})
            assert rows == [tuple(row) for row in session.execute(found, {"now": now})]
            assert len(rows) == count
            assert [list(map(type, row)) for row in rows] == [
                list(map(type, row)) for row in session.execute(found, {"now": now})
            ]


def test_what_changed_in_the_session_is_written_first(awa: Database) -> None:
    with awa.write() as session:
        session.get_one(User, 1).credits = 7
        assert BY_ID.first(session, {"of_id": 1}) == (7,)
        assert BY_ID.first(session, {"of_id": 2}) is None


def test_a_refusal_has_its_name_and_shows_no_value(awa: Database) -> None:
    again = Prepared(update(USERS).where(USERS.c.id == bindparam("of_id")).values(credits=None))
    with pytest.raises(IntegrityError) as refused, awa.write() as session:
        again.changed(session, {"of_id": 1})
    assert "UPDATE user_account" in str(refused.value)
    assert "[parameters" not in str(refused.value)


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize(("error", "is_given_up"), [(ValueError, False), (Gone, True)])
def test_what_a_listener_raises_passes_and_an_end_takes_the_connection_along(
    awa: Database, cut: str, error: type[BaseException], is_given_up: bool
) -> None:
    def raises(*_: object) -> None:
        raise error

    hear(awa, cut, raises)
    with awa.read() as session:
        connection = session.connection()
        with pytest.raises(error):
            BY_ID.first(session, {"of_id": 1})
        hear_no_more(awa, cut, raises)
        assert connection.invalidated is is_given_up
    with awa.read() as session:
        assert BY_ID.first(session, {"of_id": 1}) == (20,)


def test_a_connection_that_was_cut_is_an_outage_and_no_other_one_meets_it(awa: Database) -> None:
    if awa.is_sqlite:
        pytest.skip("has no server that could cut it")

    def ask_when_it_is_cut() -> None:
        with awa.read() as session, awa.apart().write() as other:
            pid = session.connection().exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
            other.connection().exec_driver_sql(f"SELECT pg_terminate_backend({pid})")
            BY_ID.first(session, {"of_id": 1})

    with pytest.raises(DatabaseAway):
        ask_when_it_is_cut()
    with awa.read() as session:
        assert BY_ID.first(session, {"of_id": 1}) == (20,)


def test_a_value_that_python_would_have_to_make_is_missed_at_once(awa: Database) -> None:
    with pytest.raises(TypeError), awa.write() as session:
        Prepared(insert(USERS)).changed(session, {"credits": 1})


def test_a_list_that_would_be_written_out_each_time_is_refused_at_once(awa: Database) -> None:
    with pytest.raises(TypeError), awa.read() as session:
        Prepared(select(USERS.c.id).where(USERS.c.id.in_(bindparam("ids", expanding=True)))).rows(session, {"ids": [1]})


def test_a_state_stands_in_a_statement_as_a_word() -> None:
    """A parameter would have SQLite plan it anew at each execution: the index of what is held names one of them."""
    for made in (part_sids._raised(("new_state",), ("queued", "sent")), part_statements.open_part_rows()):
        assert "state = :" not in str(made.statement)
        assert "state = '" in str(made.statement)
    with pytest.raises(ValueError, match="not one of our words"):
        word("' OR 1")
