"""Contact cards (vCard, RFC 6350 and the older forms that telephones write): read in a child process, within bounds."""

import json
from dataclasses import dataclass

from bot.errors import DocumentError, FileUnreadable
from bot.isolation.children import run_child
from bot.refusals import Unreadable

MODULE = "bot.isolation.readers.cards"
MAX_BYTES = 2 * 1024 * 1024  # a card may carry its person's portrait
TIMEOUT_S, MEMORY_MIB = 10.0, 256


@dataclass(frozen=True, slots=True)
class Card:
    """One person. `numbers` as they are written, digits and `+` alone; any of these may be empty."""

    name: str
    organisation: str
    numbers: tuple[str, ...]
    emails: tuple[str, ...]


def read_cards(body: bytes) -> tuple[tuple[Card, ...], int]:
    """The people of a file of cards, each with a name, a number or an address; one at least; and how many more it has
    than are read. Raises FileUnreadable."""
    if len(body) > MAX_BYTES:
        raise FileUnreadable(Unreadable.TOO_LARGE)
    try:
        found = json.loads(run_child(MODULE, body, timeout_s=TIMEOUT_S, memory_mib=MEMORY_MIB))
    except DocumentError:
        raise FileUnreadable(Unreadable.CORRUPT) from None
    if not found["cards"]:
        raise FileUnreadable(Unreadable.EMPTY)
    cards = tuple(
        Card(each["name"], each["organisation"], tuple(each["numbers"]), tuple(each["emails"]))
        for each in found["cards"]
    )
    return cards, found["left_out"]
