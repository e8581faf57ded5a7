"""What a worker looks at before it begins: tables, and a database that may be away for a while."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlmodel import Session

from bot.dao.database import Database
from bot.errors import ConfigurationError, DatabaseAway
from jobs import beginning
from tests.fakes.keys import migrate, open_database
from tests.fakes.product import make_settings


class Away(Database):
    """Does not answer the first times."""

    times = 3

    @contextmanager
    def read(self) -> Iterator[Session]:
        self.times -= 1
        if self.times >= 0:
            raise DatabaseAway("the database is away")
        with super().read() as session:
            yield session


def test_a_database_that_is_away_is_waited_for_and_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    database, waited = Away(f"sqlite:///{tmp_path}/palabre.db"), []
    with pytest.raises(ConfigurationError, match="no tables yet: run flask --app wsgi migrate first"):
        beginning.look(database, make_settings(), waited.append)
    database.close()
    assert waited == [beginning.AGAIN_S] * 3
    assert [record.getMessage() for record in caplog.records] == [
        "the database is away: this worker begins when it is back"
    ]


def test_what_answers_and_takes_nothing_is_waited_for_too(caplog: pytest.LogCaptureFixture) -> None:
    """A full disk, or a standby."""
    answers, waited = iter([DatabaseAway("read-only"), DatabaseAway("read-only"), None]), []

    def beat() -> str:
        if (answer := next(answers)) is not None:
            raise answer
        return "beaten"

    assert beginning.patiently(beat, waited.append) == "beaten"
    assert waited == [beginning.AGAIN_S] * 2
    assert len(caplog.records) == 1


@pytest.mark.parametrize(("revision", "begins"), [("0001", False), ("9999", True)])
def test_a_worker_begins_on_the_schema_of_its_release_or_a_newer_one(
    tmp_path: Path, revision: str, begins: bool
) -> None:
    database = open_database(f"sqlite:///{tmp_path}/palabre.db")
    migrate(database)
    with database.write_connection() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{revision}'"))
    refused = nullcontext() if begins else pytest.raises(ConfigurationError, match=r"0001.*flask --app wsgi migrate")
    with refused:
        beginning.look(database, make_settings())
    database.close()
