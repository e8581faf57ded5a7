"""The row of an inbound message, built in one place for whoever inserts one: the webhook, and the search for messages
whose webhook never came. What no person wrote is stored closed: no conversation begins, nobody is woken."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

from bot.dao.database import Database
from bot.dao.inbound import NewInbound
from bot.models.base import utc_now
from bot.reading.incoming.message import Inbound
from bot.reading.incoming.priority import Words, priority_of
from bot.reading.incoming.senders import is_person

MEDIA_STAY: Final = timedelta(minutes=5)  # at the provider, or as long as their message waits


def row(
    database: Database,
    inbound: Inbound,
    our_numbers: Collection[str],
    service: str = "",
    *,
    found_in_log: bool = False,
    forgets_media: bool = False,
) -> NewInbound:
    """What is stored of a message to a service of this name. `found_in_log`: Twilio's log says so, no webhook did.
    `forgets_media`: what came along is to be deleted there once the message is closed, whether anybody looked at it or
    not."""
    words = Words(inbound.body, inbound.kind, inbound.channel, inbound.opt_out_type, service)
    by_person = is_person(inbound.sender, our_numbers)
    return NewInbound(
        message_sid=inbound.message_sid,
        conversation_id=database.conversation_key.id_of(inbound.sender),
        sender=inbound.sender,
        recipient=inbound.recipient,
        channel=inbound.channel,
        kind=inbound.kind,
        body=inbound.body,
        priority=priority_of(words),
        details=_details(inbound) | ({"found_in_log": True} if found_in_log else {}),
        processed_at=None if by_person else utc_now(),
        outcome="" if by_person else "not_a_person",
        media_due_at=utc_now() + MEDIA_STAY if forgets_media and inbound.media else None,
    )


def _details(inbound: Inbound) -> dict[str, Any]:
    """What else is worth keeping of a message, without what is empty."""
    location = inbound.location
    found: dict[str, Any] = {
        "profile_name": inbound.profile_name,
        "wa_id": inbound.wa_id,
        "external_user_id": inbound.external_user_id,
        "opt_out_type": inbound.opt_out_type,
        "button_payload": inbound.button_payload,
        "list_id": inbound.list_id,
        "replied_to_sid": inbound.replied_to_sid,
        "content_type": inbound.media[0].content_type if inbound.media else "",
        "media_urls": [media.url for media in inbound.media],
        "content_types": [media.content_type for media in inbound.media],
        "location": [location.latitude, location.longitude, location.label, location.address] if location else None,
    }
    return {name: value for name, value in found.items() if value}
