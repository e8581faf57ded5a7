"""The product as tests build it, in one place: the settings of this process, the environment of others, and the web
application with what it is made of. Only base URLs differ from production."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from flask import Flask
from pydantic_settings import PydanticBaseSettingsSource

from bot.app import Clients, create_app
from bot.clients.storage import FolderStore
from bot.clock import Clock, SystemClock
from bot.config import Settings
from bot.dao.database import Database
from bot.obs.metrics import Metrics
from bot.queue.policy import job_policies
from bot.queue.wake import WakeQueue
from tests.fakes.keys import SECRET
from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, SMS_NUMBER, WHATSAPP_NUMBER

_ALWAYS = {
    "environment": "development",
    "secret_key": SECRET,
    "twilio_account_sid": ACCOUNT_SID,
    "twilio_auth_token": AUTH_TOKEN,
    "twilio_whatsapp_from": WHATSAPP_NUMBER,
    "twilio_sms_from": SMS_NUMBER,
    "openai_api_key": "sk-for-tests-and-nothing-else",
}


class _Given(Settings):
    """Read from nowhere: looking for each of a hundred names in the environment took longer than everything else."""

    @classmethod
    def settings_customise_sources(
        cls, *_: object, init_settings: PydanticBaseSettingsSource, **_others: object
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return (init_settings,)


def make_settings(**overrides: Any) -> Settings:
    """Valid settings for a test, whatever the environment says."""
    return _Given(**(_ALWAYS | overrides))


def environment(**overrides: str) -> dict[str, str]:
    """The same for a process: names as in .env.example, each overridden by its name in either case."""
    given = {name.upper(): value for name, value in overrides.items()}
    return {name.upper(): value for name, value in _ALWAYS.items()} | given


@dataclass(frozen=True)
class Web:
    """The web application in this process, and what it is made of. The database is the test's own."""

    settings: Settings
    database: Database
    store: FolderStore
    wake: WakeQueue
    clients: Clients
    app: Flask


def open_web(
    settings: Settings,
    database: Database,
    clock: Clock | None = None,
    create: Callable[[Settings, Clients], Flask] = create_app,
) -> Web:
    """Compose it as bot.app does, around a test's database and clock."""
    wake = WakeQueue(settings.redis_url, job_policies(settings.turn_timeout_s))
    store = FolderStore(settings.storage_folder)
    clients = Clients(database, wake, store, clock or SystemClock(), Metrics())
    return Web(settings, database, store, wake, clients, create(settings, clients))
