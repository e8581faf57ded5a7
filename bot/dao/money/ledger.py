"""Balances in credits: a conditional update of the balance and one append-only entry, in one transaction. `post` is the
only way to make an entry."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import exists, func, select
from sqlmodel import Session, col

from bot.dao import people_statements
from bot.dao.changes import forget
from bot.dao.inserts import row_of
from bot.models import LedgerEntry, User
from bot.types import EntryKind

SYSTEM = "system"  # the actor of what nobody asked for


def post(  # noqa: PLR0913 - what an entry says
    session: Session,
    user_id: int,
    amount: int,
    kind: str,
    key: str,
    run_id: int | None = None,
    *,
    reason: str = "",
    call_id: str | None = None,
    actor: str = SYSTEM,
) -> bool:
    """Add `amount` (negative to take) once per key, whoever else posts at the same time. `kind`: bot.types.EntryKind;
    `actor`: `system`, `user:ID` or `admin:ID`.

    Returns False when the balance does not cover it; True when it is done or was done before.
    """
    session.flush()  # what the entry points at
    balance = _moved(session, user_id, amount)  # the user's row is locked from here on: entries stand in its order
    if balance is None:
        return has_any(session, [key])  # whoever made the same entry before has left too little for a second
    entry = row_of(LedgerEntry, user_id=user_id, amount=amount, balance=balance, kind=EntryKind(kind),
                   reason=reason[:256], run_id=run_id, call_id=call_id, actor=actor, idempotency_key=key)  # fmt: skip
    made = people_statements.new_entry(session.get_bind().dialect.name)
    if made.first(session.connection(), entry) is None:  # it was made before
        _moved(session, user_id, -amount)
    return True


def _moved(session: Session, user_id: int, amount: int) -> int | None:
    """Change a balance, and lock it until the transaction ends. Returns what it is then; None when it cannot be."""
    moved = people_statements.moved_balance().first(session, {"of_user": user_id, "amount": amount})
    if moved is None:
        return None
    forget(session, User, user_id, ["credits"])
    balance: int = moved[0]
    return balance


def has_any(session: Session, keys: Collection[str]) -> bool:
    """Whether an entry with one of these idempotency keys was ever made."""
    return bool(session.scalar(select(exists().where(col(LedgerEntry.idempotency_key).in_(keys)))))


def amount_of(session: Session, key: str) -> int | None:
    """What the entry with a key is about, in credits; None when there is none."""
    return session.scalar(select(col(LedgerEntry.amount)).where(col(LedgerEntry.idempotency_key) == key))


def newest(session: Session, user_id: int, limit: int) -> Sequence[LedgerEntry]:
    """A user's last entries, newest first."""
    theirs = select(LedgerEntry).where(col(LedgerEntry.user_id) == user_id)
    return session.scalars(
        theirs.order_by(col(LedgerEntry.created_at).desc(), col(LedgerEntry.id).desc()).limit(limit)
    ).all()


def newest_gain(session: Session, user_id: int) -> int:
    """The number of the last entry that gave a user credits; 0 when none ever did."""
    gains = select(col(LedgerEntry.id)).where(col(LedgerEntry.user_id) == user_id, col(LedgerEntry.amount) > 0)
    return session.scalar(gains.order_by(col(LedgerEntry.created_at).desc(), col(LedgerEntry.id).desc()).limit(1)) or 0


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
