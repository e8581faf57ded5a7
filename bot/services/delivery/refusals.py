"""What follows when a provider or the carrier refuses a part, at once or later."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.capabilities import capabilities_of
from bot.channels.compose import compose
from bot.dao import addresses
from bot.dao.delivery import held_parts, parts
from bot.dao.library import files
from bot.i18n.catalogue import say
from bot.models import Address, OutboundPart
from bot.services.delivery import codes, hindrances, reminders, tapping
from bot.services.delivery.states import ARRIVED, LIFTED
from bot.services.delivery.transport import Refusal, Why
from bot.services.delivery.writing import KEY, PROGRESS, Draft, Recipient, write
from bot.services.library.files import Links, link_line
from bot.types import Language, known

AGAIN = ":again"  # how the key of what is sent a second time ends
MOST_ATTEMPTS = 3  # of what is sent a second time: then it waits for its person no more


def handle(session: Session, part: OutboundPart, refusal: Refusal, now: datetime, links: Links) -> None:
    """Do what a refusal calls for. The part itself is closed already; this adds parts or marks the address. For an
    address that has opted out nothing is added: what would leave later might find it opted in again."""
    wanted = not addresses.is_silent(session, part.address)
    if wanted and _may_pass(part, refusal):
        _write_again(session, part, now + timedelta(seconds=refusal.again_after_s or 0))
    elif part.kind == codes.KIND:
        codes.tell(session, part, "otp_not_delivered", now, stopped=refusal.why is Why.OPTED_OUT)
    elif refusal.why is Why.OPTED_OUT:
        _opt_out(session, part, now)
    elif wanted and part.kind != reminders.KIND:
        _do_otherwise(session, part, refusal, now, links)
    if refusal.again_after_s is None or not _is_tried_again(session, part):
        _hold_after_all(session, part, refusal, now)
    if part.kind == reminders.KIND:
        reminders.note_refusal(session, part, refusal, now)
    elif tapping.was_refused(part, refusal.code):
        tapping.note_refusal(session, part, refusal.code)
    if refusal.for_operators and not tapping.is_about_template(part, refusal.code):
        hindrances.tell_refused(session, part, refusal.code, now)


def take_back(session: Session, part: OutboundPart, was: str, now: datetime) -> None:
    """A part has arrived. If it had passed for lost (`was` is its state before), what was written instead of it and
    has not left yet stays here, and its address is good."""
    if was not in LIFTED:
        return
    keys = [_key(part, suffix) for suffix in held_parts.INSTEAD]
    origin = _origin(session, part)
    if origin is not None and all(each.state in ARRIVED for each in _by_sms(session, origin) if each.id != part.id):
        keys.append(origin.key)
    if part.kind == codes.KIND:
        keys += codes.told_keys(part)
    parts.withdraw(session, part.conversation_id, keys, now)
    addresses.mark_good(session, part.address)


def tells_doubt(part: OutboundPart) -> bool:
    """Whether a part is the line that says that another one may not have arrived."""
    return part.key.endswith(":unknown")


def tell_unknown(session: Session, part: OutboundPart, now: datetime) -> None:
    """Nobody could find out whether a part arrived: the person decides whether something is missing."""
    needs_no_word = part.kind == reminders.KIND or tells_doubt(part)
    if part.kind == codes.KIND:
        codes.tell(session, part, "otp_maybe_lost", now)
    elif not needs_no_word and not addresses.is_silent(session, part.address):
        to = _recipient(session, part)
        _write_instead(session, part, to, "unknown", _line(to, say(to.language, "delivery_unknown")))


def _may_pass(part: OutboundPart, refusal: Refusal) -> bool:
    """Whether a part is worth a second try: « I am still at it » would come behind the answer."""
    return refusal.again_after_s is not None and not part.key.endswith(AGAIN) and part.kind != PROGRESS


def _opt_out(session: Session, part: OutboundPart, now: datetime) -> None:
    if not _wrote_since(part, addresses.locked(session, part.address)):
        addresses.opt_out(session, part.address, now)
        parts.drop_pending(session, part.address, now)


def _wrote_since(part: OutboundPart, address: Address | None) -> bool:
    """Whether somebody has written since a part left. What its refusal says of their address may be out of date then,
    as after a STOP that they have taken back; if it still holds, the answer to them is refused too."""
    if address is None or address.last_inbound_at is None or part.dispatched_at is None:
        return False
    return address.last_inbound_at > part.dispatched_at


def _do_otherwise(session: Session, part: OutboundPart, refusal: Refusal, now: datetime, links: Links) -> None:
    """Do what lets its person have what a refused part says: by another channel, as text or link instead, or later. Or
    mark the address as one that nothing reaches."""
    if refusal.why in (Why.WINDOW_CLOSED, Why.NOT_THERE, Why.NOT_FROM_US):
        _by_other_channel(session, part, refusal, now, links)
    elif tapping.was_refused(part, refusal.code):
        _write_instead(session, part, _recipient(session, part), "text", part.body)
    elif _is_worth_holding(part, refusal):
        held_parts.hold(session, part.id, now)
    elif part.file_id and refusal.why in (Why.FILE, Why.OTHER):
        to = _recipient(session, part)
        _write_instead(session, part, to, "link", _line(to, _file_line(session, part, links, "file_resent_as_link")))
    elif refusal.why is Why.FILE:  # words that a channel will not have
        _by_other_channel(session, part, refusal, now, links)
    elif refusal.why is Why.UNREACHABLE and not _wrote_since(part, addresses.locked(session, part.address)):
        addresses.mark_bad(session, part.address, now)


def _is_worth_holding(part: OutboundPart, refusal: Refusal) -> bool:
    """Whether a refused part that surely did not pass is to wait until its person writes. Not one that stands in for
    another by SMS: there the part in whose place it went waits itself."""
    is_itself = part.kind != PROGRESS and held_parts.STANDS_IN.fullmatch(part.key) is None
    return refusal.surely_lost and is_itself and part.attempts < MOST_ATTEMPTS


def _by_other_channel(session: Session, part: OutboundPart, refusal: Refusal, now: datetime, links: Links) -> None:
    channel = capabilities_of(part.channel).stands_in
    other = addresses.other_of(session, part.address, channel, now) if channel else None
    if channel is not None and other is not None and held_parts.owner(session, part) in (None, other.user_id):
        to = _recipient(session, part, other.value, channel)
        text = _file_line(session, part, links) if part.file_id else part.body
        for number, body in enumerate(compose(text, channel, to.language).parts):
            _write_instead(session, part, to, f"sms{number}", body)
    elif refusal.why is Why.WINDOW_CLOSED and part.kind != PROGRESS:
        _hold(session, part, refusal, now)
    elif _is_worth_holding(part, refusal):
        held_parts.hold(session, part.id, now)


def _hold(session: Session, part: OutboundPart, refusal: Refusal, now: datetime) -> None:
    """Have a part wait until its person writes. If they have just written, the refusal is older than that: release
    it."""
    address = addresses.locked(session, part.address)
    if not held_parts.hold(session, part.id, now) or address is None:
        return
    if _wrote_since(part, address):
        held_parts.release(session, address.value, now, addresses.signed_in_at(address, now))
    elif refusal.reminds:
        reminders.call(session, part, address, now)


def _hold_after_all(session: Session, part: OutboundPart, refusal: Refusal, now: datetime) -> None:
    """Where a refused part went by SMS in place of another, have that one wait as a whole, and withdraw the rest of the
    SMS."""
    origin = _origin(session, part)
    if origin is None or origin.kind == PROGRESS or addresses.is_silent(session, origin.address):
        return
    parts.withdraw(session, origin.conversation_id, [each.key for each in _by_sms(session, origin)], now)
    _hold(session, origin, refusal, now)


def _origin(session: Session, part: OutboundPart) -> OutboundPart | None:
    """The part in whose place another one went by SMS."""
    found = held_parts.STANDS_IN.fullmatch(part.key)
    return next(iter(parts.of_keys(session, part.conversation_id, [found["key"]])), None) if found else None


def _by_sms(session: Session, origin: OutboundPart) -> Sequence[OutboundPart]:
    return parts.of_keys(session, origin.conversation_id, [_key(origin, suffix) for suffix in held_parts.BY_SMS])


def _is_tried_again(session: Session, part: OutboundPart) -> bool:
    return bool(parts.of_keys(session, part.conversation_id, [_key(part, "again")]))


def _write_again(session: Session, part: OutboundPart, due_at: datetime) -> None:
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


def _write_instead(session: Session, part: OutboundPart, to: Recipient, suffix: str, body: str) -> None:
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
    row = addresses.by_value(session, part.address)
    language = known(Language, row.language if row is not None else None, Language.FR)
    return Recipient(part.conversation_id, address or part.address, channel or part.channel, language, part.user_id)
