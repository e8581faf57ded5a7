"""A run asks its person one kind of thing at a time, below its text. What an earlier run has asked is replaced."""

from datetime import datetime
from typing import Final

from sqlmodel import Session

from bot.dao import interactions
from bot.errors import ToolFailed
from bot.models import PendingInteraction

ANOTHER_IS_OPEN: Final = "Refused: the person is being asked something else already. Wait for their answer."


def asked_already(
    session: Session, conversation_id: str, run_id: int, now: datetime, kind: str | None = None
) -> PendingInteraction | None:
    """The question of a kind that this run has open; None when it has none. Raises ToolFailed for one of another kind,
    and for any unless a kind is named."""
    opened = interactions.current(session, conversation_id, now)
    if opened is None or opened.run_id != run_id:
        return None
    if opened.kind != kind:
        raise ToolFailed(ANOTHER_IS_OPEN)
    return opened
