"""What administrators did, in the order they did it."""

from collections.abc import Sequence
from datetime import datetime

from sqlmodel import Session, col, select

from bot.models import AdminAction


def add(session: Session, action: AdminAction) -> None:
    """Write one down, in the transaction of what it says."""
    session.add(action)
    session.flush()


def newest(session: Session, limit: int, *, kind: str = "", before: int | None = None) -> Sequence[AdminAction]:
    """The last ones, the newest first: of a kind, and older than an id, if said."""
    found = select(AdminAction).order_by(col(AdminAction.id).desc()).limit(limit)
    if kind:
        found = found.where(AdminAction.kind == kind)
    if before is not None:
        found = found.where(col(AdminAction.id) < before)
    return session.exec(found).all()


def was_done(session: Session, session_id: int, kind: str, subject: str, since: datetime) -> bool:
    """Whether something was done to a subject in one administrator's session since a moment."""
    found = select(AdminAction.id).where(
        AdminAction.subject == subject,
        AdminAction.session_id == session_id,
        AdminAction.kind == kind,
        col(AdminAction.created_at) > since,
    )
    return session.exec(found.limit(1)).first() is not None
