"""Twilio as a messenger. Sending raises errors that tell apart "surely not sent" and "unknown"."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from twilio.base import serialize
from twilio.base.domain import Domain

from bot.clients.twilio_api import Answer, Api, as_documented, client_of, create, fetch, listing
from bot.clients.twilio_clock import SLACK, TwilioClock
from bot.config import Settings
from bot.errors import PermanentError, ProviderTimeout
from bot.types import Channel

API = "https://api.twilio.com"
MOST_MEDIA = 10
MOST_RECEIVED = 20_000  # by everybody within half an hour, with what went out where the log tells no numbers apart


@dataclass(frozen=True, slots=True)
class Content:
    """A template of the Content API, filled in: it takes the place of text and media."""

    sid: str
    variables: Mapping[str, str]


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


@dataclass(frozen=True, slots=True)
class ReceivedMedia:
    """One attachment of an inbound message, as Twilio's log shows it; Basic auth opens `url`."""

    url: str
    content_type: str


class TwilioMessenger:
    """The few calls we make. One instance a process; safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self._clock = TwilioClock()
        client = client_of(settings, self._clock.note)
        self._http = client.http_client
        self._settings = settings
        self._messages = f"/Accounts/{settings.twilio_account_sid}/Messages"
        self._api = Api(Domain(client, API), "2010-04-01")
        self._messaging = Api(Domain(client, "https://messaging.twilio.com"), "v2")

    @property
    def account(self) -> str:
        """Whose messages these are."""
        return self._settings.twilio_account_sid

    def send(
        self,
        *,
        to: str,
        channel: str,
        body: str,
        media_url: str | None,
        callback_url: str,
        content: Content | None = None,
    ) -> str:
        """Create one message and return its Sid.

        Raises TransientError when Twilio surely did not take it (too many requests, no connection),
        ProviderTimeout when nobody can know (no answer, 5xx), PermanentError or AuthError when it refused.
        """
        fields = {"To": to, "StatusCallback": callback_url, **self._sender(channel)}
        if content:
            fields["ContentSid"] = content.sid
            if content.variables:
                fields["ContentVariables"] = json.dumps(content.variables)
        elif body:
            fields["Body"] = body
        if media_url and not content:
            fields["MediaUrl"] = media_url
        sid = create(self._api, f"{self._messages}.json", fields).get("sid")
        if not sid:
            raise ProviderTimeout("Twilio's answer has no Sid")
        return str(sid)

    @as_documented()
    def sent_between(self, to: str, start: datetime, end: datetime) -> list[SentMessage]:
        """Outbound messages to an address in Twilio's log between two moments of our clock, newest first. Raises
        ProviderError."""
        found = self._log(200, {"To": to}, {"DateSent>": start, "DateSent<": end})
        return [_sent(message) for message in found if str(message["direction"]).startswith("outbound")]

    @as_documented()
    def received_since(
        self, start: datetime, *, recipient: str | None = None, service_sid: str | None = None
    ) -> list[ReceivedMessage]:
        """Inbound messages since `start` by our clock, newest first: to one of our numbers, or by a messaging service,
        whose numbers we do not know and whose messages the log cannot be asked for alone. Raises ProviderError."""
        found = self._log(MOST_RECEIVED, {"To": recipient} if recipient else {}, {"DateSent>": start})
        return [
            _received(message)
            for message in found
            if message["direction"] == "inbound" and service_sid in (None, message.get("messaging_service_sid"))
        ]

    @as_documented()
    def media_of(self, sid: str) -> list[ReceivedMedia]:
        """The attachments of an inbound message. Raises ProviderError."""
        path = f"{self._messages}/{sid}/Media.json"
        found = listing(self._api, path, "media_list", {}, MOST_MEDIA)
        return [
            ReceivedMedia(f"{API}{str(media['uri']).removesuffix('.json')}", str(media["content_type"]))
            for media in found
        ]

    @as_documented()
    def fetch(self, sid: str) -> SentMessage:
        """One message by its Sid. Raises ProviderError."""
        return _sent(fetch(self._api, f"{self._messages}/{sid}.json"))

    def show_typing(self, message_sid: str) -> None:
        """Show the typing indicator in answer to a WhatsApp message (25 s at most). Raises ProviderError."""
        create(self._messaging, "/Indicators/Typing.json", {"channel": "whatsapp", "messageId": message_sid})

    def close(self) -> None:
        """Give its connections back."""
        self._http.close()

    def _log(self, limit: int, params: Mapping[str, str], moments: Mapping[str, datetime]) -> Iterable[Answer]:
        """What it shows within these moments of our clock, which it is asked for by its own."""

        def ask(ahead: timedelta) -> Iterable[Answer]:
            theirs = {name: _instant(moment + ahead) for name, moment in moments.items()}
            return listing(self._api, f"{self._messages}.json", "messages", {**params, **theirs}, limit)

        found = ask(ahead := self._clock.ahead)
        if abs(self._clock.ahead - ahead) > SLACK:  # one of the clocks has jumped, as this very answer shows
            found = ask(self._clock.ahead)
        return found

    def _sender(self, channel: str) -> dict[str, str]:
        settings = self._settings
        numbers = {Channel.WHATSAPP: settings.twilio_whatsapp_from, Channel.SMS: settings.twilio_sms_from}
        if number := numbers[Channel(channel)]:
            return {"From": number}
        if settings.twilio_messaging_service_sid:
            return {"MessagingServiceSid": settings.twilio_messaging_service_sid}
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
