"""Fixtures every test may use: real servers, empty databases."""

import faulthandler
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from bot.dao.database import Database
from tests.fakes.keys import migrate, open_database, tables_of_rows
from tests.fakes.postgres import Postgres

HANGS_AFTER_S = 300
LAST_LINES = 12
ROOT = Path(__file__).parent
LONG = ("flows", "browser", "chaos", "integration/bench")  # whole products as processes, each started for a test or two
OF_DATABASES = "integration/database"  # on both, always, in every case
ALWAYS = ("test_budget.py", "test_conversations.py")  # what a message costs, and that it is answered
PROGRAMS = {"libreoffice", "start_process"}  # fixtures that begin some
OF_CASES = "integration"  # where a case takes a tenth of a second; elsewhere all together take less than their reading

settings.register_profile("palabre", deadline=None)  # on a busy machine an example waits for the processor
settings.load_profile("palabre")
pytest_plugins = ["tests.fakes.fixtures_valkey", "tests.fakes.office", "tests.fakes.unclosed", "tests.fakes.compiled",
                  "tests.fakes.stems"]  # fmt: skip


def pytest_addoption(parser: pytest.Parser) -> None:
    """Tests marked `one_database` are about what is said; what is stored is tried by others, on both."""
    parser.addoption("--all-databases", action="store_true", help="try those on PostgreSQL too")
    parser.addoption("--long", action="store_true", help="run also what takes long: whole products, kills, browsers, "
                     "other programs, every case, and on PostgreSQL what runs on SQLite too")  # fmt: skip


def pytest_configure(config: pytest.Config) -> None:
    """What takes long is left out unless it is asked for, by the option or by name."""
    named = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    here = not (named or config.option.long)
    config.option.leaves_long = getattr(config, "workerinput", {}).get("leaves_long", here)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """One of xdist's processes does not know how all were called, and is told."""
    node.workerinput["leaves_long"] = node.config.option.leaves_long


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
    """Leave out what the options would bring in; under xdist what takes longest begins first."""
    without = set[pytest.Item]()
    if not config.option.all_databases:
        without |= {item for item in items if item.get_closest_marker("one_database") and _is_on_postgresql(item)}
    if config.option.leaves_long:
        without |= {item for item in items if _takes_long(item)}
        without |= _cases_between([item for item in items if item not in without])
    config.hook.pytest_deselected(items=without)
    items[:] = [item for item in items if item not in without]
    if hasattr(config, "workerinput"):
        items[:] = _longest_first(items)


def _longest_first(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Module by module, those that start whole products before those of many tests, so that at the end no process works
    alone on one that takes minutes. Left to itself xdist begins with those of the most tests, which take the least."""
    modules = defaultdict[Path, list[pytest.Item]](list)
    for item in items:
        modules[item.path].append(item)

    def takes(module: Sequence[pytest.Item]) -> tuple[bool, float, int]:
        patience = module[0].get_closest_marker("timeout")
        return _starts_products(module[0]), patience.args[0] if patience else 0, len(module)

    return [item for module in sorted(modules.values(), key=takes, reverse=True) for item in module]


def _takes_long(item: pytest.Item) -> bool:
    place = item.path.relative_to(ROOT)
    if place.name in ALWAYS:
        return False
    on_a_second_database = _is_on_postgresql(item) and not place.is_relative_to(OF_DATABASES)
    return on_a_second_database or _starts_products(item) or _begins_programs(item)


def _begins_programs(item: pytest.Item) -> bool:
    fixtures = item.fixturenames if isinstance(item, pytest.Function) else ()
    return item.get_closest_marker("programs") is not None or not PROGRAMS.isdisjoint(fixtures)


def _cases_between(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Of one test's table of cases over servers and databases, all but the first, the middle and the last one."""
    tables = defaultdict[str, list[pytest.Item]](list)
    for item in items:
        place = item.path.relative_to(ROOT)
        if place.is_relative_to(OF_CASES) and not place.is_relative_to(OF_DATABASES):
            tables[item.nodeid.partition("[")[0]].append(item)
    kept = {table[at] for table in tables.values() for at in (0, len(table) // 2, -1)}
    return {case for table in tables.values() for case in table} - kept


def _starts_products(item: pytest.Item) -> bool:
    return any(item.path.relative_to(ROOT).is_relative_to(folder) for folder in LONG)


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
