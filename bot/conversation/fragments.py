"""Which waiting messages are one turn: fragments sent within a moment of each other are read as one. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.models import InboundMessage

LONGEST_WAIT_S = 3.0  # from the first fragment: somebody who never stops typing is answered too


@dataclass(frozen=True, slots=True)
class Ready:
    """These messages, in order of arrival, are the next turn."""

    messages: tuple[InboundMessage, ...]


@dataclass(frozen=True, slots=True)
class WaitFor:
    """More fragments may come: look again after so many seconds."""

    seconds: float


def next_turn(
    waiting: Sequence[InboundMessage],
    now: datetime,
    window_s: float,
    is_fragment: Callable[[InboundMessage], bool],
) -> Ready | WaitFor:
    """The first turn among waiting messages (at least one). Commands and media neither wait nor merge."""
    first = waiting[0]
    if not is_fragment(first):
        return Ready((first,))
    group = [first]
    for message in waiting[1:]:
        gap = (message.received_at - group[-1].received_at).total_seconds()
        if not is_fragment(message) or gap > window_s or _since(first, message.received_at) > LONGEST_WAIT_S:
            return Ready(tuple(group))
        group.append(message)
    quiet_in = window_s - _since(group[-1], now)
    patience = LONGEST_WAIT_S - _since(first, now)
    wait = min(quiet_in, patience)
    return WaitFor(wait) if 0 < wait <= LONGEST_WAIT_S else Ready(tuple(group))


def _since(message: InboundMessage, moment: datetime) -> float:
    return (moment - message.received_at).total_seconds()
