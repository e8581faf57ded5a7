"""What the phone page is told about a person's two threads: plain JSON made of the stand-in's records. Pure.

A page left open for a day asks ten thousand times: it is told the newest messages, and older ones when it asks."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from bot.simulator.cards import CARD_TYPES, read_card
from bot.simulator.records import Choices, Inbound, Media, Sent, TypingCall, channel_of
from bot.simulator.twilio import TwilioStandIn
from bot.simulator.uploads import address_of
from bot.types import Channel

TYPING_LASTS = timedelta(seconds=25)
NEWEST = 80  # messages of a thread that every answer carries
EARLIER = 60  # messages that « earlier » brings at once

Message = Sent | Inbound
Bubble = dict[str, Any]


def threads(stand_in: TwilioStandIn, number: str, now: datetime) -> dict[str, Any]:
    """The newest messages of both threads of a person."""
    with stand_in.changed:
        return {channel.value: _thread(stand_in, address_of(channel, number), now) for channel in Channel}


def earlier(stand_in: TwilioStandIn, address: str, before: str) -> dict[str, Any]:
    """The messages that came before the one with this key."""
    with stand_in.changed:
        messages = conversation(stand_in.sent, stand_in.inbound, address)
        end = next((place for place, message in enumerate(messages) if key_of(message) == before), 0)
        start = max(0, end - EARLIER)
        return {"messages": [bubble(message) for message in messages[start:end]], "older": start > 0}


def conversation(sent: Sequence[Sent], inbound: Sequence[Inbound], address: str) -> list[Message]:
    """The messages between a person and the application, in the order they were made."""
    mine = [message for message in inbound if message.from_ == address]
    theirs = [message for message in sent if message.to == address]
    return sorted([*mine, *theirs], key=lambda message: message.created_at)


def typing_left_s(sent: Sequence[Sent], typing: Sequence[TypingCall], address: str, now: datetime) -> float:
    """Seconds for which « is typing… » still shows: 25 from the last call, none after an answer."""
    calls = [call.at for call in typing if call.to == address]
    if not calls:
        return 0
    answered = any(message.to == address and message.created_at > calls[-1] for message in sent)
    left = (calls[-1] + TYPING_LASTS - now).total_seconds()
    return 0 if answered else max(0.0, round(left, 1))


def key_of(message: Message) -> str:
    """What the page calls a message: its identifier without the two letters, which depend on what hangs on it."""
    return message.sid[2:]


def bubble(message: Message) -> Bubble:
    """One message as the page draws it."""
    return _sent_bubble(message) if isinstance(message, Sent) else _inbound_bubble(message)


def _thread(stand_in: TwilioStandIn, address: str, now: datetime) -> dict[str, Any]:
    messages = conversation(stand_in.sent, stand_in.inbound, address)
    return {
        "messages": [bubble(message) for message in messages[-NEWEST:]],
        "older": len(messages) > NEWEST,
        "typing_s": typing_left_s(stand_in.sent, stand_in.typing, address, now),
        "opted_out": stand_in.has_opted_out(address),
    }


def _sent_bubble(message: Sent) -> Bubble:
    return {
        "key": key_of(message),
        "mine": False,
        "text": message.body,
        "at": message.created_at.isoformat(),
        "status": message.status,
        "problem": {"code": message.error_code, "detail": ""} if message.error_code else None,
        "segments": message.segments if channel_of(message.to) is Channel.SMS else None,
        "files": [_file(media, media.url) for media in message.media],
        "missing_files": len(message.media_urls) if not message.media else 0,
        "choices": _choices(message.choices) if message.choices else None,
    }


def _choices(choices: Choices) -> dict[str, Any]:
    return {"opener": choices.opener, "titles": [item.title for item in choices.items]}


def _inbound_bubble(message: Inbound) -> Bubble:
    place = message.location
    code, _, detail = message.problem.partition(" ")
    return {
        "key": key_of(message),
        "mine": True,
        "text": message.body,
        "at": message.created_at.isoformat(),
        "status": "read" if message.read else "delivered" if message.http_status else "sent",
        "problem": {"code": int(code), "detail": detail} if code else None,
        "files": [_file(media, f"/phone/media/{message.sid}/{quote(media.sid)}") for media in message.media],
        "place": {"label": place.label, "address": place.address, "latitude": place.latitude,
                  "longitude": place.longitude} if place else None,
        "quotes": message.extra.get("OriginalRepliedMessageSid", "")[2:],
    }  # fmt: skip


def _file(media: Media, url: str) -> dict[str, Any]:
    card = {"card": read_card(media.content)} if media.content_type in CARD_TYPES else {}
    return {"name": media.filename, "type": media.content_type, "size": len(media.content), "url": url, **card}
