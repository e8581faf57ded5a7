"""Balances in credits: a conditional update of the balance and one append-only entry, in one transaction."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import exists, func, select, update
from sqlmodel import Session, col

from bot.dao.changes import changed
from bot.models import LedgerEntry, User


def post(session: Session, user_id: int, amount: int, kind: str, key: str, run_id: int | None = None) -> bool:
    """Add `amount` (negative to take) once per key.

    Returns False when the balance does not cover it; True when it is done or was done before.
    """
    if session.scalar(select(exists().where(col(LedgerEntry.idempotency_key) == key))):
        return True
    if not changed(
        session,
        update(User)
        .where(col(User.id) == user_id, col(User.credits) + amount >= 0)
        .values(credits=col(User.credits) + amount),
    ):
        return False
    session.add(LedgerEntry(user_id=user_id, amount=amount, kind=kind, idempotency_key=key, run_id=run_id))
    session.flush()  # a second writer with the same key fails here and rolls its own update back
    return True


def has_any(session: Session, keys: Collection[str]) -> bool:
    """Whether an entry with one of these idempotency keys was ever made."""
    return bool(session.scalar(select(exists().where(col(LedgerEntry.idempotency_key).in_(keys)))))


def count(session: Session, user_id: int) -> int:
    """How many entries a user has."""
    return session.scalar(select(func.count()).where(col(LedgerEntry.user_id) == user_id)) or 0


def count_of_run(session: Session, run_id: int, kind: str) -> int:
    """How many entries of a kind a run has made."""
    made = select(func.count()).where(col(LedgerEntry.run_id) == run_id, col(LedgerEntry.kind) == kind)
    return session.scalar(made) or 0


def sum_since(session: Session, user_id: int, kind: str, since: datetime) -> int:
    """What a user's entries of a kind come to since then, in credits."""
    of_kind = select(func.sum(LedgerEntry.amount)).where(
        col(LedgerEntry.user_id) == user_id, col(LedgerEntry.kind) == kind, col(LedgerEntry.created_at) >= since
    )
    return session.scalar(of_kind) or 0
