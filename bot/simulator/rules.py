"""Twilio's rules as the stand-in applies them: what a create may hold, opt-out words, media. Pure."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from bot.simulator.records import Media, Refusal, channel_of
from bot.types import Channel

MAX_BODY = 1600
MAX_MEDIA_URLS = 10
MEGABYTE = 1024 * 1024
SESSION_WINDOW = timedelta(hours=24)

STOP_WORDS = frozenset(
    ("STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "REVOKE", "OPTOUT", "ARRET", "ARRÊT")
)
START_WORDS = frozenset(("START", "YES", "UNSTOP"))

WHATSAPP_TYPES = frozenset(
    (
        "image/jpeg",
        "image/png",
        "image/webp",
        "audio/ogg",
        "audio/amr",
        "audio/3gpp",
        "audio/aac",
        "audio/mpeg",
        "application/pdf",
        "application/msword",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "video/mp4",
        "text/vcard",
    )
)

_ADDRESS = re.compile(r"^(\+[1-9]\d{6,14}|whatsapp:\+[1-9]\d{6,14}|whatsapp:[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128})$")


def check_create(form: Mapping[str, str], media_urls: Sequence[str], opted_out: bool) -> Refusal | None:
    """Why Twilio would refuse to create this message at once, or None."""
    to = form.get("To", "")
    service = form.get("MessagingServiceSid", "")
    return (
        _check_addresses(to, form.get("From", ""), service)
        or _check_content(form, media_urls)
        or _check_callback(form.get("StatusCallback", ""))
        or (Refusal(400, 21610, "Attempt to send to unsubscribed recipient") if opted_out and not service else None)
    )


def _check_addresses(to: str, from_: str, service: str) -> Refusal | None:
    if not to:
        return Refusal(400, 21604, "A 'To' phone number is required.")
    if not _ADDRESS.match(to):
        return Refusal(400, 21211, f"Invalid 'To' Phone Number: {to}")
    if not from_ and not service:
        return Refusal(400, 21603, "A 'From' phone number is required.")
    if from_ and channel_of(to) is not channel_of(from_):
        return Refusal(400, 21910, "Invalid From and To pair. From and To should be of the same channel")
    return None


def _check_content(form: Mapping[str, str], media_urls: Sequence[str]) -> Refusal | None:
    body = form.get("Body", "")
    if not (body.strip() or media_urls or form.get("ContentSid")):
        return Refusal(400, 21619, "A text message body or media urls must be specified.")
    if len(body) > MAX_BODY:
        return Refusal(400, 21617, "The concatenated message body exceeds the 1600 character limit")
    if len(media_urls) > MAX_MEDIA_URLS:
        return Refusal(400, 21623, "Number of media files exceeds allowed limit")
    if any(urlsplit(url).scheme not in ("http", "https") for url in media_urls):
        return Refusal(400, 21620, "Invalid media URL(s)")
    return None


def _check_callback(url: str) -> Refusal | None:
    if not url:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or "_" in parts.hostname:
        return Refusal(400, 21609, f"The 'StatusCallback' URL {url} is not a valid URL.")
    return None


def window_is_open(last_inbound: datetime | None, now: datetime) -> bool:
    """Whether WhatsApp takes free text: the person wrote within the last 24 hours."""
    return last_inbound is not None and now - last_inbound < SESSION_WINDOW


def media_problem(channel: Channel, media: Media) -> int | None:
    """The error code with which this file would fail, or None."""
    if not media.content:
        return 63019 if channel is Channel.WHATSAPP else 30008
    if channel is Channel.SMS:
        return 30011 if len(media.content) > 5 * MEGABYTE else None
    if media.content_type not in WHATSAPP_TYPES:
        return 63021
    is_image = media.content_type.startswith("image/")
    return 63019 if len(media.content) > (5 if is_image else 16) * MEGABYTE else None


def takes_mms(address: str) -> bool:
    """MMS reaches the United States and Canada only."""
    return address.startswith("+1")
