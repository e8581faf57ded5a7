"""The payment page of a development machine: its buttons, its webhooks, and where it is not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from bot.development import create_development_app
from bot.errors import ConfigurationError
from bot.services.money.providers import DEMO_PATH, demo_key
from tests.fakes.keys import migrate, open_database
from tests.fakes.product import make_settings, open_web

ORDER = {
    "amount": "1000", "currency": "XOF", "client_reference": "PAL1",
    "success_url": "http://127.0.0.1:8000/payments/back", "error_url": "http://127.0.0.1:8000/payments/back",
}  # fmt: skip
SESSIONS = f"{DEMO_PATH}/v1/checkout/sessions"
FRENCH = {"Accept-Language": "fr"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    with opened(tmp_path, payment_provider="demo") as made:
        yield made


class opened:
    """A development application with settings of one's own."""

    def __init__(self, folder: Path, **overrides: str) -> None:
        self.settings = make_settings(
            redis_url="redis://127.0.0.1:9/0", storage_url=f"file://{folder}/files", **overrides
        )
        self.database = open_database(f"sqlite:///{folder}/palabre.db")

    def __enter__(self) -> FlaskClient:
        migrate(self.database)
        self.web = open_web(self.settings, self.database, create=create_development_app)
        return self.web.app.test_client()

    def __exit__(self, *_exception: object) -> None:
        self.web.wake.close()
        self.database.close()


def key() -> dict[str, str]:
    return {"Authorization": f"Bearer {demo_key(make_settings(payment_provider='demo'))}"}


def make_session(client: FlaskClient) -> str:
    """Its page, as a path."""
    answer = client.post(SESSIONS, json=ORDER, headers=key())
    assert answer.status_code == 200, answer.text
    assert answer.json
    return str(answer.json["wave_launch_url"]).removeprefix("http://127.0.0.1:8000")


def test_only_our_own_key_opens_sessions(client: FlaskClient) -> None:
    for headers in ({}, {"Authorization": "Bearer "}, {"Authorization": "Bearer demo"}):
        assert client.post(SESSIONS, json=ORDER, headers=headers).status_code == 401
    assert make_session(client)


@pytest.mark.parametrize(
    "wrong",
    [{"amount": 1000}, {"amount": "1000.00"}, {"amount": "0"}, {"currency": "EUR"}, {"success_url": "javascript:1"}],
)
def test_an_order_that_wave_would_not_take_is_refused(client: FlaskClient, wrong: dict[str, object]) -> None:
    assert client.post(SESSIONS, json={**ORDER, **wrong}, headers=key()).status_code == 400


def test_the_page_says_what_is_paid_and_lets_nothing_run(client: FlaskClient) -> None:
    answer = client.get(make_session(client), headers=FRENCH)
    assert "1\u00a0000\u00a0FCFA" in answer.text
    assert "<script" not in answer.text
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_a_refusal_may_be_followed_by_a_payment_and_a_payment_by_nothing(client: FlaskClient) -> None:
    page = make_session(client)
    for wish, shown in (("refuse", "refusé"), ("pay", "Paiement effectué"), ("refuse", "Paiement effectué")):
        assert client.post(page, data={"do": wish}).status_code == 303
        assert shown in client.get(page, headers=FRENCH).text


def test_nonsense_on_the_page_does_nothing(client: FlaskClient) -> None:
    page = make_session(client)
    assert client.post(page, data={"do": "steal"}).status_code == 400
    assert client.post(f"{DEMO_PATH}/c/cos-nobody", data={"do": "pay"}).status_code == 404
    assert client.get(f"{DEMO_PATH}/c/<script>").status_code == 404


def test_another_site_that_calls_itself_this_machine_is_refused(client: FlaskClient) -> None:
    assert client.get(make_session(client), headers={"Host": "evil.example"}).status_code == 403


def test_without_the_demonstration_there_is_no_such_page(tmp_path: Path) -> None:
    with opened(tmp_path) as client:
        assert client.get(f"{DEMO_PATH}/c/x").status_code == 404
        assert client.post(SESSIONS, json=ORDER, headers=key()).status_code == 404


def test_the_demonstration_refuses_production() -> None:
    with pytest.raises((ConfigurationError, ValueError), match="PAYMENT_PROVIDER"):
        make_settings(
            payment_provider="demo", environment="production", secret_key="k3Jd82hdkWm49skLpQ02mzxn",
            public_url="https://p.ci", openai_api_key="sk-9f8e7d6c5b4a39281706",
        )  # fmt: skip
