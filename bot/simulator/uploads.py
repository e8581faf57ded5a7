"""What a person hands to the page, read from its form: text, a file, a place. Refusals are keys of the page's words."""

import mimetypes
import re
import secrets
from dataclasses import dataclass

from flask import Request
from werkzeug.datastructures import FileStorage

from bot.simulator.records import Location, Media
from bot.simulator.rules import MAX_BODY, MEGABYTE, takes_mms
from bot.simulator.voice import to_ogg
from bot.types import Channel

MAX_UPLOAD = 16 * MEGABYTE  # what Twilio takes from WhatsApp
NUMBER = re.compile(r"^\+[1-9]\d{6,14}$")

_KEY = re.compile(r"^[0-9a-f]{32}$")


class Refused(Exception):
    """What was handed over cannot be sent; the text is a key of the page's words, without `refused_`."""


@dataclass(frozen=True, slots=True)
class Upload:
    """One message as the page asks to send it. `key` is made by the page, so that asking twice sends once."""

    key: str
    from_: str
    name: str
    body: str
    media: tuple[Media, ...]
    location: Location | None
    tapped: tuple[str, int] | None = None  # the key of a message and the number of one of its options, from 0
    quotes: str = ""  # the key of the message that it answers

    @property
    def sid(self) -> str:
        """The identifier Twilio would give it."""
        return ("MM" if self.media else "SM") + self.key


def address_of(channel: Channel, number: str) -> str:
    """A person's address on a channel: the number, with WhatsApp's prefix there."""
    return f"whatsapp:{number}" if channel is Channel.WHATSAPP else number


def read_upload(request: Request) -> Upload:
    """The message in a request. Raises Refused."""
    form = request.form
    number, channel, key = form.get("number", ""), form.get("channel", ""), form.get("key") or secrets.token_hex(16)
    if not NUMBER.match(number):
        raise Refused("number")
    if channel not in list(Channel) or not _KEY.match(key):
        raise Refused("form")
    body = form.get("body", "").replace("\r\n", "\n")  # browsers send forms with CRLF; telephones do not
    if len(body) > MAX_BODY:
        raise Refused("text")
    upload = request.files.get("file")
    media, location = (_media(upload),) if upload else (), _location(request)
    if media and channel == Channel.SMS and not takes_mms(number):
        raise Refused("mms")
    tapped, quotes = _tapped(request), form.get("quotes", "")
    if quotes and not _KEY.match(quotes):
        raise Refused("form")
    if not (body.strip() or media or location or tapped):
        raise Refused("nothing")
    address = address_of(Channel(channel), number)
    return Upload(key, address, form.get("name", ""), body, media, location, tapped, quotes)


def _tapped(request: Request) -> tuple[str, int] | None:
    """Which option of which message was tapped, if one was."""
    if "tapped" not in request.form:
        return None
    index = request.form.get("option", None, int)
    if index is None or not _KEY.match(request.form["tapped"]):
        raise Refused("form")
    return request.form["tapped"], index


def _location(request: Request) -> Location | None:
    if "latitude" not in request.form:
        return None
    latitude, longitude = (request.form.get(name, None, float) for name in ("latitude", "longitude"))
    if latitude is None or longitude is None or not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        raise Refused("form")
    return Location(latitude, longitude, request.form.get("label", ""), request.form.get("address", ""))


def _media(upload: FileStorage) -> Media:
    content = upload.stream.read(MAX_UPLOAD + 1)
    if len(content) > MAX_UPLOAD:
        raise Refused("large")
    if not content:
        raise Refused("empty")
    name = (upload.filename or f"file-{secrets.token_hex(2)}")[:120]
    content_type = upload.mimetype or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if content_type == "audio/webm":
        return _voice(content, name)
    return Media(content, content_type.replace("text/x-vcard", "text/vcard"), name)


def _voice(content: bytes, name: str) -> Media:
    try:
        return Media(to_ogg(content), "audio/ogg", f"{name.rpartition('.')[0] or name}.ogg")
    except ValueError:
        raise Refused("voice") from None
