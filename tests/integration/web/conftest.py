"""The application with a database of each kind and a Valkey."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.dao.database import Database
from tests.fakes.product import make_settings
from tests.fakes.valkey import Valkey
from tests.integration.web.webhook import BASE, Web


@pytest.fixture
def web(database: Database, valkey: Valkey, tmp_path: Path) -> Iterator[Web]:
    made = Web(
        database,
        make_settings(
            environment="production",
            public_url=BASE,
            redis_url=valkey.url,
            storage_url=f"file://{tmp_path}/f",
            twilio_auth_token_previous="b" * 32,
        ),
    )
    yield made
    made.wake.close()
