"""Messages Twilio received for us whose webhook never reached us: found in its log, read and inserted as the webhook
would have."""

import logging
from collections.abc import Iterable
from datetime import datetime

from bot.clients.twilio import ReceivedMedia, ReceivedMessage, TwilioMessenger
from bot.config import Settings
from bot.dao.database import Database
from bot.dao.inbound import insert_inbound, known_sids
from bot.errors import PermanentError, ProviderError, WebhookRejected
from bot.obs.apart import apart
from bot.reading.incoming.inbound import parse
from bot.reading.incoming.message import Inbound
from bot.services.inbound.rows import row
from bot.services.limits.own_numbers import own_numbers

log = logging.getLogger(__name__)


def fill(database: Database, messenger: TwilioMessenger, settings: Settings, since: datetime) -> list[str]:
    """Insert what is missing since a moment; returns the conversations it belongs to. Raises ProviderError when
    not all could be read: the next look finds the others, a sweep what was inserted."""
    found = {message.sid: message for message in _received(messenger, settings, since)}
    with database.read() as session:  # nearly all are there: no need to take the turn of whoever writes
        known = known_sids(session, list(found))
    missed, failure = [], None
    for message in reversed(found.values()):  # the log is newest first
        try:
            inbound = None if message.sid in known else _read(messenger, settings, message)
        except ProviderError as error:  # those behind it are taken in all the same
            failure = error
            continue
        if inbound is None:
            continue
        with apart(log, f"message {message.sid}"):
            missing = row(database, inbound, own_numbers(settings), settings.service_name, found_in_log=True,
                          forgets_media=settings.twilio_media_delete)  # fmt: skip
            with database.write_connection() as connection:
                if insert_inbound(connection, missing) and missing.is_open:
                    missed.append(missing.conversation_id)
    if failure is not None:
        raise failure
    return missed


def _received(messenger: TwilioMessenger, settings: Settings, since: datetime) -> Iterable[ReceivedMessage]:
    """What came to our numbers; the numbers of a messaging service are known to Twilio only."""
    for number in (settings.twilio_whatsapp_from, settings.twilio_sms_from):
        if number:
            yield from messenger.received_since(since, recipient=number)
    if settings.twilio_messaging_service_sid:
        yield from messenger.received_since(since, service_sid=settings.twilio_messaging_service_sid)


def _read(messenger: TwilioMessenger, settings: Settings, message: ReceivedMessage) -> Inbound | None:
    """The message as the webhook would have read it; None for what it would have refused."""
    form = {
        "MessageSid": message.sid,
        "AccountSid": settings.twilio_account_sid,
        "From": message.sender,
        "To": message.recipient,
        "Body": message.body,
    }
    media = _media_of(messenger, message) if message.has_media else []
    form["NumMedia"] = str(len(media))
    for number, item in enumerate(media):
        form |= {f"MediaUrl{number}": item.url, f"MediaContentType{number}": item.content_type}
    try:
        return parse({name: [value] for name, value in form.items()}, account_sid=settings.twilio_account_sid)
    except WebhookRejected as error:
        log.warning("a message in Twilio's log is none we can read: %s", error)
        return None


def _media_of(messenger: TwilioMessenger, message: ReceivedMessage) -> list[ReceivedMedia]:
    """What hangs on it; nothing when Twilio has it no more: the words are still answered."""
    try:
        return messenger.media_of(message.sid)
    except PermanentError as error:
        log.warning("what a message carried is not to be had", extra={"sid": message.sid, "error": str(error)})
        return []
