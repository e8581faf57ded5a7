"""On PostgreSQL what every turn asks is planned once a connection, and stays so behind reads, which are rolled back."""

import contextlib
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Column, Integer, MetaData, Table, bindparam, insert, select
from sqlalchemy.exc import IntegrityError, NotSupportedError
from sqlmodel import Session

from bot.dao.database import Database
from bot.dao.engine.prepared import Prepared
from tests.fakes.keys import open_database

THING = Table("thing", MetaData(), Column("id", Integer, primary_key=True), Column("size", Integer))
SIZE = Prepared(select(THING.c.size).where(THING.c.id == bindparam("of_id")))
SECOND = Prepared(insert(THING).values(id=1, size=bindparam("new_size")))  # beside one that has this key
PLANNED = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%%thing%%'"


@pytest.fixture
def things(database: Database) -> Iterator[Database]:
    """With a table that no migration knows, and one row."""
    if database.is_sqlite:
        pytest.skip("of PostgreSQL alone")
    with database.write() as session:
        THING.create(session.connection())
        session.execute(THING.insert().values(id=1, size=7))
    yield database
    with database.write() as session:
        THING.drop(session.connection())


def size(database: Database) -> object:
    with database.read() as session:
        return SIZE.first(session, {"of_id": 1})


def fail_behind(database: Database, act: Callable[[Session], object]) -> None:
    """A transaction that writes, or would, and does not come to its end."""
    with contextlib.suppress(ZeroDivisionError), database.write() as session:
        act(session)
        raise ZeroDivisionError


def test_it_is_planned_at_the_first_execution_and_no_rollback_forgets_it(things: Database) -> None:
    for _ in range(3):
        assert size(things) == (7,)
        fail_behind(things, lambda session: SIZE.first(session, {"of_id": 1}))
    with things.read() as session:
        assert session.connection().exec_driver_sql(PLANNED).scalar_one() == 1


def test_a_rollback_still_takes_everything_back(things: Database) -> None:
    fail_behind(things, lambda session: session.execute(THING.update().values(size=8)))
    assert size(things) == (7,)


@pytest.mark.parametrize("each_alone", [True, False])
def test_one_that_fails_again_and_again_leaves_nothing_on_the_server(things: Database, each_alone: bool) -> None:
    """As while the disk is full, or our role lacks a right: it is prepared, and not executed."""
    one = open_database(things.url, pool_size=1)
    for _ in range(5):
        with pytest.raises(IntegrityError), one.write_connection(each_alone=each_alone) as connection:
            SECOND.changed(connection, {"new_size": 8})
    with one.read() as session:
        assert SIZE.first(session, {"of_id": 1}) == (7,)
        assert session.connection().exec_driver_sql(PLANNED).scalar_one() == 1
    one.close()


def test_a_column_that_got_another_type_is_refused_once_and_read_over_another_connection(things: Database) -> None:
    """As by a migration, while a worker of before still runs."""
    assert size(things) == (7,)
    with things.apart().write() as session:
        session.connection().exec_driver_sql("ALTER TABLE thing ALTER size TYPE bigint")
    with pytest.raises(NotSupportedError):
        size(things)
    assert size(things) == (7,)
