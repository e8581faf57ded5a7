"""Fixtures every test may use: real servers, empty databases."""

import faulthandler
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.dao.database import Database
from tests.fakes.keys import migrate, open_database, tables_of_rows
from tests.fakes.postgres import Postgres

HANGS_AFTER_S = 300
LAST_LINES = 12

pytest_plugins = ["tests.fakes.fixtures_valkey", "tests.fakes.office"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Tests marked `one_database` are about what is said; what is stored is tried by others, on both."""
    parser.addoption("--all-databases", action="store_true", help="try those on PostgreSQL too")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """A test that its own timeout cannot end (it was seen: a signal's handler that never came to its first line) ends
    its process, so that the run goes on and names it."""
    faulthandler.dump_traceback_later(HANGS_AFTER_S, exit=True)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Say what failed, and why in a few lines, when it fails: a run that is ended from outside has no summary."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        last = "\n".join(report.longreprtext.splitlines()[-LAST_LINES:])
        sys.__stdout__.write(f"\nFAILED {report.nodeid} ({report.when})\n{last}\n")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what the option would bring in."""
    if config.getoption("--all-databases"):
        return
    twice = {item for item in items if item.get_closest_marker("one_database") and _is_on_postgresql(item)}
    config.hook.pytest_deselected(items=twice)
    items[:] = [item for item in items if item not in twice]


def _is_on_postgresql(item: pytest.Item) -> bool:
    given = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    return given.get("database_url") == "postgresql"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """The session's PostgreSQL server."""
    server = Postgres()
    server.start()
    yield server
    server.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind; for a test that also asks for `database`, one that may be migrated already."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/palabre.db"
        return
    server: Postgres = request.getfixturevalue("postgres")
    url = server.migrated_url() if "database" in request.fixturenames else server.database_url()
    yield url
    if "database" in request.fixturenames and (tables := tables_of_rows(url)):
        server.give_back_migrated(url, tables)
    else:
        server.give_back(url)


@pytest.fixture
def database(database_url: str) -> Iterator[Database]:
    """A migrated database of each kind."""
    made = open_database(database_url)
    migrate(made)
    yield made
    made.close()
