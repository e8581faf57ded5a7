"""Fixtures every test may use: real servers, settings that point at them, empty databases."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.config import Settings
from bot.dao.database import Database
from tests.fakes.keys import migrate, open_database, tables_of_rows
from tests.fakes.postgres import Postgres
from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, SMS_NUMBER, WHATSAPP_NUMBER

pytest_plugins = ["tests.fakes.fixtures_valkey", "tests.fakes.office"]


def make_settings(**overrides: Any) -> Settings:
    """Valid settings for a test, whatever the environment says."""
    values = {
        "environment": "development",
        "secret_key": "a-key-for-tests-and-nothing-else",
        "twilio_account_sid": ACCOUNT_SID,
        "twilio_auth_token": AUTH_TOKEN,
        "twilio_whatsapp_from": WHATSAPP_NUMBER,
        "twilio_sms_from": SMS_NUMBER,
        "openai_api_key": "sk-for-tests-and-nothing-else",
    }
    return Settings(_env_file=None, **(values | overrides))


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
