"""Who may call what. Every blueprint is registered through `register` with an explicit guard, "public" included."""

import hmac
from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, request
from twilio.request_validator import RequestValidator
from werkzeug.routing import RequestRedirect

from bot.clients.payments import PaymentProvider
from bot.clock import Clock
from bot.config import LOOPBACK, Settings
from bot.web import hooks

Guard = Callable[[], Response | None]
GUARDS_KEY = "palabre.guards"


def register(app: Flask, blueprint: Blueprint, guard: Guard) -> None:
    """Register a blueprint behind a guard: the guard's answer, if any, is given instead of the view's."""
    blueprint.before_request(guard)
    app.register_blueprint(blueprint)
    app.extensions.setdefault(GUARDS_KEY, {})[blueprint.name] = guard


def well_formed() -> Response | None:
    """Before every guard, for every path: an address whose query is no text is refused, and one with a slash too many
    leads to our own path, never to the host that the caller names."""
    try:
        request.query_string.decode()
    except UnicodeDecodeError:
        return Response(status=400)
    if isinstance(moved := request.routing_exception, RequestRedirect):
        here = urlsplit(moved.new_url)._replace(scheme="", netloc="").geturl()
        return Response(status=moved.code, headers={"Location": here})
    return None


def public() -> None:
    """Anybody may call this; what it shows is harmless or guarded by the link itself."""


def forbidden() -> Response:
    """403, with nothing to learn from it."""
    return Response(status=403)


def twilio_only(settings: Settings) -> hooks.Guard:
    """The request carries Twilio's signature over our public address and every field.

    The address is built from PUBLIC_URL: nothing the caller says about the host is believed. The current token and,
    while they are rotated, the previous one are accepted.
    """
    tokens = [settings.twilio_auth_token, settings.twilio_auth_token_previous]
    validators = [RequestValidator(token.get_secret_value()) for token in tokens if token]
    base = settings.public_url

    def guard(place: str, fields: Mapping[str, str], signature: str) -> bool:
        return any(is_signed(validator, base + place, fields, signature) for validator in validators)

    return guard


def is_signed(validator: RequestValidator, url: str, fields: Mapping[str, str], signature: str) -> bool:
    """Whether the signature is that of this request. The address as it stands is tried first, without the validator,
    which takes six times as long and also tries it with and without its port: nearly all that comes is genuine."""
    text = url + "".join([name + fields[name] for name in sorted(fields)])
    expected = b64encode(hmac.digest(validator.token, text.encode(), "sha1"))
    return hmac.compare_digest(expected, signature.encode()) or bool(validator.validate(url, fields, signature))


def payment_provider_only(providers: Mapping[str, PaymentProvider], clock: Clock) -> Guard:
    """The provider that the path names has signed the raw body, not long ago where it says when. 404 for one that is
    not set up here: nothing tells whether it could be."""

    def guard() -> Response | None:
        provider = providers.get((request.view_args or {}).get("name", ""))
        if provider is None:
            return Response(status=404)
        signed = provider.is_signed(request.headers.get, request.get_data(), clock.now())
        return None if signed else forbidden()

    return guard


def metrics_token(settings: Settings) -> Guard:
    """A Bearer token, METRICS_TOKEN; without one set nobody may look in production."""
    expected = f"Bearer {settings.metrics_token.get_secret_value()}" if settings.metrics_token else ""

    def guard() -> Response | None:
        if not expected:
            return forbidden() if settings.is_production else None
        given = request.headers.get("Authorization", "")
        return None if hmac.compare_digest(given.encode(), expected.encode()) else forbidden()

    return guard


def development_only(settings: Settings) -> Guard:
    """Only on a developer's machine, called by one of its own names (no rebinding of other names)."""

    def guard() -> Response | None:
        host = urlsplit(f"//{request.host}").hostname
        return forbidden() if settings.is_production or host not in LOOPBACK else None

    return guard


def describe(app: Flask) -> dict[str, Any]:
    """The guard of every registered blueprint, by name."""
    return dict(app.extensions.get(GUARDS_KEY, {}))
