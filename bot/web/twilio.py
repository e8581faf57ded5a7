"""Twilio's webhooks. Each verifies, parses, writes once, wakes a worker and answers: milliseconds, whatever follows."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from flask import Blueprint, Response, request

from bot.clock import Clock
from bot.config import Settings
from bot.dao.addresses import guests_among
from bot.dao.batching import Batcher
from bot.dao.database import Database
from bot.dao.inbound import NewInbound, insert_inbound
from bot.errors import WebhookRejected
from bot.obs.metrics import Metrics, code_label
from bot.queue.wake import WakeQueue
from bot.reading.inbound import parse
from bot.reading.urgency import is_urgent
from bot.services.delivery import callbacks
from bot.services.delivery.states import from_twilio
from bot.services.inbound.rows import row
from bot.services.library.files import Links
from bot.services.limits.own_numbers import own_numbers
from bot.services.work import crowd

MOST_FIELDS = 120
NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response/>'

log = logging.getLogger(__name__)


def twilio_blueprint(
    settings: Settings, database: Database, wake: WakeQueue, links: Links, clock: Clock, metrics: Metrics
) -> Blueprint:
    """`POST /webhooks/twilio/message` and `POST /webhooks/twilio/status`."""
    blueprint = Blueprint("twilio", __name__, url_prefix="/webhooks/twilio")
    inbox = Batcher(partial(store, database, wake, clock))
    ours = own_numbers(settings)
    reminds = bool(settings.whatsapp_templates)

    @blueprint.post("/message")
    def message() -> Response:
        """Form fields of a WhatsApp text: MessageSid=SM…, AccountSid=AC…, From=whatsapp:+2250700000000,
        To=whatsapp:+14155238886, Body=Bonjour, NumMedia=0, ProfileName=Awa, WaId=2250700000000 …"""
        if len(request.form) > MOST_FIELDS:
            raise WebhookRejected("too many fields")
        inbound = parse(dict(request.form.lists()), account_sid=settings.twilio_account_sid)
        stored = inbox.handle(row(database, inbound, ours))
        for job, conversations in stored.to_wake.items():
            wake.wake_all(job, conversations)
        metrics.inbound.labels(inbound.channel, "new" if stored.is_new else "duplicate").inc()
        return Response(NO_REPLY, mimetype="text/xml")

    @blueprint.post("/status")
    def status() -> Response:
        """`?part=7` with MessageSid=SM…, MessageStatus=delivered, ErrorCode=63016 …"""
        if request.form.get("AccountSid") != settings.twilio_account_sid:
            raise WebhookRejected("AccountSid is not ours")
        callback = callbacks.parse(request.args.get("part", ""), request.form)
        with database.write() as session:
            conversation = callbacks.apply(session, callback, clock.now(), links, reminds=reminds)
        metrics.parts.labels(from_twilio(callback.status) or "other", code_label(callback.error_code)).inc()
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
    """What became of a message. `to_wake` are the ids of conversations to wake a worker for, by the job: one of the
    requests that shared a transaction does it for all of them, the others have nothing left to wait for."""

    is_new: bool
    to_wake: Mapping[str, Sequence[tuple[str]]] = field(default_factory=dict)


def store(database: Database, wake: WakeQueue, clock: Clock, messages: Sequence[NewInbound]) -> list[Stored]:
    """Store messages in one transaction, in which guests are told apart while many wait: no trip of their own."""
    with database.write_connection() as connection:
        are_new = [insert_inbound(connection, message) for message in messages]
        arrived = [message for message, is_new in zip(messages, are_new, strict=True) if is_new and message.is_open]
        keys = {message.conversation_id for message in arrived}
        behind = guests_among(connection, keys, clock.now()) if crowd.is_seen(wake) else frozenset()
    waiting: dict[str, set[tuple[str]]] = {}
    for message in arrived:
        key = message.conversation_id
        waiting.setdefault(_job_for(message, goes_behind=key in behind), set()).add((key,))
    first, *others = are_new
    return [Stored(first, {job: list(keys) for job, keys in waiting.items()}), *map(Stored, others)]


def _job_for(message: NewInbound, *, goes_behind: bool) -> str:
    """What needs no agent goes past the turns that wait."""
    urgent = is_urgent(message.priority, message.kind, message.body, message.details)
    return "hasten" if urgent else "drain_guest" if goes_behind else "drain"
