"""Which waiting messages are one turn: fragments sent within a moment of each other are read as one, and so are photos
and other media with the words around them, which take longer to be sent. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.models import InboundMessage
from bot.reading.incoming.announcing import announces_media
from bot.services.attachments.entries import comes_along


@dataclass(frozen=True, slots=True)
class Ready:
    """These messages, in order of arrival, are the next turn."""

    messages: tuple[InboundMessage, ...]


@dataclass(frozen=True, slots=True)
class WaitFor:
    """More fragments may come: look again after so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Patience:
    """How long is waited, in seconds: behind the last fragment, and altogether: somebody who never stops is answered
    too."""

    quiet_s: float
    longest_s: float


LONGEST_S = 3.0
LONGEST_WITH_MEDIA_S = 10.0


def next_turn(
    waiting: Sequence[InboundMessage],
    now: datetime,
    window_s: float,
    media_window_s: float,
    is_fragment: Callable[[InboundMessage], bool],
) -> Ready | WaitFor:
    """The first turn among waiting messages (at least one). Commands neither wait nor merge."""
    words = Patience(window_s, max(window_s, LONGEST_S))
    media = Patience(max(window_s, media_window_s), LONGEST_WITH_MEDIA_S)
    first = waiting[0]
    if not is_fragment(first):
        return Ready((first,))
    group = [first]
    for message in waiting[1:]:
        patience = media if comes_along(message) or _has_media(group) else words
        gap = (message.received_at - group[-1].received_at).total_seconds()
        is_late = gap > patience.quiet_s or _since(first, message.received_at) > patience.longest_s
        if is_late or not is_fragment(message):
            return Ready(tuple(group))
        group.append(message)
    patience = media if _has_media(group) or announces_media(group[-1].body) else words
    wait = min(patience.quiet_s - _since(group[-1], now), patience.longest_s - _since(first, now))
    return WaitFor(wait) if 0 < wait <= patience.longest_s else Ready(tuple(group))


def _has_media(group: Sequence[InboundMessage]) -> bool:
    return any(comes_along(message) for message in group)


def _since(message: InboundMessage, moment: datetime) -> float:
    return (moment - message.received_at).total_seconds()
