"""Parts that are e-mails: those to send, and how many somebody has written."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import exists, func
from sqlmodel import Session, col, select

from bot.dao.parts import AT_ONCE
from bot.models import OutboundPart, Run
from bot.types import EMAIL


def due(session: Session, conversation_id: str, now: datetime) -> Sequence[OutboundPart]:
    """E-mails of a conversation that something is to be done for now."""
    return session.exec(
        select(OutboundPart)
        .where(
            OutboundPart.conversation_id == conversation_id,
            OutboundPart.channel == EMAIL,
            col(OutboundPart.closed_at).is_(None),
            OutboundPart.due_at <= now,
        )
        .order_by(col(OutboundPart.id))
        .limit(AT_ONCE)
    ).all()


def written(session: Session, user_id: int, since: datetime) -> int:
    """How many e-mails a user's runs have written since a moment, but for those that failed."""
    theirs = exists().where(col(Run.id) == col(OutboundPart.run_id), col(Run.user_id) == user_id)
    counted = select(func.count()).where(
        OutboundPart.channel == EMAIL,
        col(OutboundPart.created_at) > since,
        col(OutboundPart.state).not_in(("failed", "dropped")),
        theirs,
    )
    return session.exec(counted).one()
