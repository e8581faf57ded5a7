"""What the phone page is told about a person's two threads: plain JSON made of the stand-in's records. Pure."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from bot.simulator.forms import ERROR_MESSAGES
from bot.simulator.records import Inbound, Media, Sent, TypingCall
from bot.simulator.twilio import TwilioStandIn
from bot.types import Channel, channel_of

TYPING_LASTS = timedelta(seconds=25)

REASONS = {
    21610: "Cette personne a envoyé STOP : Twilio ne lui délivre plus rien.",
    30003: "Le téléphone est injoignable.",
    30011: "Les fichiers ne passent pas par SMS dans ce pays.",
    63016: "Plus de 24 h depuis le dernier message de la personne : WhatsApp n’accepte qu’un modèle approuvé.",
    63019: "Le fichier n’a pas pu être téléchargé, ou il est trop gros.",
    63021: "WhatsApp n’accepte pas ce type de fichier.",
}


def address_of(channel: Channel, number: str) -> str:
    """A person's address on a channel: the number, with WhatsApp's prefix there."""
    return f"whatsapp:{number}" if channel is Channel.WHATSAPP else number


def threads(stand_in: TwilioStandIn, number: str, now: datetime) -> dict[str, Any]:
    """Both threads of a person."""
    with stand_in.changed:
        sent, inbound, typing = stand_in.sent, stand_in.inbound, stand_in.typing
        return {
            "version": stand_in.version,
            **{
                channel.value: {
                    "messages": thread(sent, inbound, address_of(channel, number)),
                    "typing_s": typing_left_s(sent, typing, address_of(channel, number), now),
                    "opted_out": stand_in.has_opted_out(address_of(channel, number)),
                }
                for channel in Channel
            },
        }


def thread(sent: Sequence[Sent], inbound: Sequence[Inbound], address: str) -> list[dict[str, Any]]:
    """The messages between a person and the application, in the order they were made."""
    mine = [_inbound_bubble(message) for message in inbound if message.from_ == address]
    theirs = [_sent_bubble(message) for message in sent if message.to == address]
    return sorted(mine + theirs, key=lambda bubble: str(bubble["at"]))


def typing_left_s(sent: Sequence[Sent], typing: Sequence[TypingCall], address: str, now: datetime) -> float:
    """Seconds for which « is typing… » still shows: 25 from the last call, none after an answer."""
    calls = [call.at for call in typing if call.to == address]
    if not calls:
        return 0
    answered = any(message.to == address and message.created_at > calls[-1] for message in sent)
    left = (calls[-1] + TYPING_LASTS - now).total_seconds()
    return 0 if answered else max(0.0, round(left, 1))


def _sent_bubble(message: Sent) -> dict[str, Any]:
    code = message.error_code
    reason = f"{code} : {REASONS.get(code) or ERROR_MESSAGES.get(code, 'erreur')}" if code else ""
    return {
        "sid": message.sid,
        "mine": False,
        "text": message.body,
        "at": message.created_at.isoformat(),
        "status": message.status,
        "problem": reason,
        "segments": message.segments if channel_of(message.to) is Channel.SMS else None,
        "files": [_file(media, media.url) for media in message.media],
        "missing_files": len(message.media_urls) if not message.media else 0,
        "callbacks": [f"{attempt.status} → {attempt.http_status or 'sans réponse'}" for attempt in message.callbacks],
    }


def _inbound_bubble(message: Inbound) -> dict[str, Any]:
    place = message.location
    return {
        "sid": message.sid,
        "mine": True,
        "text": message.body,
        "at": message.created_at.isoformat(),
        "status": "read" if message.read else "delivered" if message.http_status else "sent",
        "problem": message.problem,
        "files": [_file(media, f"/phone/media/{message.sid}/{quote(media.sid)}") for media in message.media],
        "place": {"label": place.label, "latitude": place.latitude, "longitude": place.longitude} if place else None,
    }


def _file(media: Media, url: str) -> dict[str, Any]:
    return {"name": media.filename, "type": media.content_type, "size": len(media.content), "url": url}
