"""Rows of a conversation that belong to no run and name no user: what was said on the way to a sign-in, and whatever
else of guests no agent answered."""

from datetime import datetime

from sqlalchemy import func, update
from sqlmodel import Session, col, select

from bot.dao.privacy import owned_rows
from bot.models import Conversation, InboundMessage, OutboundPart, PendingInteraction


def claim(session: Session, conversation_id: str, user_id: int) -> None:
    """Give these rows to the user who signs in now, back to where another user's time here ended: the number they typed
    stands in them. Without this, nothing would say whose they are once the phone changes hands again."""
    begun = _begun(session, conversation_id, user_id)
    is_closed = col(InboundMessage.processed_at).is_not(None)
    for table, moment, *conditions in (
        (InboundMessage, InboundMessage.received_at, col(InboundMessage.run_id).is_(None), is_closed),
        (OutboundPart, OutboundPart.created_at, col(OutboundPart.run_id).is_(None)),
        (PendingInteraction, PendingInteraction.created_at, col(PendingInteraction.closed_at).is_not(None)),
    ):
        unclaimed = (col(table.conversation_id) == conversation_id, col(table.user_id).is_(None), col(moment) > begun)
        session.execute(
            update(table)
            .where(*unclaimed, *conditions)
            .values(user_id=user_id)
            .execution_options(synchronize_session=False)
        )


def _begun(session: Session, conversation_id: str, user_id: int) -> datetime:
    """From when on the rows are the user's: another user's last message here, or the phone's change of hands if that
    came later. Where no message names another user (old rows name none): the end of others' runs, with a margin."""
    last = session.exec(
        select(func.max(InboundMessage.received_at)).where(
            InboundMessage.conversation_id == conversation_id, InboundMessage.user_id != user_id
        )
    ).one()
    if last is None:
        return owned_rows.since(session, conversation_id, user_id)
    taken_over = session.exec(select(Conversation.owner_since).where(Conversation.id == conversation_id)).one()
    return max(last, taken_over or last)
