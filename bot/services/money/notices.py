"""A webhook of a payment provider: stored once, and its payment is due at once, in one transaction."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlmodel import Session

from bot.clients.payments import Notice
from bot.dao import alerts
from bot.dao.money import payments
from bot.models import PaymentEvent
from bot.services.money.shop import PREFIX

PLAIN: Final = re.compile(r"[\w.:=-]{1,64}", re.ASCII)
EVENT_CHARS: Final = 128


@dataclass(frozen=True, slots=True)
class Taken:
    """What a notice was: new, duplicate, unknown (ours by its look, and no payment of ours) or foreign. `payment_id`:
    somebody is to look at it."""

    result: str
    payment_id: int | None = None


def take(session: Session, provider: str, notice: Notice, now: datetime) -> Taken:
    """Store a notice whose signature was checked. What another product of the same merchant sells leaves no trace,
    however its orders are called. Money that goes back takes no credits: operators are told. Raises ValueError for what
    no provider writes."""
    if not notice.reference.startswith(PREFIX):
        return Taken("foreign")
    if not all(PLAIN.fullmatch(text) for text in (notice.reference, notice.kind)):
        raise ValueError("an odd reference or kind")
    if len(notice.event_id) > EVENT_CHARS or not (notice.event_id.isascii() and notice.event_id.isprintable()):
        raise ValueError("an odd event id")
    event = PaymentEvent(
        provider=provider, event_id=notice.event_id, kind=notice.kind, reference=notice.reference, created_at=now
    )
    if not payments.take_notice(session, event):
        return Taken("duplicate")
    payment_id = payments.make_due(session, provider, notice.reference, now)
    if payment_id is None:
        alerts.add(session, "payment_unknown", f"{provider} {notice.reference}")
        return Taken("unknown")
    if notice.goes_back:
        alerts.add(session, "payment_goes_back", f"payment {notice.reference}: {provider} {notice.kind}")
    return Taken("new", payment_id)
