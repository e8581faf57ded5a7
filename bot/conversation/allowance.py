"""What guests may ask in a day: counted when an answer is begun, and looked at before anything is fetched for them."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from bot.conversation import care
from bot.conversation.outcomes import Closed, Ending
from bot.conversation.people import Person, address_of
from bot.conversation.talk import Talk
from bot.i18n.day import today_at
from bot.models import InboundMessage
from bot.services.attachments.entries import comes_along
from bot.services.limits.refusals import may_say
from bot.types import Mode


def is_used_up(talk: Talk) -> bool:
    """Whether these messages would find nothing left of today's allowance. Somebody in distress has no bound."""
    return _is_bound(talk) and _used(talk) >= talk.desk.settings.guest_daily_messages


def left(talk: Talk) -> int:
    """How many messages a guest has left today."""
    return max(0, talk.desk.settings.guest_daily_messages - _used(talk))


def take(talk: Talk) -> Closed | None:
    """Count a guest's messages; when the allowance is used up, invite to sign in."""
    if not _is_bound(talk):
        return None
    address = talk.address
    address.guest_messages, address.guest_day = _used(talk) + _counted(talk.messages), _today(talk)
    return refuse(talk) if address.guest_messages > talk.desk.settings.guest_daily_messages else None


def give_back(session: Session, someone: Person, messages: Sequence[InboundMessage], now: datetime) -> None:
    """Count a guest's messages as none: they were not answered, through no fault of theirs."""
    address = address_of(session, someone)
    if not someone.signed_in and address.guest_day == today_at(address.value, now).isoformat():
        address.guest_messages = max(0, address.guest_messages - _counted(messages))


def refuse(talk: Talk) -> Closed:
    """Say once a day that it is used up."""
    if may_say(talk.address, "allowance", talk.now):
        settings = talk.desk.settings
        talk.say("guest_allowance_used", limit=settings.guest_daily_messages, contact=settings.human_contact)
    return Closed(Ending.ALLOWANCE_USED)


def _is_bound(talk: Talk) -> bool:
    return talk.person.mode == Mode.GUEST and not care.is_free(talk)


def _counted(messages: Sequence[InboundMessage]) -> int:
    return max(1, sum(not comes_along(message) for message in messages))  # an album is one


def _used(talk: Talk) -> int:
    return talk.address.guest_messages if talk.address.guest_day == _today(talk) else 0


def _today(talk: Talk) -> str:
    return today_at(talk.address.value, talk.now).isoformat()
