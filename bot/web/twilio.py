"""Twilio's webhooks. Each verifies, parses, writes once, wakes a worker and answers: milliseconds, whatever follows."""

import logging
from typing import Any

from flask import Blueprint, Response, request

from bot.channels.inbound import parse
from bot.channels.message import Inbound
from bot.clock import Clock
from bot.config import Settings
from bot.dao import conversations
from bot.dao.database import Database
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

    @blueprint.post("/message")
    def message() -> Response:
        """Form fields of a WhatsApp text: MessageSid=SM…, AccountSid=AC…, From=whatsapp:+2250700000000,
        To=whatsapp:+14155238886, Body=Bonjour, NumMedia=0, ProfileName=Awa, WaId=2250700000000 …"""
        if len(request.form) > MOST_FIELDS:
            raise WebhookRejected("too many fields")
        inbound = parse(dict(request.form.lists()), account_sid=settings.twilio_account_sid)
        values = row(inbound)
        with database.write_connection() as connection:
            new = conversations.insert_inbound(connection, values)
        if new:
            wake.wake("drain", str(values["conversation_id"]))
        metrics.inbound.labels(inbound.channel, "new" if new else "duplicate").inc()
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


def row(inbound: Inbound) -> dict[str, object]:
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
