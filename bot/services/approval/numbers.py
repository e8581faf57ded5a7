"""The number that says yes where anybody can write in somebody else's name (docs/decisions/0012): it stands only in our
own question, is other each time, and few guesses are allowed."""

import hmac
import secrets
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from bot.capabilities import capabilities_of
from bot.dao import interactions
from bot.reading.replies.confirmations import DIGITS

MOST_TRIES: Final = 3  # of one question
MOST_WRONG: Final = 9  # numbers among 90,000, of one kind of question in a day, however the questions ended
VOID: Final = "void"
DAY: Final = timedelta(days=1)


def new_number() -> str:
    """Five digits nobody can know."""
    return str(10 ** (DIGITS - 1) + secrets.randbelow(9 * 10 ** (DIGITS - 1)))


def number_for(channel: str) -> str:
    """What says yes on a channel instead of the digit 1; nothing where senders are proven."""
    return new_number() if capabilities_of(channel).forgeable else ""


def is_same(number: str, typed: str) -> bool:
    """Compares in constant time."""
    return hmac.compare_digest(number.encode(), typed.encode())


def is_locked(session: Session, conversation_id: str, kind: str, now: datetime) -> bool:
    """Whether so many numbers were wrong that no question of this kind is put today."""
    asked = interactions.payloads(session, conversation_id, (kind,), now - DAY)
    wrong: int = sum(payload.get("tries", 0) for payload in asked)
    return wrong > MOST_WRONG - MOST_TRIES
