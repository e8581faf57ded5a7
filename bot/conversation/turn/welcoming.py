"""What a guest is told beside the first answer: whom they talk to, or that their sign-in has run out."""

from sqlmodel import Session

from bot.config import Settings
from bot.conversation.people import Person, address_of
from bot.i18n.catalogue import say, scope
from bot.services.delivery.outbox import Outbox


def welcome(session: Session, person: Person, outbox: Outbox, settings: Settings) -> None:
    """Once for each new address of a guest: that this is a machine, what is kept, who the human is."""
    if person.signed_in:
        return
    address = address_of(session, person)
    if address.welcomed_at is not None:
        return
    text = say(
        person.language,
        "welcome_guest",
        service=settings.service_name,
        scope=scope(settings.service_scope, person.language),
        contact=settings.human_contact,
    )
    outbox.text("welcome", text)
    address.welcomed_at = address.last_inbound_at or address.created_at


def tell_of_lapse(session: Session, person: Person, outbox: Outbox) -> None:
    """Once after a sign-in has run out: whoever is answered as a guest from then on would not know why. Who signed out
    knows."""
    if person.signed_in:
        return
    address = address_of(session, person)
    told, until, now = address.welcomed_at, address.signed_in_until, address.last_inbound_at
    if told is None or until is None or now is None or not told < until <= now:
        return
    outbox.text(f"lapsed{int(until.timestamp())}", say(person.language, "sign_in_lapsed"))
    address.welcomed_at = now
