"""Messages Twilio received for us whose webhook never reached us: found in its log, inserted as if they had."""

from datetime import datetime

from bot.clients.twilio import ReceivedMessage, TwilioMessenger
from bot.config import Settings
from bot.dao import conversations
from bot.dao.database import Database
from bot.types import channel_of


def fill(database: Database, messenger: TwilioMessenger, settings: Settings, since: datetime) -> list[str]:
    """Insert what is missing since a moment; returns the conversations it belongs to. Raises ProviderError."""
    numbers = [number for number in (settings.twilio_whatsapp_from, settings.twilio_sms_from) if number]
    found = [message for number in numbers for message in messenger.received_since(number, since)]
    with database.read() as session:  # nearly all are there: no need to take the turn of whoever writes
        known = conversations.known_sids(session, [message.sid for message in found])
    missed = []
    for message in reversed(found):  # the log is newest first
        if message.sid in known:
            continue
        with database.write_connection() as connection:
            if conversations.insert_inbound(connection, _row(message)):
                missed.append(conversations.conversation_id(message.sender))
    return missed


def _row(message: ReceivedMessage) -> dict[str, object]:
    return {
        "message_sid": message.sid,
        "conversation_id": conversations.conversation_id(message.sender),
        "sender": message.sender,
        "recipient": message.recipient,
        "channel": str(channel_of(message.sender)),
        "kind": "text" if message.body.strip() else "media" if message.has_media else "empty",
        "body": message.body.replace("\x00", ""),
        "details": {"found_in_log": True},
    }
