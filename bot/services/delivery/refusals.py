"""What follows when Twilio or the carrier refuses a part, at once or later: by error code (Twilio's list)."""

from datetime import datetime, timedelta

from sqlmodel import Session

from bot.channels.compose import compose
from bot.channels.gsm7 import segments
from bot.channels.typography import spaced
from bot.dao import addresses, alerts, parts
from bot.i18n.catalogue import say
from bot.models import OutboundPart, StoredFile
from bot.services.delivery import codes, tapping
from bot.services.delivery.states import REFUSED
from bot.services.library.files import Links
from bot.types import Channel, Language

OPTED_OUT = 21610
WINDOW_CLOSED = 63016
MEDIA_FAILED = (63019, 63021, 30011)
NOT_ON_WHATSAPP = (63003, 63024)
UNREACHABLE = (21211, 21612, 21614, 30005, 30006)
RETRY_LATER_S = {30003: 60, 30008: 60, 63012: 30, 63018: 10}
INSTEAD = ("again", "text", "link", "unknown", "sms0", "sms1", "sms2")  # what the keys of such parts end with
FOR_OPERATORS = (20003, 21408, 21606, 21608, 21703, 30002, 30007, 63001, 63007, 63013, 63038, 63051, 63112)


def handle(session: Session, part: OutboundPart, code: int | None, now: datetime, links: Links) -> None:
    """Do what a refusal calls for. The part itself is closed already; this adds parts or marks the address. For an
    address that has opted out nothing is added: what would leave later might find it opted in again."""
    wanted = not addresses.is_silent(session, part.address)
    if wanted and code in RETRY_LATER_S and not part.key.endswith(":again"):
        _again(session, part, now + timedelta(seconds=RETRY_LATER_S[code]))
    elif part.kind == codes.KIND:
        codes.tell(session, part, "otp_not_delivered", now)
    elif code == OPTED_OUT:
        addresses.opt_out(session, part.address, now)
        parts.drop_pending(session, part.address, now)
    elif wanted:
        _otherwise(session, part, code, now, links)
    if part.content_sid and tapping.is_refusal(code):
        tapping.note_refusal(session, part, code)
    if code in FOR_OPERATORS or code is None:
        alerts.add(session, "delivery_refused", f"code {code}", part.run_id)


def take_back(session: Session, part: OutboundPart, was: str, now: datetime) -> None:
    """A part has arrived. If it had passed for lost (`was` is its state before), what was written instead of it and
    has not left yet stays here, and its address is good."""
    if was not in (*REFUSED, "held"):
        return
    keys = [f"{part.key}:{suffix}"[:64] for suffix in INSTEAD]
    if part.kind == codes.KIND:
        keys += codes.told_keys(part)
    parts.withdraw(session, part.conversation_id, keys, now)
    addresses.mark_good(session, part.address)


def _otherwise(session: Session, part: OutboundPart, code: int | None, now: datetime, links: Links) -> None:
    """Another way for what could not go this one."""
    if code == WINDOW_CLOSED or code in NOT_ON_WHATSAPP:
        _another_way(session, part, now, links, hold=code == WINDOW_CLOSED)
    elif part.content_sid and tapping.is_refusal(code):
        parts.add(session, _copy(part, "text", body=part.body))
    elif code in MEDIA_FAILED and part.file_id:
        _as_link(session, part, links)
    elif code in UNREACHABLE:
        addresses.mark_bad(session, part.address, now)


def _another_way(session: Session, part: OutboundPart, now: datetime, links: Links, *, hold: bool) -> None:
    sms = addresses.sms_of(session, part.address, now) if part.channel == Channel.WHATSAPP else None
    if sms is not None:
        text = _file_line(session, part, links) if part.file_id else part.body
        for number, body in enumerate(compose(text, Channel.SMS).parts):
            parts.add(session, _copy(part, f"sms{number}", address=sms.value, channel=Channel.SMS, body=body))
    elif hold:
        parts.advance(session, part.id, ("failed", "undelivered"), state="held", closed_at=None, due_at=now)


def tell_unknown(session: Session, part: OutboundPart, now: datetime) -> None:
    """Nobody could find out whether a part arrived: the person decides whether something is missing."""
    if part.kind == codes.KIND:
        codes.tell(session, part, "otp_maybe_lost", now)
    elif not part.key.endswith(":unknown") and not addresses.is_silent(session, part.address):
        parts.add(session, _copy(part, "unknown", body=_line(session, part, "delivery_unknown")))


def _as_link(session: Session, part: OutboundPart, links: Links) -> None:
    file = session.get_one(StoredFile, part.file_id)
    parts.add(session, _copy(part, "link", body=_line(session, part, "file_resent_as_link", link=links.to(file))))


def _again(session: Session, part: OutboundPart, due_at: datetime) -> None:
    again = _copy(part, "again", body=part.body)
    again.file_id, again.otp_id, again.kind, again.due_at = part.file_id, part.otp_id, part.kind, due_at
    parts.add(session, again)


def _file_line(session: Session, part: OutboundPart, links: Links) -> str:
    file = session.get_one(StoredFile, part.file_id)
    return f"{file.title or file.name} : {links.to(file)}"


def _line(session: Session, part: OutboundPart, key: str, **values: str) -> str:
    """One short sentence, as the part's channel writes it."""
    language = _language(session, part)
    composed = compose(say(language, key, **values), Channel(part.channel))
    return spaced("\n".join(composed.parts), language, part.channel)


def _language(session: Session, part: OutboundPart) -> Language:
    address = addresses.by_value(session, part.address)
    return Language(address.language) if address and address.language else Language.FR


def _copy(
    part: OutboundPart, suffix: str, *, body: str, address: str | None = None, channel: str | None = None
) -> OutboundPart:
    return OutboundPart(
        conversation_id=part.conversation_id,
        run_id=part.run_id,
        key=f"{part.key}:{suffix}"[:64],
        address=address or part.address,
        channel=channel or part.channel,
        body=body,
        segments=segments(body) if (channel or part.channel) == Channel.SMS else 0,
    )
