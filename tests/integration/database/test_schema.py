"""The schema: migrations and models say the same, on both databases."""

from datetime import UTC, datetime

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import StatementError
from sqlmodel import SQLModel

from bot.dao import schema
from bot.dao.database import Database
from bot.models import Alert


def test_models_and_migrations_agree(database: Database) -> None:
    with database.write_connection() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, SQLModel.metadata) == []


def test_migrating_twice_changes_nothing(database: Database) -> None:
    assert schema.migrate(database) == schema.migrate(database)
    with database.engine.connect() as connection:
        assert schema.is_current(connection)


def test_instants_come_back_in_utc(database: Database) -> None:
    moment = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
    with database.write() as session:
        session.add(Alert(kind="test", created_at=moment))
    with database.read() as session:
        found = session.get_one(Alert, 1)
    assert found.created_at == moment
    assert found.created_at.utcoffset() is not None


def test_a_naive_instant_is_refused(database: Database) -> None:
    with pytest.raises(StatementError, match="naive"), database.write() as session:
        session.add(Alert(kind="test", created_at=datetime(2026, 1, 1)))
