"""Somebody asks for a person, or is in danger: operators get an alert, the human contact a message, once in
ten minutes.

An alert by itself reaches nobody at that moment, so it is never called a message to somebody."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Literal

from sqlmodel import Session

from bot.capabilities import capabilities_of, channel_of, is_open
from bot.channels.emails import Email
from bot.clients.mail_message import is_address
from bot.config import Settings
from bot.dao import addresses, alerts
from bot.dao.delivery import said_parts
from bot.i18n.catalogue import say
from bot.services.delivery import mails
from bot.services.delivery.mails import Letter
from bot.services.delivery.outbox import Outbox, Recipient
from bot.services.delivery.states import ARRIVED, LOST
from bot.services.library.files import Links
from bot.types import Channel

Kind = Literal["human_requested", "distress"]
REQUESTED: Final[Kind] = "human_requested"
DISTRESS: Final[Kind] = "distress"
_SENTENCES: Final[dict[Kind, str]] = {"human_requested": "human_request", "distress": "distress_request"}
_LEFT: Final = ("sent", *ARRIVED)
AGAIN_AFTER = timedelta(minutes=10)
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
    if not alerts.is_recent(session, kind, detail, now - AGAIN_AFTER, now + AGAIN_AFTER):
        alerts.add(session, kind, detail)
        contact = _contact(settings)
        if NUMBER.fullmatch(contact):
            _write(session, settings, links, asker, kind, way_to(session, settings, contact, now))
        elif _can_be_mailed(settings):
            _mail(session, settings, links, asker, kind, contact)
    return _told(said_parts.last_state(session, asker.conversation_id, prefix, now - AGAIN_AFTER))


def can_be_told(settings: Settings) -> bool:
    """Whether anything can leave for the human contact."""
    return bool(NUMBER.fullmatch(_contact(settings))) or _can_be_mailed(settings)


def _contact(settings: Settings) -> str:
    return _SPACING.sub("", settings.human_contact.strip())


def _can_be_mailed(settings: Settings) -> bool:
    return is_address(_contact(settings)) and settings.smtp_url is not None


def _told(state: str | None) -> Told:
    if state is None or state in LOST or state in ("held", "unknown"):
        return Told.NOBODY
    return Told.PASSED_ON if state in _LEFT else Told.ON_ITS_WAY


def is_request(key: str) -> bool:
    """Whether a part of this key tells whoever can help about the person who asked."""
    return key.partition(":")[0] in _SENTENCES


def way_to(session: Session, settings: Settings, contact: str, now: datetime) -> tuple[str, str]:
    """The contact's channel and address. Their number gets a message on the channel that stands in (SMS) when theirs
    takes nothing because they have not written lately, or when we have no sender there."""
    channel = channel_of(contact)
    facts, number = capabilities_of(channel), contact.rpartition(":")[2]
    known = addresses.by_value(session, contact)
    can_leave = _has_sender(settings, channel) and is_open(facts, known.last_inbound_at if known else None, now)
    if can_leave or facts.stands_in is None or not number.startswith("+"):
        return channel, contact
    return (facts.stands_in, number) if _has_sender(settings, facts.stands_in) else (channel, contact)


def _has_sender(settings: Settings, channel: str) -> bool:
    senders = {
        Channel.WHATSAPP: settings.twilio_whatsapp_from,
        Channel.SMS: settings.twilio_sms_from or settings.twilio_messaging_service_sid,
    }
    return bool(senders.get(Channel(channel)))


def _write(session: Session, settings: Settings, links: Links, asker: Asker, kind: Kind, way: tuple[str, str]) -> None:
    channel, contact = way
    to = Recipient(asker.conversation_id, contact, channel, settings.default_language)
    Outbox(session, to, links).text(f"{kind}:{asker.key}", _text(settings, asker, kind))


def _mail(session: Session, settings: Settings, links: Links, asker: Asker, kind: Kind, contact: str) -> None:
    subject = say(settings.default_language, f"{_SENTENCES[kind]}_subject", service=settings.service_name)
    letter = Letter(f"{kind}:{asker.key}", Email((contact,), subject), _text(settings, asker, kind))
    mails.post(session, asker.conversation_id, letter, links, settings.default_language)


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
