"""Reads Twilio's inbound message form (WhatsApp, SMS, MMS) into an `Inbound`. Refuses what Twilio never sends.

Plain dict code: it runs inside the webhook, for every message. The signature is checked before, elsewhere.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from bot.capabilities import channel_of
from bot.errors import WebhookRejected
from bot.reading.incoming.message import Inbound, Location, Media, bare_type
from bot.text.storable import storable

__all__ = ["Inbound", "Location", "Media", "parse"]

MAX_BODY: Final = 4_000  # Twilio's own limit is 1,600; more is cut, never refused
MAX_MEDIA: Final = 10
MAX_ADDRESS: Final = 160
LAYOUT: Final = "application/smil"  # how an MMS lays itself out, which many telephones send with each

Fields = dict[str, str]
Form = Mapping[str, Sequence[str]]

_MESSAGE_SID: Final = re.compile(r"(?:SM|MM)[0-9a-f]{32}")
_SERVICE_SID: Final = re.compile(r"MG[0-9a-f]{32}")
_OTHER_SIDS: Final = (
    ("SmsSid", _MESSAGE_SID),
    ("SmsMessageSid", _MESSAGE_SID),
    ("OriginalRepliedMessageSid", _MESSAGE_SID),
    ("MessagingServiceSid", _SERVICE_SID),
)
_ADDRESS: Final = re.compile(
    r"\+[0-9]{1,15}"
    r"|whatsapp:\+[0-9]{1,15}"
    r"|whatsapp:[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]+"  # a person who hides the number (BSUID)
    r"|[0-9]{3,8}"  # short code
    r"|(?=.{0,10}[A-Za-z])[A-Za-z0-9][A-Za-z0-9 _&-]{0,10}"  # alphanumeric sender
)
_STRINGS: Final = (
    ("message_sid", "MessageSid"),
    ("profile_name", "ProfileName"),
    ("wa_id", "WaId"),
    ("external_user_id", "ExternalUserId"),
    ("button_text", "ButtonText"),
    ("button_payload", "ButtonPayload"),
    ("list_id", "ListId"),
    ("replied_to_sid", "OriginalRepliedMessageSid"),
    ("opt_out_type", "OptOutType"),
)


def parse(form: Form, *, account_sid: str) -> Inbound:
    """The message in a form whose signature has been verified; `account_sid` is ours. Unknown fields are ignored.

    `{"MessageSid": ["SM0123…"], "AccountSid": ["AC…"], "From": ["whatsapp:+2250700000000"],
    "To": ["whatsapp:+14155238886"], "Body": ["Bonjour"], "NumMedia": ["0"], "ProfileName": ["Awa"]}`

    Raises WebhookRejected for what the signature cannot rule out: repeated fields, malformed identifiers (a replay can
    move the next field's name into one: Twilio signs names and values without separators), another account, an
    address of no known form, media that are declared and missing."""
    fields = _single(form)
    _check_sids(fields, account_sid)
    sender = _address(fields, "From")
    return Inbound(
        sender=sender,
        recipient=_address(fields, "To"),
        channel=channel_of(sender),
        body=(_text(fields, "Body") or _text(fields, "ButtonText") or _text(fields, "ListTitle"))[:MAX_BODY],
        media=_media(fields),
        location=_location(fields),
        **{name: _text(fields, parameter) for name, parameter in _STRINGS},
    )


def _single(form: Form) -> Fields:
    if any(len(values) > 1 for values in form.values()):
        raise WebhookRejected("a parameter is repeated")
    return {name: values[0] for name, values in form.items() if values}


def _text(fields: Fields, name: str) -> str:
    """A field as it came, fit to be stored."""
    return storable(fields.get(name, ""))


def _count(text: str, default: int) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else default


def _check_sids(fields: Fields, account_sid: str) -> None:
    if not _MESSAGE_SID.fullmatch(fields.get("MessageSid", "")):
        raise WebhookRejected("MessageSid is malformed")
    if fields.get("AccountSid") != account_sid:
        raise WebhookRejected("AccountSid is not ours")
    for name, pattern in _OTHER_SIDS:
        value = fields.get(name)
        if value and not pattern.fullmatch(value):
            raise WebhookRejected(f"{name} is malformed")


def _address(fields: Fields, name: str) -> str:
    value = fields.get(name, "")
    if len(value) > MAX_ADDRESS or not _ADDRESS.fullmatch(value):
        raise WebhookRejected(f"{name} is no address we know")
    return value


def _media(fields: Fields) -> tuple[Media, ...]:
    """What was sent along; an MMS's layout says nothing, and its words are heard as if it were not there."""
    count = _count(fields.get("NumMedia") or "0", -1)
    if not 0 <= count <= MAX_MEDIA:
        raise WebhookRejected("NumMedia is not a number from 0 to 10")
    media = tuple(Media(_text(fields, f"MediaUrl{n}"), _text(fields, f"MediaContentType{n}")) for n in range(count))
    if not all(item.url.strip() for item in media):
        raise WebhookRejected("a declared media has no address")
    return tuple(item for item in media if bare_type(item.content_type) != LAYOUT)


def _location(fields: Fields) -> Location | None:
    """The place shared; None when there is none or its numbers are no coordinates."""
    try:
        latitude, longitude = float(fields["Latitude"]), float(fields["Longitude"])
    except (KeyError, ValueError):
        return None
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):  # also refuses NaN
        return None
    return Location(latitude, longitude, _text(fields, "Address"), _text(fields, "Label"))
