"""Twilio as a messenger. Sending raises errors that tell apart "surely not sent" and "unknown"."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from twilio.base import serialize
from twilio.base.domain import Domain
from twilio.base.version import Version

from bot.clients.twilio_api import Answer, client_of, create, fetch, listing
from bot.config import Settings
from bot.errors import PermanentError, ProviderTimeout
from bot.types import Channel


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


class TwilioMessenger:
    """The few calls we make. One instance a process; safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        client = client_of(settings)
        self._http = client.http_client.session
        self._settings = settings
        self._messages = f"/Accounts/{settings.twilio_account_sid}/Messages"
        self._api = Version(Domain(client, "https://api.twilio.com"), "2010-04-01")
        self._messaging = Version(Domain(client, "https://messaging.twilio.com"), "v2")

    def send(self, *, to: str, channel: Channel, body: str, media_url: str | None, callback_url: str) -> str:
        """Create one message and return its Sid.

        Raises TransientError when Twilio surely did not take it (too many requests, no connection),
        ProviderTimeout when nobody can know (no answer, 5xx), PermanentError or AuthError when it refused.
        """
        fields = {"To": to, "StatusCallback": callback_url, **self._sender(channel)}
        if body:
            fields["Body"] = body
        if media_url:
            fields["MediaUrl"] = media_url
        sid = create(self._api, f"{self._messages}.json", fields).get("sid")
        if not sid:
            raise ProviderTimeout("Twilio's answer has no Sid")
        return str(sid)

    def sent_between(self, to: str, start: datetime, end: datetime) -> list[SentMessage]:
        """Outbound messages to an address in Twilio's log, newest first. Raises ProviderError."""
        found = self._log(200, {"To": to, "DateSent>": _instant(start), "DateSent<": _instant(end)})
        return [_sent(message) for message in found if str(message["direction"]).startswith("outbound")]

    def received_since(self, recipient: str, start: datetime) -> list[ReceivedMessage]:
        """Inbound messages to one of our numbers since `start`. Raises ProviderError."""
        found = self._log(1000, {"To": recipient, "DateSent>": _instant(start)})
        return [_received(message) for message in found if message["direction"] == "inbound"]

    def fetch(self, sid: str) -> SentMessage:
        """One message by its Sid. Raises ProviderError."""
        return _sent(fetch(self._api, f"{self._messages}/{sid}.json"))

    def show_typing(self, message_sid: str) -> None:
        """Show the typing indicator in answer to a WhatsApp message (25 s at most). Raises ProviderError."""
        create(self._messaging, "/Indicators/Typing.json", {"channel": "whatsapp", "messageId": message_sid})

    def close(self) -> None:
        """Give its connections back."""
        self._http.close()

    def _log(self, limit: int, params: dict[str, str]) -> Iterable[Answer]:
        return listing(self._api, f"{self._messages}.json", "messages", params, limit)

    def _sender(self, channel: Channel) -> dict[str, str]:
        number = self._settings.twilio_whatsapp_from if channel == Channel.WHATSAPP else self._settings.twilio_sms_from
        if number:
            return {"From": number}
        if self._settings.twilio_messaging_service_sid:
            return {"MessagingServiceSid": self._settings.twilio_messaging_service_sid}
        raise PermanentError(f"no sender is configured for {channel}")


def _instant(moment: datetime) -> str:
    return str(serialize.iso8601_datetime(moment))


def _sent(message: Answer) -> SentMessage:
    code = message["error_code"]
    return SentMessage(
        sid=str(message["sid"]),
        status=str(message["status"]),
        to=str(message["to"]),
        body=str(message["body"] or ""),
        has_media=_has_media(message),
        error_code=int(str(code)) if code else None,
    )


def _received(message: Answer) -> ReceivedMessage:
    sender, recipient, body = (str(message[key] or "") for key in ("from", "to", "body"))
    return ReceivedMessage(str(message["sid"]), sender, recipient, body, _has_media(message))


def _has_media(message: Answer) -> bool:
    return str(message["num_media"] or "0") != "0"
