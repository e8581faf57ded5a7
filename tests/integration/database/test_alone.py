"""A statement that stands alone is committed as it ends, on PostgreSQL without BEGIN and COMMIT; and no other is."""

import contextlib
from typing import Any

import pytest
from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel

from bot.cli.commands import add_user
from bot.dao.database import Database
from bot.dao.engine.prepared import Prepared
from bot.types import Mode
from tests.fakes.keys import open_database

USERS = SQLModel.metadata.tables["user_account"]
CREDITS = Prepared(select(USERS.c.credits).where(USERS.c.id == 1))
NEW = Prepared(update(USERS).where(USERS.c.id == 1).values(credits=bindparam("new_credits")))
NONE = Prepared(update(USERS).where(USERS.c.id == 1).values(credits=None))


@pytest.fixture
def awa(database: Database) -> Database:
    add_user(database, "whatsapp:+2250700000001", Mode.STUDENT, 20)
    return database


def credits_of(database: Database) -> object:
    with database.read() as session:
        return (CREDITS.first(session, {}) or (None,))[0]


def trips(database: Database, *, each_alone: bool) -> int:
    """How often the server of a database is asked something by one statement."""
    asked: list[Any] = []
    with database.write_connection(each_alone=each_alone) as connection:
        driver: Any = connection.connection.driver_connection
        execute = driver._exec_command
        driver._exec_command = lambda *command: asked.append(command) or execute(*command)
        assert NEW.changed(connection, {"new_credits": 3})
    del driver._exec_command
    return len(asked)


@pytest.mark.parametrize("each_alone", [True, False])
def test_what_it_does_stays(awa: Database, each_alone: bool) -> None:
    with awa.write_connection(each_alone=each_alone) as connection:
        assert NEW.changed(connection, {"new_credits": 3})
    assert credits_of(awa) == 3


def test_it_takes_two_trips_less(awa: Database) -> None:
    if awa.is_sqlite:
        pytest.skip("has no server")
    assert trips(awa, each_alone=False) == 2
    assert trips(awa, each_alone=True) == 0


def test_whoever_has_the_connection_next_has_a_transaction(awa: Database) -> None:
    one = open_database(awa.url, pool_size=1)
    with one.write_connection(each_alone=True) as connection:
        NEW.changed(connection, {"new_credits": 3})
    for write in (one.write, one.write_connection):
        with contextlib.suppress(ZeroDivisionError), write() as within:
            assert NEW.changed(within, {"new_credits": 9})
            raise ZeroDivisionError
        assert credits_of(awa) == 3
    one.close()


def test_one_that_is_refused_leaves_nothing_and_a_connection_that_is_good(awa: Database) -> None:
    with pytest.raises(IntegrityError), awa.write_connection(each_alone=True) as connection:
        NONE.changed(connection, {})
    with awa.write_connection(each_alone=True) as connection:
        assert NEW.changed(connection, {"new_credits": 4})
    assert credits_of(awa) == 4
