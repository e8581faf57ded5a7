"""The text of a part in the moment it leaves, and who is told when it is dropped instead."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from bot.models import OutboundPart
from bot.services.delivery import codes, mails, reminders
from bot.services.delivery.writing import PROGRESS
from bot.services.library.files import Links
from bot.services.sign_in.one_time_codes import OneTimeCodes
from bot.types import Language

STALE_AFTER: Final = timedelta(minutes=2)


def is_plain(part: OutboundPart) -> bool:
    """Whether it leaves as it was written, with nothing that hangs on it."""
    return part.kind == "text" and part.file_id is None and part.email is None


def body_of(session: Session, one_time: OneTimeCodes, part: OutboundPart, now: datetime) -> str | None:
    """The text of a part; None when it must not leave any more: its code is over, its reader has unsubscribed or needs
    no reminder, or it says how far something was more than STALE_AFTER ago."""
    if part.kind == codes.KIND:
        return codes.text_of(session, one_time, part, now)
    if part.kind == reminders.KIND and not reminders.is_due(session, part, now):
        return None
    if part.kind == PROGRESS and now - part.created_at > STALE_AFTER:
        return None
    return None if part.kind == mails.KIND and mails.is_stopped(session, part) else part.body


def tell_dropped(session: Session, part: OutboundPart, now: datetime, links: Links, default: Language) -> None:
    """Tell whoever waits for a part that it was dropped, where anybody does."""
    if part.kind == mails.KIND:
        mails.tell_stopped(session, part, now, links, default)
    elif part.kind == codes.KIND:
        codes.tell(session, part, "otp_not_delivered", now)
