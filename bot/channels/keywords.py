"""Opt-out and opt-in words: one-word messages that must be honoured before anything else is read."""

import re
import unicodedata
from typing import Final, Literal

from bot.types import Channel

_STOP: Final = frozenset(
    "stop stopall unsubscribe end quit revoke optout arret arreter desabonnement desabonner desinscription "
    "desinscrire".split()
)
# On SMS Twilio itself stops sending after these (Twilio, default opt-out keywords); on WhatsApp they are ordinary.
_STOP_ON_SMS: Final = frozenset({"cancel"})
# YES also lifts Twilio's block on SMS, but it answers questions too: only the unmistakable words count here.
_START: Final = frozenset("start unstop subscribe reprendre reprise reabonnement reabonner reinscription".split())


def opt_keyword(body: str, channel: Channel) -> Literal["stop", "start"] | None:
    """What a message of one word asks: to stop all sending, to start again, or neither (None).

    Case, accents, quotation marks and punctuation around the word do not matter."""
    if len(body) > 40:
        return None
    decomposed = unicodedata.normalize("NFKD", body.casefold())
    plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    word = re.sub(r"^[\W_]+|[\W_]+$", "", plain)
    if word in _STOP or (channel is Channel.SMS and word in _STOP_ON_SMS):
        return "stop"
    return "start" if word in _START else None
