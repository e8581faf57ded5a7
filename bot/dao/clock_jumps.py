"""What a clock that ran ahead has left behind in rows, once it has gone back: moments that are not to come for long."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import case, or_, update
from sqlmodel import Session, col, select

from bot.dao.changes import rows_changed
from bot.models import OtpCode, OutboundPart
from bot.types import EMAIL

LONGEST_WAIT: Final = timedelta(minutes=5)  # no message waits as long on purpose before Twilio has it


def set_back_parts(session: Session, now: datetime) -> int:
    """Let what still has to leave, or may be on its way, wait from now on as long as it would have from the moment that
    a clock ahead of ours wrote down. Returns how many parts. E-mails, whose pauses are long, come when they come."""
    limit = now + LONGEST_WAIT  # who sent by a clock ahead may have noted the end by one that was right again
    left_at = case((col(OutboundPart.dispatched_at) > now, now), else_=col(OutboundPart.dispatched_at))
    ahead = (
        col(OutboundPart.closed_at).is_(None),
        col(OutboundPart.state).in_(("pending", "dispatching", "unknown")),
        col(OutboundPart.channel) != EMAIL,
        or_(col(OutboundPart.due_at) > limit, col(OutboundPart.dispatched_at) > limit),
    )
    return rows_changed(session, update(OutboundPart).where(*ahead).values(due_at=now, dispatched_at=left_at))


def set_back_codes(session: Session, now: datetime) -> None:
    """Let one-time codes that a clock ahead of ours has sent count as sent now, and what follows from them last as long
    from now: whoever asked for one could not ask for another until the others had caught up."""
    ahead = select(OtpCode).where(col(OtpCode.created_at) > now + LONGEST_WAIT)
    for code in session.exec(ahead):
        code.created_at, code.expires_at = now, now + (code.expires_at - code.created_at)
