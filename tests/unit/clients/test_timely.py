"""Servers that answer and never come to an end, and connections that stand too late."""

import socket
import time
from collections.abc import Callable

import pytest

from bot.clients import twilio_api, twilio_media, twilio_wire
from bot.clients.http import call_api
from bot.clients.twilio_media import TwilioMedia
from bot.config import Settings
from bot.errors import PermanentError, ProviderTimeout, TransientError
from tests.fakes.dripping import dripping
from tests.fakes.product import make_settings

ENDLESS = {
    "status": (b"HTTP/1.1 201 ", b"o"),
    "headers": (b"HTTP/1.1 201 Created\r\nX-Long: ", b"a"),
    "header after header": (b"HTTP/1.1 201 Created\r\n", b"X: a\r\n"),
    "to be continued": (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "body": (b"HTTP/1.1 201 Created\r\nContent-Length: 100000\r\n\r\n{", b" "),
}


def create(url: str) -> object:
    client = twilio_api.client_of(make_settings(twilio_api_url=url))
    return twilio_api.create(client.api.v2010, "/Accounts/AC1/Messages.json", {"Body": "Bonjour"})


def call(url: str) -> object:
    return call_api("POST", url, who="it", timeout_s=0.2, data=b"{}")


def forget(url: str) -> object:
    settings = make_settings(twilio_api_url=url)
    TwilioMedia(settings).delete(media_of(settings))
    return None


def media_of(settings: Settings) -> str:
    account = f"https://api.twilio.com/2010-04-01/Accounts/{settings.twilio_account_sid}"
    return f"{account}/Messages/MM{'1' * 32}/Media/ME{'1' * 32}"


@pytest.mark.parametrize("endless", ENDLESS)
@pytest.mark.parametrize("ask", [create, call, forget])
def test_an_answer_without_an_end_is_waited_for_no_longer_than_a_silence(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[str], object], endless: str
) -> None:
    monkeypatch.setattr(twilio_wire, "ANSWER_TIMEOUT_S", 0.2)
    monkeypatch.setattr(twilio_media, "DELETE_TIMEOUT_S", 0.2)
    with dripping(*ENDLESS[endless]) as url, pytest.raises((ProviderTimeout, TransientError)) as failed:
        ask(url.removesuffix("/v1"))
    assert isinstance(failed.value, ProviderTimeout) or ask is not create


ASTRAY = b"HTTP/1.1 302 Found\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n"


def fetch_media(url: str) -> object:
    settings = make_settings(twilio_api_url=url)
    return TwilioMedia(settings).fetch(media_of(settings), max_bytes=1_000)


@pytest.mark.parametrize("ask", [call, forget, fetch_media])
def test_a_redirect_to_what_is_no_address_is_a_failure_with_a_name(ask: Callable[[str], object]) -> None:
    with dripping(ASTRAY) as url, pytest.raises(PermanentError):
        ask(url.removesuffix("/v1"))


def test_a_message_that_was_sent_elsewhere_has_not_reached_twilio() -> None:
    with dripping(ASTRAY) as url, pytest.raises(TransientError):
        create(url.removesuffix("/v1"))


CUT = {
    "in its length": b"HTTP/1.1 201 Created\r\nContent-Length: 100\r\n\r\n{",
    "in a piece": b"HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
    "in what it was packed in": b"HTTP/1.1 201 Created\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
}


@pytest.mark.parametrize("cut", CUT)
def test_of_a_message_whose_answer_is_half_an_answer_nobody_knows(monkeypatch: pytest.MonkeyPatch, cut: str) -> None:
    monkeypatch.setattr(twilio_wire, "ANSWER_TIMEOUT_S", 0.2)
    with dripping(CUT[cut]) as url, pytest.raises(ProviderTimeout):
        create(url.removesuffix("/v1"))


def test_an_answer_deeper_than_any_is_none_of_twilios() -> None:
    deep = b"[" * 100_000
    answer = b"HTTP/1.1 201 Created\r\nContent-Length: %d\r\n\r\n%b" % (len(deep), deep)
    with dripping(answer) as url, pytest.raises(ProviderTimeout):
        create(url.removesuffix("/v1"))


def test_a_request_to_twilio_leaves_soon_or_never(monkeypatch: pytest.MonkeyPatch) -> None:
    ask_names = socket.getaddrinfo

    def slowly(*args: object, **options: object) -> object:
        time.sleep(0.1)
        return ask_names(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", slowly)
    monkeypatch.setattr(twilio_wire, "LEAVES_WITHIN_S", 0.05)
    with dripping(b"HTTP/1.1 201 Created\r\nContent-Length: 14\r\n\r\n" + b'{"sid": "SM1"}') as url:
        with pytest.raises(TransientError, match="no connection"):
            create(url.removesuffix("/v1"))
        monkeypatch.setattr(twilio_wire, "LEAVES_WITHIN_S", 1.0)
        assert create(url.removesuffix("/v1"))


@pytest.mark.parametrize("ask", [create, call, forget, fetch_media])
def test_a_proxy_of_the_machine_hears_nothing_of_what_providers_are_told(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[str], object]
) -> None:
    """It would read keys and what people write; nor does one that is gone keep anything from leaving."""
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    answer = b"200 OK\r\nContent-Type: image/png\r\nContent-Length: 2\r\n\r\n{}"
    with dripping(b"HTTP/1.1 " + (b"204 No Content\r\n\r\n" if ask is forget else answer)) as url:
        ask(url.removesuffix("/v1"))
