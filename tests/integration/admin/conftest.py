"""The administrators' page over an empty database, with a clock that can be set forward."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.dao.database import Database
from tests.fakes.admin import Browser, make_administrator
from tests.fakes.clock import FakeClock
from tests.fakes.keys import migrate, open_database
from tests.fakes.product import Web, make_settings, open_web

NO_REDIS = "redis://127.0.0.1:9/0"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def web(tmp_path: Path, clock: FakeClock) -> Iterator[Web]:
    """On SQLite, without Redis."""
    database = open_database(f"sqlite:///{tmp_path}/palabre.db")
    migrate(database)
    yield from opened(database, tmp_path, clock)
    database.close()


@pytest.fixture
def either_web(database: Database, tmp_path: Path, clock: FakeClock) -> Iterator[Web]:
    """The same on each kind of database."""
    yield from opened(database, tmp_path, clock)


def opened(database: Database, folder: Path, clock: FakeClock) -> Iterator[Web]:
    settings = make_settings(redis_url=NO_REDIS, storage_url=f"file://{folder}/files")
    made = open_web(settings, database, clock)
    make_administrator(made)
    yield made
    made.wake.close()


@pytest.fixture
def browser(web: Web) -> Browser:
    """Somebody who is not signed in."""
    return Browser(web)


@pytest.fixture
def admin(web: Web) -> Browser:
    """An administrator, signed in a moment ago; at the list of users, which costs a tenth of the first page's month."""
    made = Browser(web)
    assert made.signs_in(then="/admin/users").status_code == 303
    return made
