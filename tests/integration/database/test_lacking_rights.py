"""A role that may not touch one of the tables: what operators can mend costs no message a life."""

import pytest
from sqlalchemy import text

from bot.dao.database import Database
from bot.errors import DatabaseAway


def look_as_another(database: Database) -> None:
    with database.write() as session:
        schema = session.execute(text("SELECT current_schema()")).scalar_one()
        session.execute(text(f'GRANT USAGE ON SCHEMA "{schema}" TO pg_monitor'))  # undone with all else
        session.execute(text("SET LOCAL ROLE pg_monitor"))  # one that every server has
        session.execute(text("SELECT id FROM run"))


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
def test_a_right_that_is_missing_interrupts_and_says_so(database: Database) -> None:
    with pytest.raises(DatabaseAway, match="gave way: InsufficientPrivilege"):
        look_as_another(database)
