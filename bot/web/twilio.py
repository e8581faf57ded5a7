"""Twilio's webhooks. Each verifies, parses, writes once, wakes a worker and answers: milliseconds, whatever follows."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response, request

from bot.channels.inbound import parse
from bot.channels.message import Inbound
from bot.clock import Clock
from bot.config import Settings
from bot.dao import conversations
from bot.dao.database import Database
from bot.dao.together import Together
from bot.errors import WebhookRejected
from bot.obs.metrics import Metrics
from bot.queue.wake import WakeQueue
from bot.services.delivery import callbacks
from bot.services.files import Links

MOST_FIELDS = 120
NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

log = logging.getLogger(__name__)


def twilio_blueprint(
    settings: Settings, database: Database, wake: WakeQueue, links: Links, clock: Clock, metrics: Metrics
) -> Blueprint:
    """`POST /webhooks/twilio/message` and `POST /webhooks/twilio/status`."""
    blueprint = Blueprint("twilio", __name__, url_prefix="/webhooks/twilio")
    inbox = Together(partial(store, database))

    @blueprint.post("/message")
    def message() -> Response:
        """Form fields of a WhatsApp text: MessageSid=SM…, AccountSid=AC…, From=whatsapp:+2250700000000,
        To=whatsapp:+14155238886, Body=Bonjour, NumMedia=0, ProfileName=Awa, WaId=2250700000000 …"""
        if len(request.form) > MOST_FIELDS:
            raise WebhookRejected("too many fields")
        inbound = parse(dict(request.form.lists()), account_sid=settings.twilio_account_sid)
        stored = inbox.handle(row(inbound))
        if stored.to_wake:
            wake.wake_all("drain", stored.to_wake)
        metrics.inbound.labels(inbound.channel, "new" if stored.is_new else "duplicate").inc()
        return Response(NO_REPLY, mimetype="text/xml")

    @blueprint.post("/status")
    def status() -> Response:
        """`?part=7` with MessageSid=SM…, MessageStatus=delivered, ErrorCode=63016 …"""
        if request.form.get("AccountSid") != settings.twilio_account_sid:
            raise WebhookRejected("AccountSid is not ours")
        callback = callbacks.parse(request.args.get("part", ""), request.form)
        with database.write() as session:
            conversation = callbacks.apply(session, callback, clock.now(), links)
        metrics.parts.labels(callback.status[:16]).inc()
        if conversation:
            wake.wake("deliver", conversation)
        return Response(status=204)

    @blueprint.errorhandler(WebhookRejected)
    def rejected(error: WebhookRejected) -> Response:
        log.warning("a webhook was refused: %s", error)
        return Response(status=403)

    return blueprint


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a message. `to_wake` are the ids of conversations to wake a worker for: one of the requests that
    shared a transaction does it for all of them, the others have nothing left to wait for."""

    is_new: bool
    to_wake: Sequence[tuple[str]] = ()


def store(database: Database, rows: Sequence[dict[str, Any]]) -> list[Stored]:
    """Store messages in one transaction."""
    with database.write_connection() as connection:
        are_new = [conversations.insert_inbound(connection, values) for values in rows]
    waiting = {values["conversation_id"] for values, is_new in zip(rows, are_new, strict=True) if is_new}
    first, *others = are_new
    return [Stored(first, [(key,) for key in waiting]), *map(Stored, others)]


def row(inbound: Inbound) -> dict[str, Any]:
    """The row of an inbound message."""
    return {
        "message_sid": inbound.message_sid,
        "conversation_id": conversations.conversation_id(inbound.sender),
        "sender": inbound.sender,
        "recipient": inbound.recipient,
        "channel": str(inbound.channel),
        "kind": inbound.kind,
        "body": inbound.body,
        "details": details(inbound),
    }


def details(inbound: Inbound) -> dict[str, Any]:
    """What else is worth keeping of a message, without what is empty."""
    location = inbound.location
    found: dict[str, Any] = {
        "profile_name": inbound.profile_name,
        "wa_id": inbound.wa_id,
        "external_user_id": inbound.external_user_id,
        "opt_out_type": inbound.opt_out_type,
        "button_payload": inbound.button_payload,
        "list_id": inbound.list_id,
        "replied_to_sid": inbound.replied_to_sid,
        "content_type": inbound.media[0].content_type if inbound.media else "",
        "media_urls": [media.url for media in inbound.media],
        "location": [location.latitude, location.longitude, location.label] if location else None,
    }
    return {name: value for name, value in found.items() if value}
