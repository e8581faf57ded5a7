"""Errors of the database say what went wrong, never what people wrote."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from bot.dao.database import Database


def test_an_error_does_not_show_the_values_of_its_statement(database: Database) -> None:
    with pytest.raises(DBAPIError) as caught, database.write() as session:
        session.execute(text("INSERT INTO nowhere VALUES (:body)"), {"body": "ma mère est malade"})
    assert "nowhere" in str(caught.value)
    assert "malade" not in str(caught.value)
