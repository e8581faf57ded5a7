"""Somebody asks for a person: operators get an alert, the human contact a message, once in ten minutes."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.clients.mail import is_address
from bot.config import Settings
from bot.dao import addresses, alerts, parts
from bot.i18n.catalogue import say
from bot.models import OutboundPart
from bot.services.files import Links
from bot.services.outbox import Outbox, Recipient
from bot.types import Channel, channel_of

REQUESTED = "human_requested"
AGAIN_AFTER = timedelta(minutes=10)
WINDOW = timedelta(hours=24)  # how long WhatsApp lets us write after somebody wrote to us
NUMBER = re.compile(r"(?:whatsapp:)?\+\d{6,15}|whatsapp:[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]+")
_SPACING = re.compile(r"(?<=\d)[\s().-]+(?=[\d()])")


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, as the human contact needs to know to call back; `key` names this request in the conversation."""

    conversation_id: str
    address: str
    profile_name: str
    phone: str | None
    key: str


def request(session: Session, settings: Settings, links: Links, asker: Asker, now: datetime) -> bool:
    """Tell whoever can help. False: they have been told less than ten minutes ago."""
    detail = f"conversation {asker.conversation_id}"  # nothing personal: alerts outlive an erasure
    if alerts.is_recent(session, REQUESTED, detail, now - AGAIN_AFTER):
        return False
    alerts.add(session, REQUESTED, detail)
    contact = _SPACING.sub("", settings.human_contact.strip())
    if NUMBER.fullmatch(contact):
        _write(session, settings, links, asker, _reachable(session, settings, contact, now))
    elif is_address(contact) and settings.smtp_url is not None:
        _mail(session, settings, asker, contact)
    return True


def _reachable(session: Session, settings: Settings, contact: str, now: datetime) -> str:
    """WhatsApp takes nothing unless the contact wrote in the last 24 hours: then their number gets an SMS."""
    number = contact.removeprefix("whatsapp:")
    known = addresses.by_value(session, contact)
    is_open = known is not None and known.last_inbound_at is not None and now - known.last_inbound_at < WINDOW
    can_sms = settings.twilio_sms_from or settings.twilio_messaging_service_sid
    return contact if is_open or not can_sms or not number.startswith("+") else number


def _write(session: Session, settings: Settings, links: Links, asker: Asker, contact: str) -> None:
    channel = channel_of(contact)
    if channel == Channel.WHATSAPP and settings.twilio_whatsapp_from is None:
        channel, contact = Channel.SMS, contact.removeprefix("whatsapp:")
    to = Recipient(asker.conversation_id, contact, channel, settings.default_language)
    Outbox(session, to, links).text(f"{asker.key}:human", _text(settings, asker))


def _mail(session: Session, settings: Settings, asker: Asker, contact: str) -> None:
    subject = say(settings.default_language, "human_request_subject", service=settings.service_name)
    part = OutboundPart(
        conversation_id=asker.conversation_id,
        key=f"{asker.key}:human",
        address=contact,
        channel=parts.EMAIL,
        body=f"{subject}\n\n{_text(settings, asker)}\n",
    )
    parts.add(session, part)


def _text(settings: Settings, asker: Asker) -> str:
    """Who asks, in one plain line each; a profile name is anybody's text and stays one short line."""
    name = " ".join(re.sub(r"[^\w.’'-]|_", " ", asker.profile_name).split())[:60]
    return say(
        settings.default_language,
        "human_request",
        service=settings.service_name,
        name=name,
        address=asker.address,
        phone=asker.phone or "",
    )
