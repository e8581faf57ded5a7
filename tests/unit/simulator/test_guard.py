"""The phone lets anybody speak as anybody: it must never run in production."""

import pytest

from bot.config import Settings
from bot.dao.database import Database
from bot.errors import ConfigurationError
from bot.simulator.blueprint import phone_blueprints

SETTINGS = {
    "secret_key": "k" * 40,
    "public_url": "https://palabre.ci",
    "twilio_account_sid": "AC" + "0" * 32,
    "twilio_auth_token": "f" * 32,
    "twilio_sms_from": "+33644600000",
    "openai_api_key": "k" * 40,
}
OWN = SETTINGS | {"public_url": "http://127.0.0.1:8000"}


@pytest.fixture
def database(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'palabre.db'}")
    yield database
    database.close()


def test_the_phone_refuses_to_start_in_production(database, tmp_path):
    settings = Settings(_env_file=None, environment="production", storage_url=f"file://{tmp_path}/files", **SETTINGS)
    with pytest.raises(ConfigurationError, match="production"):
        phone_blueprints(settings, database)


def test_the_phone_comes_with_the_stand_in_in_development(database, tmp_path):
    settings = Settings(_env_file=None, environment="development", storage_url=f"file://{tmp_path}/files", **OWN)
    assert [blueprint.name for blueprint in phone_blueprints(settings, database)] == ["phone", "twilio_stand_in"]
