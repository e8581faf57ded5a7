"""The phone lets anybody speak as anybody: it must never run in production."""

from contextlib import ExitStack

import pytest

from bot.app import create_app, make_clients
from bot.config import Settings
from bot.dao.database import Database
from bot.development import create_development_app
from bot.errors import ConfigurationError
from bot.simulator.blueprint import phone_blueprints
from bot.simulator.mails import keep

SETTINGS = {
    "secret_key": "k" * 40,
    "twilio_account_sid": "AC" + "0" * 32,
    "twilio_auth_token": "f" * 32,
    "twilio_sms_from": "+33644600000",
    "openai_api_key": "k" * 40,
}
ADDRESS = {"production": "https://palabre.ci", "development": "http://127.0.0.1:8000"}


@pytest.fixture
def settings_of(tmp_path):
    """Makes the settings of an environment, with nothing of what `make run` has left in this folder."""

    def made(environment):
        places = {"database_url": f"sqlite:///{tmp_path}/palabre.db", "storage_url": f"file://{tmp_path}/files"}
        return Settings(_env_file=None, environment=environment, public_url=ADDRESS[environment], **places, **SETTINGS)

    return made


@pytest.fixture
def database(tmp_path):
    database = Database(f"sqlite:///{tmp_path / 'palabre.db'}")
    yield database
    database.close()


@pytest.fixture
def clients_of():
    """Makes the clients of settings, and closes what they hold."""
    with ExitStack() as open_ones:

        def made(settings):
            clients = make_clients(settings)
            open_ones.callback(clients.database.close)
            return clients

        yield made


def test_the_phone_refuses_to_start_in_production(settings_of, database):
    settings = settings_of("production")
    with pytest.raises(ConfigurationError, match="production"):
        phone_blueprints(settings, database)


def test_what_production_serves_shows_no_mail(settings_of, clients_of, tmp_path):
    settings = settings_of("production")
    keep(tmp_path / "mails", b"Subject: Secret\n\nSecret\n")
    app = create_app(settings, clients_of(settings))
    assert not [rule for rule in app.url_map.iter_rules() if "mails" in rule.rule]
    assert app.test_client().get("/phone/mails", base_url="http://127.0.0.1").status_code == 404
    with pytest.raises(ConfigurationError, match="production"):
        create_development_app(settings, clients_of(settings))


def test_in_development_the_mails_are_for_this_machine_alone(settings_of, clients_of, tmp_path):
    settings = settings_of("development")
    keep(tmp_path / "mails", b"Subject: Bonjour\n\nTexte\n")
    page = create_development_app(settings, clients_of(settings)).test_client()
    assert [mail["subject"] for mail in page.get("/phone/mails", base_url="http://127.0.0.1").json["mails"]] == [
        "Bonjour"
    ]
    assert page.get("/phone/mails", base_url="http://evil.example").status_code == 403


def test_only_on_a_development_machine_somebody_watches_the_runs_of_others(settings_of, clients_of):
    path = "/phone/stream?number=%2B2250700000001"
    settings = settings_of("development")
    page = create_development_app(settings, clients_of(settings)).test_client()
    assert page.get(path, base_url="http://evil.example").status_code == 403
    assert page.get("/phone/stream?number=x", base_url="http://127.0.0.1").status_code == 400
    settings = settings_of("production")
    app = create_app(settings, clients_of(settings))
    assert not [rule for rule in app.url_map.iter_rules() if "stream" in rule.rule]
    assert app.test_client().get(path, base_url="http://127.0.0.1").status_code == 404


def test_the_phone_comes_with_the_stand_in_in_development(settings_of, database):
    settings = settings_of("development")
    assert [blueprint.name for blueprint in phone_blueprints(settings, database)] == [
        "entrance", "phone", "twilio_stand_in",
    ]  # fmt: skip


@pytest.mark.parametrize("path", ["/", "/phone/"])
def test_an_address_without_its_end_leads_to_the_phone(clients_of, settings_of, path):
    settings = settings_of("development")
    page = create_development_app(settings, clients_of(settings)).test_client()
    answer = page.get(path, base_url="http://127.0.0.1")
    assert (answer.status_code, answer.location) == (302, "/phone")
    assert page.get(path, base_url="http://evil.example").status_code == 403
