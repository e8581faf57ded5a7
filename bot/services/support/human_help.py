"""Somebody asks for a person, or is in danger: operators get an alert, the human contact a message, once
in ten minutes.

An alert by itself reaches nobody at that moment, so it is never called a message to somebody."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Literal

from sqlmodel import Session

from bot.clients.mail import is_address
from bot.config import Settings
from bot.dao import addresses, alerts, parts
from bot.i18n.catalogue import say
from bot.models import OutboundPart
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.delivery.states import ARRIVED, LOST
from bot.services.library.files import Links
from bot.types import Channel, channel_of

Kind = Literal["human_requested", "distress"]
REQUESTED: Final[Kind] = "human_requested"
DISTRESS: Final[Kind] = "distress"
_SENTENCES: Final[dict[Kind, str]] = {"human_requested": "human_request", "distress": "distress_request"}
_LEFT: Final = ("sent", *ARRIVED)
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


class Told(StrEnum):
    """What has become of a request, as far as it is true now."""

    ON_ITS_WAY = "on_its_way"  # a message to the human contact is written and will leave
    PASSED_ON = "passed_on"  # it has left
    NOBODY = "nobody"  # nothing can be sent, or it was refused: only the person themselves can write


def request(
    session: Session, settings: Settings, links: Links, asker: Asker, now: datetime, kind: Kind = REQUESTED
) -> Told:
    """Tell whoever can help, unless they were told less than ten minutes ago; what became of it is answered."""
    detail = f"conversation {asker.conversation_id}"  # nothing personal: alerts outlive an erasure
    prefix = f"{kind}:"
    if not alerts.is_recent(session, kind, detail, now - AGAIN_AFTER):
        alerts.add(session, kind, detail)
        contact = _SPACING.sub("", settings.human_contact.strip())
        if NUMBER.fullmatch(contact):
            _write(session, settings, links, asker, _reachable(session, settings, contact, now), kind)
        elif is_address(contact) and settings.smtp_url is not None:
            _mail(session, settings, asker, contact, kind)
    return _told(parts.last_state(session, asker.conversation_id, prefix, now - AGAIN_AFTER))


def _told(state: str | None) -> Told:
    if state is None or state in LOST or state in ("held", "unknown"):
        return Told.NOBODY
    return Told.PASSED_ON if state in _LEFT else Told.ON_ITS_WAY


def _reachable(session: Session, settings: Settings, contact: str, now: datetime) -> str:
    """WhatsApp takes nothing unless the contact wrote in the last 24 hours: then their number gets an SMS."""
    number = contact.removeprefix("whatsapp:")
    known = addresses.by_value(session, contact)
    is_open = known is not None and known.last_inbound_at is not None and now - known.last_inbound_at < WINDOW
    can_sms = settings.twilio_sms_from or settings.twilio_messaging_service_sid
    return contact if is_open or not can_sms or not number.startswith("+") else number


def _write(session: Session, settings: Settings, links: Links, asker: Asker, contact: str, kind: Kind) -> None:
    channel = channel_of(contact)
    if channel == Channel.WHATSAPP and settings.twilio_whatsapp_from is None:
        channel, contact = Channel.SMS, contact.removeprefix("whatsapp:")
    to = Recipient(asker.conversation_id, contact, channel, settings.default_language)
    Outbox(session, to, links).text(f"{kind}:{asker.key}", _text(settings, asker, kind))


def _mail(session: Session, settings: Settings, asker: Asker, contact: str, kind: Kind) -> None:
    subject = say(settings.default_language, f"{_SENTENCES[kind]}_subject", service=settings.service_name)
    part = OutboundPart(
        conversation_id=asker.conversation_id,
        key=f"{kind}:{asker.key}",
        address=contact,
        channel=parts.EMAIL,
        body=f"{subject}\n\n{_text(settings, asker, kind)}\n",
    )
    parts.add(session, part)


def _text(settings: Settings, asker: Asker, kind: Kind) -> str:
    """Who asks, in one plain line each; a profile name is anybody's text and stays one short line."""
    name = " ".join(re.sub(r"[^\w.’'-]|_", " ", asker.profile_name).split())[:60]
    return say(
        settings.default_language,
        _SENTENCES[kind],
        service=settings.service_name,
        name=name,
        address=asker.address,
        phone=asker.phone or "",
    )
