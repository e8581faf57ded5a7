"""Parts that are e-mails: those to send, and how many somebody has written."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import exists, func
from sqlmodel import Session, col, select

from bot.dao.delivery import part_statements
from bot.dao.delivery.parts import AT_ONCE
from bot.models import OutboundPart, Run
from bot.types import EMAIL


def due(session: Session, conversation_id: str, now: datetime) -> Sequence[OutboundPart]:
    """E-mails of a conversation that something is to be done for now."""
    given = {"of_id": conversation_id, "now": now, "most": AT_ONCE}
    if part_statements.any_due_mail().first(session, given) is None:
        return ()
    return session.exec(part_statements.due_mails(), params=given).all()


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
