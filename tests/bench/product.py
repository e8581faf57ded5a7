"""The product as the benchmarks run it: its environment, its database, and the messages people send it."""

import base64
import hashlib
import hmac
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from bot.dao.database import Database
from tests.fakes import product
from tests.fakes.keys import migrate, open_database
from tests.fakes.twilio import ACCOUNT_SID, AUTH_TOKEN, WHATSAPP_NUMBER

PUBLIC_URL = "https://palabre.test"
WEBHOOK = "/webhooks/twilio/message"
TEXT = "Bonjour, peux-tu résumer mes notes de cours ? " * 3


def environment(folder: Path, redis_url: str, **more: str) -> dict[str, str]:
    """Settings as in production, everything in `folder`."""
    return product.environment(
        environment="production",
        public_url=PUBLIC_URL,
        database_url=database_url(folder),
        storage_url=f"file://{folder}/files",
        redis_url=redis_url,
        log_level="WARNING",
        tavily_api_key="tvly-for-tests-and-nothing-else",
        **more,
    )


def database_url(folder: Path) -> str:
    """The database in a folder."""
    return f"sqlite:///{folder}/palabre.db"


@contextmanager
def migrated(folder: Path) -> Iterator[Database]:
    """The database in `folder`, its schema in place."""
    database = open_database(database_url(folder))
    try:
        migrate(database)
        yield database
    finally:
        database.close()


def person(number: int) -> str:
    """The address of person `number`."""
    return f"whatsapp:+22507{number:08d}"


def message_form(number: int, body: str = "") -> dict[str, str]:
    """What Twilio posts for a WhatsApp text: message `number`, from one of 10,000 people."""
    sid, sender = f"SM{number:032x}", person(number % 10_000)
    return {
        "SmsMessageSid": sid,
        "NumMedia": "0",
        "ProfileName": "Awa Koné",
        "MessageType": "text",
        "SmsSid": sid,
        "WaId": sender.removeprefix("whatsapp:+"),
        "SmsStatus": "received",
        "Body": body or f"{number}. {TEXT}",
        "To": WHATSAPP_NUMBER,
        "NumSegments": "1",
        "ReferralNumMedia": "0",
        "MessageSid": sid,
        "AccountSid": ACCOUNT_SID,
        "From": sender,
        "ChannelMetadata": '{"type":"whatsapp"}',
        "ApiVersion": "2010-04-01",
    }


def signature_of(url: str, fields: Mapping[str, str]) -> str:
    """Twilio's, over an address and what is posted there."""
    text = url + "".join(name + fields[name] for name in sorted(fields))
    return base64.b64encode(hmac.new(AUTH_TOKEN.encode(), text.encode(), hashlib.sha1).digest()).decode()


def signed_request(number: int, public_url: str = PUBLIC_URL, body: str = "") -> bytes:
    """Message `number` as Twilio's HTTP request, signature included. `body`: other words than usual."""
    form = message_form(number, body)
    signature = signature_of(public_url + WEBHOOK, form)
    content = urlencode(form).encode()
    head = (
        f"POST {WEBHOOK} HTTP/1.1",
        "Host: palabre.test",
        "Content-Type: application/x-www-form-urlencoded; charset=utf-8",
        f"Content-Length: {len(content)}",
        f"X-Twilio-Signature: {signature}",
        "I-Twilio-Idempotency-Token: 5b6c9d1e-0000-4000-8000-000000000000",
        "User-Agent: TwilioProxy/1.1",
        "Accept: */*",
    )
    return "\r\n".join(head).encode() + b"\r\n\r\n" + content
