"""What follows when a provider or the carrier refuses a part, at once or later."""

from datetime import datetime, timedelta

from sqlmodel import Session

from bot.capabilities import capabilities_of
from bot.channels.compose import compose
from bot.dao import addresses, alerts, files, parts
from bot.i18n.catalogue import say
from bot.models import OutboundPart
from bot.services.delivery import codes, tapping
from bot.services.delivery.states import REFUSED
from bot.services.delivery.transport import Refusal, Why
from bot.services.delivery.writing import KEY, Draft, Recipient, write
from bot.services.library.files import Links, link_line
from bot.types import Language

INSTEAD = ("again", "text", "link", "unknown", "sms0", "sms1", "sms2")  # what the keys of such parts end with


def handle(session: Session, part: OutboundPart, refusal: Refusal, now: datetime, links: Links) -> None:
    """Do what a refusal calls for. The part itself is closed already; this adds parts or marks the address. For an
    address that has opted out nothing is added: what would leave later might find it opted in again."""
    wanted = not addresses.is_silent(session, part.address)
    if wanted and refusal.again_after_s is not None and not part.key.endswith(":again"):
        _again(session, part, now + timedelta(seconds=refusal.again_after_s))
    elif part.kind == codes.KIND:
        codes.tell(session, part, "otp_not_delivered", now)
    elif refusal.why is Why.OPTED_OUT:
        addresses.opt_out(session, part.address, now)
        parts.drop_pending(session, part.address, now)
    elif wanted:
        _otherwise(session, part, refusal, now, links)
    if part.content_sid and tapping.is_refusal(refusal.code):
        tapping.note_refusal(session, part, refusal.code)
    if refusal.for_operators:
        alerts.add(session, "delivery_refused", f"code {refusal.code}", part.run_id)


def take_back(session: Session, part: OutboundPart, was: str, now: datetime) -> None:
    """A part has arrived. If it had passed for lost (`was` is its state before), what was written instead of it and
    has not left yet stays here, and its address is good."""
    if was not in (*REFUSED, "held"):
        return
    keys = [_key(part, suffix) for suffix in INSTEAD]
    if part.kind == codes.KIND:
        keys += codes.told_keys(part)
    parts.withdraw(session, part.conversation_id, keys, now)
    addresses.mark_good(session, part.address)


def tell_unknown(session: Session, part: OutboundPart, now: datetime) -> None:
    """Nobody could find out whether a part arrived: the person decides whether something is missing."""
    if part.kind == codes.KIND:
        codes.tell(session, part, "otp_maybe_lost", now)
    elif not part.key.endswith(":unknown") and not addresses.is_silent(session, part.address):
        to = _recipient(session, part)
        _instead(session, part, to, "unknown", _line(to, say(to.language, "delivery_unknown")))


def _otherwise(session: Session, part: OutboundPart, refusal: Refusal, now: datetime, links: Links) -> None:
    """Another way for what could not go this one."""
    if refusal.why in (Why.WINDOW_CLOSED, Why.NOT_THERE):
        _another_way(session, part, now, links, hold=refusal.why is Why.WINDOW_CLOSED)
    elif part.content_sid and tapping.is_refusal(refusal.code):
        _instead(session, part, _recipient(session, part), "text", part.body)
    elif refusal.why is Why.FILE and part.file_id:
        to = _recipient(session, part)
        _instead(session, part, to, "link", _line(to, _file_line(session, part, links, "file_resent_as_link")))
    elif refusal.why is Why.UNREACHABLE:
        addresses.mark_bad(session, part.address, now)


def _another_way(session: Session, part: OutboundPart, now: datetime, links: Links, *, hold: bool) -> None:
    channel = capabilities_of(part.channel).stands_in
    other = addresses.other_of(session, part.address, channel, now) if channel else None
    if channel is not None and other is not None:
        to = _recipient(session, part, other.value, channel)
        text = _file_line(session, part, links) if part.file_id else part.body
        for number, body in enumerate(compose(text, channel, to.language).parts):
            _instead(session, part, to, f"sms{number}", body)
    elif hold:
        parts.advance(session, part.id, ("failed", "undelivered"), state="held", closed_at=None, due_at=now)


def _again(session: Session, part: OutboundPart, due_at: datetime) -> None:
    again = Draft(
        key=_key(part, "again"),
        body=part.body,
        kind=part.kind,
        run_id=part.run_id,
        file_id=part.file_id,
        otp_id=part.otp_id,
        due_at=due_at,
    )
    write(session, _recipient(session, part), again)


def _instead(session: Session, part: OutboundPart, to: Recipient, suffix: str, body: str) -> None:
    write(session, to, Draft(key=_key(part, suffix), body=body, run_id=part.run_id))


def _key(part: OutboundPart, suffix: str) -> str:
    return f"{part.key}:{suffix}"[:KEY]


def _file_line(session: Session, part: OutboundPart, links: Links, key: str = "file_link") -> str:
    (file,) = files.of_part(session, part)
    return link_line(file, links, _recipient(session, part).language, key)


def _line(to: Recipient, text: str) -> str:
    """One short sentence, as the part's channel writes it."""
    return "\n".join(compose(text, to.channel, to.language).parts)


def _recipient(
    session: Session, part: OutboundPart, address: str | None = None, channel: str | None = None
) -> Recipient:
    """Whom the part was for, or the same person elsewhere."""
    known = addresses.by_value(session, part.address)
    language = Language(known.language) if known and known.language else Language.FR
    return Recipient(part.conversation_id, address or part.address, channel or part.channel, language)
