"""The drawer's other half: what went over the wire between Twilio and the application, as it came and as it went."""

from typing import Any

from bot.simulator.forms import ERROR_MESSAGES, inbound_form
from bot.simulator.records import CallbackAttempt, Inbound, Sent
from bot.simulator.twilio import TwilioStandIn
from bot.simulator.uploads import address_of
from bot.simulator.view import conversation
from bot.simulator.wire import signature
from bot.types import Channel

ENTRIES = 12


def journal(stand_in: TwilioStandIn, number: str) -> list[dict[str, Any]]:
    """The newest messages of a person over both channels, newest first, each with its requests."""
    with stand_in.changed:
        found = [
            message
            for channel in Channel
            for message in conversation(stand_in.sent, stand_in.inbound, address_of(channel, number))[-ENTRIES:]
        ]
        found.sort(key=lambda message: message.created_at, reverse=True)
        return [_entry(stand_in, message) for message in found[:ENTRIES]]


def _entry(stand_in: TwilioStandIn, message: Sent | Inbound) -> dict[str, Any]:
    return {
        "sid": message.sid,
        "channel": message.channel.value,
        "received": isinstance(message, Inbound),
        "text": message.body,
        "at": message.created_at.isoformat(),
        "status": "" if isinstance(message, Inbound) else message.status,
        "requests": [_webhook(stand_in, message)] if isinstance(message, Inbound) else _created(stand_in, message),
    }


def _webhook(stand_in: TwilioStandIn, message: Inbound) -> dict[str, Any]:
    form = inbound_form(stand_in.account, message)
    return {
        "kind": "webhook",
        "url": stand_in.webhook_url,
        "at": message.created_at.isoformat(),
        "headers": {
            "X-Twilio-Signature": signature(stand_in.account, stand_in.webhook_url, form),
            "I-Twilio-Idempotency-Token": message.sid,
        },
        "form": form,
        "http_status": message.http_status,
        "problem": message.problem,
    }


def _created(stand_in: TwilioStandIn, message: Sent) -> list[dict[str, Any]]:
    """The call that made the message, then its status callbacks in the order they were posted."""
    code = message.error_code
    asked = {
        "To": message.to,
        "From": message.from_,
        "MessagingServiceSid": message.messaging_service_sid,
        "Body": message.body,
        "ContentSid": message.content_sid,
        "StatusCallback": message.status_callback,
    }
    media = {f"MediaUrl{number}": url for number, url in enumerate(message.media_urls)}
    create = {
        "kind": "create",
        "url": f"/2010-04-01/Accounts/{stand_in.account.sid}/Messages.json",
        "at": message.created_at.isoformat(),
        "headers": {},
        "form": {name: value for name, value in (asked | media).items() if value},
        "http_status": 201,
        "problem": f"{code} {ERROR_MESSAGES.get(code, '')}".strip() if code else "",
    }
    return [create, *(_callback(attempt) for attempt in message.callbacks)]


def _callback(attempt: CallbackAttempt) -> dict[str, Any]:
    return {
        "kind": "callback",
        "status": attempt.status,
        "url": attempt.url,
        "at": attempt.at.isoformat() if attempt.at else "",
        "headers": {},
        "form": dict(attempt.form),
        "http_status": attempt.http_status,
        "problem": "",
    }
