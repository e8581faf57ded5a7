"""Twilio's message webhook as tests post to it."""

import base64
import hashlib
import hmac

from flask.testing import FlaskClient
from sqlmodel import select
from werkzeug.test import TestResponse

from bot.config import Settings
from bot.dao.database import Database
from bot.models import InboundMessage
from tests.fakes.product import open_web
from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN

PATH = "/webhooks/twilio/message"
BASE = "https://bot.example:8443"
AWA = "whatsapp:+2250700000001"


def form(**changes: str | None) -> dict[str, str]:
    """What Twilio posts for a WhatsApp text."""
    fields = {
        "MessageSid": "SM" + "1" * 32, "SmsSid": "SM" + "1" * 32, "SmsMessageSid": "SM" + "1" * 32,
        "AccountSid": ACCOUNT_SID, "From": AWA, "To": "whatsapp:+14155238886", "Body": " Bonjour à tous ",
        "NumMedia": "0", "NumSegments": "1", "ProfileName": "Awa", "WaId": "2250700000001", "SmsStatus": "received",
        "ApiVersion": "2010-04-01", "MessageType": "text", "ChannelMetadata": '{"type":"whatsapp"}',
    }  # fmt: skip
    return {name: value for name, value in (fields | changes).items() if value is not None}


def sign(fields: dict[str, str], url: str = BASE + PATH, token: str = AUTH_TOKEN) -> str:
    """Twilio's signature, written out: HMAC-SHA1 over the address and the sorted names and values."""
    text = url + "".join(name + fields[name] for name in sorted(fields))
    return base64.b64encode(hmac.new(token.encode(), text.encode(), hashlib.sha1).digest()).decode()


class Web:
    """The application with a client, its database and its Valkey."""

    def __init__(self, database: Database, made: Settings) -> None:
        self.database = database
        opened = open_web(made, database)
        self.wake, self.app = opened.wake, opened.app

    def post(self, fields: dict[str, str], signature: str | None = None, path: str = PATH) -> TestResponse:
        headers = {"X-Twilio-Signature": sign(fields) if signature is None else signature}
        return self.client().post(path, data=fields, headers=headers)

    def client(self) -> FlaskClient:
        return self.app.test_client()

    def rows(self) -> list[InboundMessage]:
        with self.database.read() as session:
            return list(session.exec(select(InboundMessage)))
