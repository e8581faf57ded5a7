"""The one line that may go to somebody who has written nothing for 24 hours: a template that Meta has approved. It says
that something waits for them; that leaves when they write (bot.dao.delivery.held_parts). Once for each closed window:
what counts is when they wrote last."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from bot.dao import addresses, alerts
from bot.dao.delivery import held_parts
from bot.i18n.catalogue import say
from bot.models import Address, OutboundPart
from bot.services.delivery.transport import Refusal, Why
from bot.services.delivery.writing import Draft, Recipient, write
from bot.types import Language, known

KIND: Final = held_parts.REMINDER
OF_ONE_PERSON: Final = (Why.OPTED_OUT, Why.NOT_THERE, Why.UNREACHABLE)
QUIET_FOR: Final = timedelta(hours=1)  # a template that is refused is refused to everybody


def call(session: Session, part: OutboundPart, address: Address, now: datetime) -> None:
    """A part is held for somebody: ask them to write, unless they were asked since they wrote last. `address` is
    locked."""
    if _is_of_use(session, address, now):
        language = language_of(address)
        to = Recipient(part.conversation_id, address.value, address.channel, language)
        write(session, to, Draft(key=_key(address), kind=KIND, body=say(language, "reminder")))


def is_due(session: Session, part: OutboundPart, now: datetime) -> bool:
    """Whether a reminder may still leave: they have not written since, and would get something by it."""
    address = addresses.by_value(session, part.address)
    if address is None or part.key.removesuffix(":again") != _key(address):
        return False
    return _is_of_use(session, address, now)


def language_of(address: Address | None) -> Language:
    """The language in which somebody is reminded."""
    return known(Language, address.language if address is not None else None, Language.FR)


def note_refusal(session: Session, part: OutboundPart, refusal: Refusal, now: datetime) -> None:
    """What operators learn of a refused reminder; what it spoke of waits all the same."""
    detail = f"code {refusal.code}, template {part.content_sid}"
    is_known = alerts.is_recent(session, "reminder_refused", detail, now - QUIET_FOR)
    if refusal.why not in OF_ONE_PERSON and not is_known:
        alerts.add(session, "reminder_refused", detail)


def _is_of_use(session: Session, address: Address, now: datetime) -> bool:
    """Whether they can be reached, and would get something if they wrote: a stranger at a phone that its user has
    signed out of would not. Who has opted out is written nothing, and sent nothing, of any kind."""
    owner = addresses.owner(session, address)
    if address.bad_at is not None:
        return False
    if owner is not None and (owner.blocked_at is not None or owner.deleted_at is not None):
        return False
    return held_parts.any_for(session, address.value, now, addresses.signed_in_at(address, now))


def _key(address: Address) -> str:
    written_at = address.last_inbound_at
    return f"{KIND}:{int(written_at.timestamp() * 1_000_000) if written_at else 0}"
