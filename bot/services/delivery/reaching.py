"""Where a user is best written to when they have not asked just now: only where they are signed in, for elsewhere
somebody else may hold the phone."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session

from bot.capabilities import capabilities_of, is_open
from bot.dao import addresses, conversations, users
from bot.models import Address
from bot.services.delivery.outbox import Recipient
from bot.types import Channel, Language, known


def recipient_of(
    session: Session, user_id: int, conversation_id: str | None, now: datetime, default: Language
) -> Recipient | None:
    """Where something that began in a conversation is told; None when the user is signed in nowhere that may be written
    to."""
    origin = addresses.of_conversation(session, conversation_id) if conversation_id else None
    return recipient_among(session, user_id, addresses.reachable_of(session, user_id, now), origin, now, default)


def recipient_among(
    session: Session, user_id: int, reachable: Sequence[Address], origin: str | None, now: datetime, default: Language
) -> Recipient | None:
    """`recipient_of`, for who knows already where the user may be written to (`reachable`) and at which address it
    began (`origin`)."""
    address = _best(reachable, origin, now)
    if address is None:
        return None
    user = users.by_id(session, user_id)
    chosen = known(Language, user.language) if user else None
    language = chosen or known(Language, address.language, default)
    conversation = conversations.ensure(session, address.value)
    return Recipient(conversation.id, address.value, address.channel, language, user_id)


def _best(reachable: Sequence[Address], origin: str | None, now: datetime) -> Address | None:
    """Where it was asked for, else where WhatsApp still lets us, else by SMS, else wherever they are signed in; what a
    closed window refuses goes on from there by itself (bot.services.delivery.refusals)."""

    def preference(address: Address) -> tuple[bool, bool, bool]:
        may_read = is_open(capabilities_of(address.channel), address.last_inbound_at, now)
        return not may_read, address.value != origin, address.channel == Channel.SMS

    return min(reachable, key=preference, default=None)
