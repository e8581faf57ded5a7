"""Parts that carry one-time codes: written empty, filled in the moment they leave, waiting behind nothing. What goes
wrong with one is told to whoever asked for the code; it marks no address."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from bot.channels.compose import MAX_PARTS, compose
from bot.channels.gsm7 import segments
from bot.channels.typography import spaced
from bot.dao import addresses, otp, parts
from bot.i18n.catalogue import say
from bot.i18n.country import region_at
from bot.models import Address, Conversation, OutboundPart
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.services.sign_in.phone_numbers import shown
from bot.types import Channel, Language

KIND = "otp"


def post(session: Session, conversation_id: str, number: str, otp_id: int) -> None:
    """Write the part of a new code, in the conversation of whoever asked for it."""
    part = OutboundPart(
        conversation_id=conversation_id,
        key=f"otp{otp_id}",
        address=number,
        channel=Channel.SMS,
        kind=KIND,
        otp_id=otp_id,
        segments=1,
    )
    parts.add(session, part)


def lines_of(waiting: Sequence[OutboundPart]) -> list[list[OutboundPart]]:
    """The lines in which parts leave: one for all that is said, and one for each code."""
    return [[part for part in waiting if part.kind != KIND], *([part] for part in waiting if part.kind == KIND)]


def text_of(session: Session, codes: OneTimeCodes, part: OutboundPart, now: datetime) -> str | None:
    """What a part says if it leaves now; None when its code is no longer good or its number wants no messages."""
    row = otp.get(session, part.otp_id or 0)
    number = addresses.by_value(session, part.address)
    if row is None or row.state != "open" or row.expires_at <= now or (number is not None and number.opted_out_at):
        return None
    return codes.text(row, _language(_asker(session, part)))


def texts_of(session: Session, codes: OneTimeCodes, part: OutboundPart) -> frozenset[str]:
    """Everything a part may have said: by these it is recognised in the provider's log."""
    row = otp.get(session, part.otp_id or 0)
    return frozenset(codes.text(row, language) for language in Language) if row else frozenset()


def tell(session: Session, part: OutboundPart, key: str, now: datetime) -> None:
    """Tell whoever waits for a code that its message did not (or may not) arrive; nothing if nobody waits any more."""
    row = otp.get(session, part.otp_id or 0)
    asker = _asker(session, part)
    if row is None or row.state != "open" or row.expires_at <= now or asker.opted_out_at is not None:
        return
    language = _language(asker)
    line = say(language, key, number=shown(part.address, region_at(asker.value)))
    for number, body in enumerate(compose(line, Channel(asker.channel)).parts):
        told = OutboundPart(
            conversation_id=part.conversation_id,
            key=_told_key(part, number),
            address=asker.value,
            channel=asker.channel,
            body=spaced(body, language, asker.channel),
            segments=segments(body) if asker.channel == Channel.SMS else 0,
        )
        parts.add(session, told)


def told_keys(part: OutboundPart) -> list[str]:
    """The keys of the parts that `tell` writes."""
    return [_told_key(part, number) for number in range(MAX_PARTS)]


def _told_key(part: OutboundPart, number: int) -> str:
    return f"otp{part.otp_id}:lost{number}"


def _asker(session: Session, part: OutboundPart) -> Address:
    return session.get_one(Address, session.get_one(Conversation, part.conversation_id).address_id)


def _language(address: Address) -> Language:
    return Language(address.language or Language.FR)
