"""A connection is asked whether its server is there only when that is not known already."""

from typing import Any

import pytest

from bot.dao.database import Database
from bot.dao.engine import limited_connection
from tests.fakes.waiting import eventually


@pytest.fixture
def postgresql(database: Database) -> Database:
    if database.is_sqlite:
        pytest.skip("of PostgreSQL alone")
    return database


def driver(database: Database) -> Any:
    """The connection that whoever comes next will have."""
    with database.read() as session:
        return session.connection().connection.driver_connection


def messages(database: Database) -> int:
    """How many the server is sent for a transaction of one statement."""
    held, sent = driver(database), []
    wait = held.wait

    def counted(*arguments: Any, **options: Any) -> Any:
        sent.append(arguments)
        return wait(*arguments, **options)

    held.wait = counted
    with database.read() as session:
        session.connection().exec_driver_sql("SELECT 1")
    del held.wait
    return len(sent)


def test_a_server_that_answered_a_moment_ago_is_not_asked_again(postgresql: Database, monkeypatch) -> None:
    bare = messages(postgresql)
    monkeypatch.setattr(limited_connection, "HEARD_LATELY_S", -1.0)
    assert messages(postgresql) > bare


def test_a_connection_that_was_hung_up_is_replaced_unnoticed(postgresql: Database) -> None:
    mine, other = driver(postgresql), postgresql.apart()
    assert mine.is_surely_there()
    with other.write() as session:
        session.connection().exec_driver_sql(f"SELECT pg_terminate_backend({mine.info.backend_pid})")
    eventually(lambda: not mine.is_surely_there())
    assert driver(postgresql).info.backend_pid != mine.info.backend_pid


def test_a_connection_that_was_closed_here_is_replaced_too(postgresql: Database) -> None:
    mine = driver(postgresql)
    mine.close()
    assert not mine.is_surely_there()
    assert driver(postgresql) is not mine
