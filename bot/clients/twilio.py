"""Twilio's API by its own SDK. Sending raises errors that tell apart "surely not sent" and "unknown"."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import requests
from twilio.base.exceptions import TwilioRestException
from twilio.http.http_client import TwilioHttpClient
from twilio.http.response import Response
from twilio.rest import Client, api, messaging  # noqa: F401 - loaded now, not by the first message

from bot.config import Settings
from bot.errors import AuthError, PermanentError, ProviderError, ProviderTimeout, TransientError
from bot.types import Channel

CONNECT_TIMEOUT_S, ANSWER_TIMEOUT_S = 3.0, 7.0
HTTP_TIMEOUT_S = CONNECT_TIMEOUT_S + ANSWER_TIMEOUT_S  # after so long a request has reached Twilio or never will
TOO_MANY_REQUESTS = 20429  # never processed: always safe to repeat


@dataclass(frozen=True, slots=True)
class SentMessage:
    """A message as Twilio's log shows it."""

    sid: str
    status: str
    to: str
    body: str
    has_media: bool
    error_code: int | None


@dataclass(frozen=True, slots=True)
class ReceivedMessage:
    """An inbound message as Twilio's log shows it."""

    sid: str
    sender: str
    recipient: str
    body: str
    has_media: bool


class RebasedHttpClient(TwilioHttpClient):  # type: ignore[misc]
    """Sends every request to one base address, paths unchanged: for tests and the simulator."""

    def __init__(self, base_url: str | None) -> None:
        super().__init__()
        self.timeout = (CONNECT_TIMEOUT_S, ANSWER_TIMEOUT_S)  # one number would be given to each of the two
        self._base = urlsplit(base_url) if base_url else None
        self.session.trust_env = False

    def request(self, method: str, url: str, *args: Any, **options: Any) -> Response:
        if self._base:
            parts = urlsplit(url)
            url = urlunsplit((self._base.scheme, self._base.netloc, parts.path, parts.query, ""))
        return super().request(method, url, *args, **options)


class TwilioMessenger:
    """The few calls we make. One instance a process; safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._client = Client(
            settings.twilio_account_sid,
            settings.twilio_auth_token.get_secret_value(),
            http_client=RebasedHttpClient(settings.twilio_api_url),
        )

    def send(self, *, to: str, channel: Channel, body: str, media_url: str | None, callback_url: str) -> str:
        """Create one message and return its Sid.

        Raises TransientError when Twilio surely did not take it (too many requests, no connection),
        ProviderTimeout when nobody can know (no answer, 5xx), PermanentError or AuthError when it refused.
        """
        fields: dict[str, Any] = {"to": to, "status_callback": callback_url, **self._sender(channel)}
        if body:
            fields["body"] = body
        if media_url:
            fields["media_url"] = [media_url]
        try:
            return str(self._client.messages.create(**fields).sid)
        except (TwilioRestException, requests.RequestException) as error:
            raise send_failure(error) from error

    def sent_between(self, to: str, start: datetime, end: datetime) -> list[SentMessage]:
        """Outbound messages to an address in Twilio's log, newest first. Raises ProviderError."""
        try:
            found = self._client.messages.list(to=to, date_sent_after=start, date_sent_before=end, limit=200)
        except (TwilioRestException, requests.RequestException) as error:
            raise read_failure(error) from error
        return [_sent(message) for message in found if str(message.direction).startswith("outbound")]

    def received_since(self, recipient: str, start: datetime) -> list[ReceivedMessage]:
        """Inbound messages to one of our numbers since `start`. Raises ProviderError."""
        try:
            found = self._client.messages.list(to=recipient, date_sent_after=start, limit=1000)
        except (TwilioRestException, requests.RequestException) as error:
            raise read_failure(error) from error
        return [
            ReceivedMessage(str(m.sid), str(m.from_), str(m.to), m.body or "", _has_media(m))
            for m in found
            if m.direction == "inbound"
        ]

    def fetch(self, sid: str) -> SentMessage:
        """One message by its Sid. Raises ProviderError."""
        try:
            return _sent(self._client.messages(sid).fetch())
        except (TwilioRestException, requests.RequestException) as error:
            raise read_failure(error) from error

    def show_typing(self, message_sid: str) -> None:
        """Show the typing indicator in answer to a WhatsApp message (25 s at most). Raises ProviderError."""
        try:
            self._client.messaging.v2.typing_indicator.create(channel="whatsapp", message_id=message_sid)
        except (TwilioRestException, requests.RequestException) as error:
            raise read_failure(error) from error

    def _sender(self, channel: Channel) -> dict[str, str]:
        number = self._settings.twilio_whatsapp_from if channel == Channel.WHATSAPP else self._settings.twilio_sms_from
        if number:
            return {"from_": number}
        if self._settings.twilio_messaging_service_sid:
            return {"messaging_service_sid": self._settings.twilio_messaging_service_sid}
        raise PermanentError(f"no sender is configured for {channel}")


def _sent(message: Any) -> SentMessage:
    return SentMessage(
        sid=str(message.sid),
        status=str(message.status),
        to=str(message.to),
        body=message.body or "",
        has_media=_has_media(message),
        error_code=int(message.error_code) if message.error_code else None,
    )


def _has_media(message: Any) -> bool:
    return str(message.num_media or "0") != "0"


def send_failure(error: Exception) -> ProviderError:
    """What a failed create call means for the message."""
    if isinstance(error, TwilioRestException):
        if error.code == TOO_MANY_REQUESTS or error.status == 429:
            return TransientError("Twilio is busy", code=error.code)
        if error.status >= 500:
            return ProviderTimeout("Twilio failed", code=error.code)
        if error.status in (401, 403):
            return AuthError("Twilio refused our credentials", code=error.code)
        return PermanentError("Twilio refused the message", code=error.code)
    if isinstance(error, requests.ConnectTimeout) or _never_connected(error):
        return TransientError("no connection to Twilio")
    return ProviderTimeout("no answer from Twilio")


def read_failure(error: Exception) -> ProviderError:
    """What a failed read means: nothing happened, so anything but a refusal may be tried again."""
    failure = send_failure(error)
    return TransientError(str(failure), code=failure.code) if isinstance(failure, ProviderTimeout) else failure


def _never_connected(error: Exception) -> bool:
    reason = getattr(error.args[0], "reason", None) if error.args else None
    return type(reason).__name__ in ("NewConnectionError", "ConnectTimeoutError", "NameResolutionError")
