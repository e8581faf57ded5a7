"""What a worker looks at before it begins: tables, and a database that may be away for a while."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlmodel import Session

from bot.dao.database import Database
from bot.errors import ConfigurationError, DatabaseAway
from jobs import beginning
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
