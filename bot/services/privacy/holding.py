"""The day after an account grew: whoever signed in with a stolen phone or SIM card gets nothing old at once.

Every way in which older data leave asks here: the copy of everything, the list of files, whatever the agent's tools
attach or link. What is made from now on is the person's to have, and links sent before go on working."""

import math
from datetime import datetime, timedelta

from sqlmodel import Session

from bot.dao import otp
from bot.models import User

HOLD = timedelta(hours=24)


def begin(session: Session, otp_id: int, now: datetime) -> None:
    """A user known before has just got another address or number by this code."""
    otp.hold(session, otp_id, now + HOLD)


def held_for(session: Session, user: User | None, now: datetime) -> int:
    """How many seconds a user's older data still stay here; 0 when they may leave."""
    return _left(otp.held_until(session, user.phone) if user is not None and user.phone else None, now)


def is_new_here_for(session: Session, user: User | None, conversation_id: str, now: datetime) -> int:
    """For how many seconds a user, where such a day was begun, can neither erase the account nor give it
    another number: a thief could take it away, destroy it, or begin the day anew for its owner. Who was there before
    can do both; 0 for them."""
    return _left(otp.joined_until(session, conversation_id, user.id) if user is not None else None, now)


def since(session: Session, phone: str | None, now: datetime) -> datetime | None:
    """The moment from which on the data of the user with a number were made that may be shown now; None when all of
    them may."""
    until = otp.held_until(session, phone) if phone else None
    return None if until is None or until <= now else until - HOLD


def _left(until: datetime | None, now: datetime) -> int:
    return max(0, math.ceil((until - now).total_seconds())) if until is not None else 0
