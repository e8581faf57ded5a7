"""A minimal application for the stand-in to talk to, and the real SDK pointed at the stand-in."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from flask import Flask, Response, request
from twilio.http.http_client import TwilioHttpClient
from twilio.request_validator import RequestValidator
from twilio.rest import Client

from tests.fakes.serving import AppServer
from tests.fakes.twilio import AUTH_TOKEN, FakeTwilio

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)
PDF = b"%PDF-1.7\n" + bytes(64)


@dataclass
class Webhook:
    """What the application was told, and how it answers."""

    url: str = ""
    forms: list[dict[str, str]] = field(default_factory=list)
    callbacks: list[dict[str, str]] = field(default_factory=list)
    forged: int = 0
    media_requests: list[str] = field(default_factory=list)
    content_type: str = "text/xml"
    answer: str = "<Response/>"


def application(webhook: Webhook) -> Flask:
    app = Flask("webhook")
    validator = RequestValidator(AUTH_TOKEN)

    def genuine() -> bool:
        url = webhook.url + request.full_path.rstrip("?")
        return bool(validator.validate(url, request.form, request.headers["X-Twilio-Signature"]))

    @app.post("/webhooks/twilio/message")
    def message() -> Response:
        webhook.forged += not genuine()
        webhook.forms.append(request.form.to_dict())
        return Response(webhook.answer, mimetype=webhook.content_type)

    @app.post("/webhooks/twilio/status")
    def status() -> Response:
        webhook.forged += not genuine()
        webhook.callbacks.append({**request.form.to_dict(), "part": request.args.get("part", "")})
        return Response(status=204)

    @app.get("/media/<name>")  # Flask answers HEAD as well
    def media(name: str) -> Response:
        webhook.media_requests.append(request.method)
        content = {"empty.pdf": b"", "huge.png": PNG + bytes(5 * 1024 * 1024)}.get(name, PDF)
        kind = "text/html" if name == "page.html" else "image/png" if name.endswith(".png") else "application/pdf"
        return Response(content, mimetype=kind, headers={"Content-Disposition": f"inline; filename={name}"})

    return app


@pytest.fixture
def webhook() -> Iterator[Webhook]:
    told = Webhook()
    with AppServer(application(told)) as server:
        told.url = server.url
        yield told


@pytest.fixture
def twilio(webhook: Webhook) -> Iterator[FakeTwilio]:
    with FakeTwilio(webhook.url) as fake:
        yield fake


class RedirectedHttpClient(TwilioHttpClient):
    """Sends what is meant for Twilio's hosts to the stand-in."""

    def __init__(self, url: str) -> None:
        super().__init__(timeout=5)
        self._url = url

    def request(self, method, url, *args, **kwargs):
        return super().request(method, self._url + url[url.index("/", 8) :], *args, **kwargs)


@pytest.fixture
def client(twilio: FakeTwilio) -> Iterator[Client]:
    http_client = RedirectedHttpClient(twilio.url)
    yield Client(twilio.stand_in.account.sid, AUTH_TOKEN, http_client=http_client)
    http_client.session.close()
