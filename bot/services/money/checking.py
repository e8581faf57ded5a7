"""When a payment is looked at again, whatever webhooks come. Pure."""

from datetime import datetime, timedelta
from typing import Final

from bot.models import Payment

GRACE: Final = timedelta(seconds=60)  # behind the end of a link, for clocks that differ and payments under way
_BEFORE: Final = (timedelta(minutes=2), timedelta(minutes=10))  # from its beginning: somebody may wait for the receipt
_AFTER: Final = (GRACE, timedelta(hours=1), timedelta(days=1), timedelta(days=2), timedelta(days=3))
SOON: Final = timedelta(seconds=30)  # a webhook said that something happened, and it does not show yet
_RETRIES: Final = (20, 30, 60, 120, 300, 600)  # seconds; the first is longer than a call that was not answered


def next_look(payment: Payment, now: datetime) -> datetime | None:
    """When to ask next about a payment that is not paid. None: never again, unless a webhook comes."""
    looks = [payment.created_at + after for after in _BEFORE] + [payment.expires_at + after for after in _AFTER]
    return next((moment for moment in sorted(looks) if moment > now), None)


def retry_at(tries: int, now: datetime) -> datetime:
    """When to ask again a provider that has not answered for so many tries."""
    return now + timedelta(seconds=_RETRIES[min(tries, len(_RETRIES)) - 1])


def is_over(payment: Payment, now: datetime) -> bool:
    """Whether its link has ended."""
    return now >= payment.expires_at + GRACE
