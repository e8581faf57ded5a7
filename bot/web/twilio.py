"""Twilio's webhooks. Each parses what bot.web.hooks has found signed, writes once, wakes a worker and answers:
milliseconds, whatever follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from http import HTTPStatus
from xml.sax.saxutils import escape

from bot.clock import Clock
from bot.config import Settings
from bot.dao.database import Database
from bot.dao.engine.batching import Batcher
from bot.dao.inbound import NewInbound, insert_inbound
from bot.dao.waits import Writer
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
from bot.web.hooks import Answer, Post, View

_XML = '<?xml version="1.0" encoding="UTF-8"?>'
NO_REPLY = f"{_XML}<Response/>"


def twilio_hooks(
    settings: Settings, database: Database, wake: WakeQueue, links: Links, clock: Clock, metrics: Metrics
) -> Mapping[str, View]:
    """`POST /webhooks/twilio/message` and `POST /webhooks/twilio/status`."""
    door = AtTheDoor(database, wake, clock, settings)
    inbox = Batcher(partial(store, database, wake, door))
    ours = own_numbers(settings)

    def message(post: Post) -> Answer:
        """Form fields of a WhatsApp text: MessageSid=SM…, AccountSid=AC…, From=whatsapp:+2250700000000,
        To=whatsapp:+14155238886, Body=Bonjour, NumMedia=0, ProfileName=Awa, WaId=2250700000000 … Answered by an
        empty reply or, while more people write than can be served, by a line that says so."""
        form = {name: [value] for name, value in post.fields.items()}
        inbound = parse(form, account_sid=settings.twilio_account_sid)
        forgets = settings.twilio_media_delete
        arrived = row(database, inbound, ours, settings.service_name, forgets_media=forgets)
        stored = inbox.handle(arrived)
        for job, conversations in stored.to_wake.items():
            wake.wake_all(job, conversations)
        metrics.inbound.labels(inbound.channel, "new" if stored.is_new else "duplicate").inc()
        line = door.line(arrived, stored.job, stored.writer) if stored.job else None
        return HTTPStatus.OK, _reply(line) if line else NO_REPLY

    def status(post: Post) -> Answer:
        """`?part=7` with MessageSid=SM…, MessageStatus=delivered, ErrorCode=63016 …"""
        if post.fields.get("AccountSid") != settings.twilio_account_sid:
            raise WebhookRejected("AccountSid is not ours")
        callback = callbacks.parse(post.parameters.get("part", ""), post.fields)
        reminds = bool(settings.whatsapp_templates)
        conversation = callbacks.take(database, callback, clock.now(), links, reminds=reminds)
        metrics.parts.labels(from_twilio(callback.status) or "other", _label(callback.error_code)).inc()
        if conversation:
            wake.wake("deliver", conversation)
        return HTTPStatus.NO_CONTENT, ""

    return {"/webhooks/twilio/message": message, "/webhooks/twilio/status": status}


def _label(code: int | None) -> str:
    """An error's label among the metrics: the code, if we have words for it. So there are few, whatever Twilio says."""
    if code is None:
        return "none"
    return str(code) if f"delivery_code_{code}" in catalogue(Language.EN) else "other"


def _reply(text: str) -> str:
    """What Twilio sends for us to whoever wrote: no call, no callback."""
    return f"{_XML}<Response><Message>{escape(text)}</Message></Response>"


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a message. `job` is what answers it; None where nothing is to come of it. `to_wake` are the ids of
    conversations to wake a worker for, by the job: one of the requests that shared a transaction does it for all of
    them, the others have nothing left to wait for. `writer`: who wrote it, if that was looked at."""

    is_new: bool
    job: str | None = None
    writer: Writer | None = None
    to_wake: Mapping[str, Sequence[tuple[str]]] = field(default_factory=dict)


def store(database: Database, wake: WakeQueue, door: AtTheDoor, messages: Sequence[NewInbound]) -> list[Stored]:
    """Store messages in one transaction, in which is looked who wrote them while many wait: no trip of its own."""
    is_crowd = crowd.is_seen(wake)
    with database.write_connection(each_alone=len(messages) == 1 and not is_crowd) as connection:
        are_new = [insert_inbound(connection, message) for message in messages]
        arrived = [message for message, is_new in zip(messages, are_new, strict=True) if is_new and message.is_open]
        keys = {message.conversation_id for message in arrived} if is_crowd else ()
        writers = {key: door.look(connection, key) for key in keys}
    stored = [Stored(is_new) for is_new in are_new]
    waiting: dict[str, set[tuple[str]]] = {}
    for at, message in enumerate(messages):
        if are_new[at] and message.is_open:
            writer = writers.get(message.conversation_id)
            job = _job_for(message, goes_behind=writer is not None and writer.is_guest)
            stored[at] = Stored(is_new=True, job=job, writer=writer)
            waiting.setdefault(job, set()).add((message.conversation_id,))
    stored[0] = replace(stored[0], to_wake={job: list(keys) for job, keys in waiting.items()})
    return stored


def _job_for(message: NewInbound, *, goes_behind: bool) -> str:
    """What needs no agent goes past the turns that wait."""
    urgent = is_urgent(message.priority, message.kind, message.body, message.details)
    return "hasten" if urgent else "drain_guest" if goes_behind else "drain"
