"""Twilio's webhooks. Each verifies, parses, writes once, wakes a worker and answers: milliseconds, whatever follows."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from xml.sax.saxutils import escape

from flask import Blueprint, Response, request

from bot.clock import Clock
from bot.config import Settings
from bot.dao.addresses import guests_among
from bot.dao.database import Database
from bot.dao.engine.batching import Batcher
from bot.dao.inbound import NewInbound, insert_inbound
from bot.errors import WebhookRejected
from bot.i18n.catalogue import catalogue
from bot.obs.metrics import Metrics
from bot.queue.wake import WakeQueue
from bot.reading.incoming.inbound import parse
from bot.reading.incoming.urgency import is_urgent
from bot.services.delivery import callbacks
from bot.services.delivery.states import from_twilio
from bot.services.inbound.at_the_door import AtTheDoor
from bot.services.inbound.rows import row
from bot.services.library.files import Links
from bot.services.limits.own_numbers import own_numbers
from bot.services.work import crowd
from bot.types import Language

MOST_FIELDS = 120
_XML = '<?xml version="1.0" encoding="UTF-8"?>'
NO_REPLY = f"{_XML}<Response/>"

log = logging.getLogger(__name__)


def twilio_blueprint(
    settings: Settings, database: Database, wake: WakeQueue, links: Links, clock: Clock, metrics: Metrics
) -> Blueprint:
    """`POST /webhooks/twilio/message` and `POST /webhooks/twilio/status`."""
    blueprint = Blueprint("twilio", __name__, url_prefix="/webhooks/twilio")
    inbox = Batcher(partial(store, database, wake, clock))
    door = AtTheDoor(database, wake, clock, settings)
    ours = own_numbers(settings)

    @blueprint.post("/message")
    def message() -> Response:
        """Form fields of a WhatsApp text: MessageSid=SM…, AccountSid=AC…, From=whatsapp:+2250700000000,
        To=whatsapp:+14155238886, Body=Bonjour, NumMedia=0, ProfileName=Awa, WaId=2250700000000 … Answered by an
        empty reply or, while more people write than can be served, by a line that says so."""
        inbound = parse(_fields(), account_sid=settings.twilio_account_sid)
        arrived = row(database, inbound, ours)
        stored = inbox.handle(arrived)
        for job, conversations in stored.to_wake.items():
            wake.wake_all(job, conversations)
        metrics.inbound.labels(inbound.channel, "new" if stored.is_new else "duplicate").inc()
        line = door.line(arrived, stored.job) if stored.job else None
        return Response(_reply(line) if line else NO_REPLY, mimetype="text/xml")

    @blueprint.post("/status")
    def status() -> Response:
        """`?part=7` with MessageSid=SM…, MessageStatus=delivered, ErrorCode=63016 …"""
        if request.form.get("AccountSid") != settings.twilio_account_sid:
            raise WebhookRejected("AccountSid is not ours")
        callback = callbacks.parse(request.args.get("part", ""), request.form)
        with database.write() as session:
            conversation = callbacks.apply(
                session, callback, clock.now(), links, reminds=bool(settings.whatsapp_templates)
            )
        metrics.parts.labels(from_twilio(callback.status) or "other", _label(callback.error_code)).inc()
        if conversation:
            wake.wake("deliver", conversation)
        return Response(status=204)

    blueprint.register_error_handler(WebhookRejected, _rejected)
    return blueprint


def _label(code: int | None) -> str:
    """An error's label among the metrics: the code, if we have words for it. So there are few, whatever Twilio says."""
    if code is None:
        return "none"
    return str(code) if f"delivery_code_{code}" in catalogue(Language.EN) else "other"


def _fields() -> dict[str, list[str]]:
    if len(request.form) > MOST_FIELDS:
        raise WebhookRejected("too many fields")
    return dict(request.form.lists())


def _rejected(error: WebhookRejected) -> Response:
    log.warning("a webhook was refused: %s", error)
    return Response(status=403)


def _reply(text: str) -> str:
    """What Twilio sends for us to whoever wrote: no call, no callback."""
    return f"{_XML}<Response><Message>{escape(text)}</Message></Response>"


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a message. `job` is what answers it; None where nothing is to come of it. `to_wake` are the ids of
    conversations to wake a worker for, by the job: one of the requests that shared a transaction does it for all of
    them, the others have nothing left to wait for."""

    is_new: bool
    job: str | None = None
    to_wake: Mapping[str, Sequence[tuple[str]]] = field(default_factory=dict)


def store(database: Database, wake: WakeQueue, clock: Clock, messages: Sequence[NewInbound]) -> list[Stored]:
    """Store messages in one transaction, in which guests are told apart while many wait: no trip of their own."""
    with database.write_connection() as connection:
        are_new = [insert_inbound(connection, message) for message in messages]
        arrived = [message for message, is_new in zip(messages, are_new, strict=True) if is_new and message.is_open]
        keys = {message.conversation_id for message in arrived}
        behind = guests_among(connection, keys, clock.now()) if crowd.is_seen(wake) else frozenset()
    jobs = [
        _job_for(message, goes_behind=message.conversation_id in behind) if is_new and message.is_open else None
        for message, is_new in zip(messages, are_new, strict=True)
    ]
    waiting: dict[str, set[tuple[str]]] = {}
    for message, job in zip(messages, jobs, strict=True):
        if job:
            waiting.setdefault(job, set()).add((message.conversation_id,))
    first, *others = map(Stored, are_new, jobs)
    return [replace(first, to_wake={job: list(keys) for job, keys in waiting.items()}), *others]


def _job_for(message: NewInbound, *, goes_behind: bool) -> str:
    """What needs no agent goes past the turns that wait."""
    urgent = is_urgent(message.priority, message.kind, message.body, message.details)
    return "hasten" if urgent else "drain_guest" if goes_behind else "drain"
