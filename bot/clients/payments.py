"""What a payment provider is to us, in our words: four questions, a webhook, and a try-out. docs/extending.md has the
recipe. Money is in whole units of its currency; the franc CFA (XOF) has no smaller one."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, ClassVar, Final, Protocol

from bot.errors import TransientError

MOST_LINK: Final = 1_024  # characters
MOST_ID: Final = 128
UNKNOWN_PAYMENT: Final = 404  # the code of the error for a question about a payment that the provider does not know
Header = Callable[[str], str | None]  # a header of a webhook by its name, in whichever case


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be paid. `reference` is ours and unique; `payer` stands for the person and says nothing of them;
    `back_url` is where the provider's page sends them afterwards, which proves nothing. `attempt` counts from 1: at a
    later one an answer may have been lost, and the provider may know the order already."""

    reference: str
    amount: int
    currency: str
    payer: str
    back_url: str
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Checkout:
    """Where the person pays. `session_id` is the provider's own; `expires_at` as it says, if it does."""

    session_id: str
    link: str
    expires_at: datetime | None = None


class Standing(StrEnum):
    """How a payment stands."""

    OPEN = "open"  # it may still be paid
    PAID = "paid"
    FAILED = "failed"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Report:
    """What the provider says of a payment when it is asked. `amount` is None when it is no whole number of units."""

    standing: Standing
    reference: str
    amount: int | None
    currency: str
    transaction: str = ""  # the provider's number of what was paid, as the payer's receipt shows it


@dataclass(frozen=True, slots=True)
class Notice:
    """What a webhook tells: that something has happened to a payment, never what. `event_id` is the same in every
    delivery of one event. `goes_back`: what was paid is disputed or refunded, which people look at."""

    event_id: str
    kind: str
    reference: str
    goes_back: bool = False


class PaymentProvider(Protocol):
    """One provider. Safe to share between threads; every call ends in time and raises bot.errors.ProviderError."""

    name: ClassVar[str]
    address: str  # of its API

    def create(self, order: Order) -> Checkout:
        """Open a payment; again for the same order without a second one that anybody could pay."""

    def query(self, reference: str, session_id: str) -> Report:
        """How a payment stands. Raises an error of the code UNKNOWN_PAYMENT for one that the provider does not know."""

    def close(self, session_id: str) -> None:
        """Let nobody pay what is still open, where the provider can do that; nothing where it cannot."""

    def is_signed(self, header: Header, body: bytes, now: datetime) -> bool:
        """Whether the provider has signed these bytes, lately if it says when. Compares in constant time."""

    def read(self, told: Any) -> Notice | None:
        """A webhook's JSON; None when it is not about a payment of ours. Raises ValueError, KeyError, TypeError or
        AttributeError for nonsense."""

    def try_out(self) -> None:
        """Whether it answers to our key; nothing changes by it."""


def odd(who: str) -> TransientError:
    """It answered, and not as documented: whether something happened is not known."""
    return TransientError(f"{who} answered something unexpected")


def is_usable(checkout: Checkout) -> bool:
    """Whether its link can be sent to a person (an https address, or http on this machine) and its id be stored."""
    link, session_id = checkout.link, checkout.session_id
    is_link = link.startswith(("https://", "http://127.0.0.1:", "http://localhost:")) and " " not in link
    is_plain = link.isprintable() and session_id.isascii() and session_id.isprintable()
    return is_link and is_plain and len(link) <= MOST_LINK and 0 < len(session_id) <= MOST_ID
