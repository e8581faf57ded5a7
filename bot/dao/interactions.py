"""Pending interactions: at most one open in a conversation; closing one is how an answer is claimed."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import and_, delete, or_, update
from sqlmodel import Session, col, select

from bot.models import PendingInteraction


def current(session: Session, conversation_id: str, now: datetime) -> PendingInteraction | None:
    """The open question of a conversation; one whose time is over is closed on the way."""
    found = session.exec(
        select(PendingInteraction).where(
            PendingInteraction.conversation_id == conversation_id, col(PendingInteraction.closed_at).is_(None)
        )
    ).one_or_none()
    if found is not None and found.expires_at <= now:
        claim(session, found.id or 0, "expired", now)
        return None
    return found


def open_interaction(
    session: Session,
    conversation_id: str,
    kind: str,
    payload: dict[str, Any],
    now: datetime,
    ttl_s: float,
    run_id: int | None = None,
) -> PendingInteraction:
    """Ask something new; whatever was open is replaced."""
    session.execute(
        update(PendingInteraction)
        .where(col(PendingInteraction.conversation_id) == conversation_id, col(PendingInteraction.closed_at).is_(None))
        .values(closed_at=now, outcome="replaced")
    )
    made = PendingInteraction(
        conversation_id=conversation_id,
        kind=kind,
        payload=payload,
        run_id=run_id,
        created_at=now,
        expires_at=now + timedelta(seconds=ttl_s),
    )
    session.add(made)
    session.flush()
    return made


def claim(session: Session, interaction_id: int, outcome: str, now: datetime) -> bool:
    """Close a question. True for the one caller that did it."""
    closed = session.execute(
        update(PendingInteraction)
        .where(col(PendingInteraction.id) == interaction_id, col(PendingInteraction.closed_at).is_(None))
        .values(closed_at=now, outcome=outcome)
    )
    return closed.rowcount == 1  # type: ignore[attr-defined, no-any-return]


def forget(session: Session, before: datetime) -> None:
    """Delete the questions that were closed, or ran out, before a moment."""
    over = and_(col(PendingInteraction.closed_at).is_(None), col(PendingInteraction.expires_at) < before)
    session.execute(delete(PendingInteraction).where(or_(col(PendingInteraction.closed_at) < before, over)))


def change(session: Session, interaction: PendingInteraction, payload: dict[str, Any]) -> None:
    """Go on with the same question: another step of a dialogue, one question of several answered."""
    interaction.payload = dict(payload)
    session.add(interaction)
    session.flush()
