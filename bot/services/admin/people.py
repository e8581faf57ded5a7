"""What administrators do to a user: give and take credits, block and unblock. Each act is one transaction, logged in
it, and done once however often it is sent."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlmodel import Session

from bot.dao import users
from bot.dao.admin import users as admin_users
from bot.dao.admin.sessions import Known
from bot.dao.money import ledger
from bot.dao.privacy import owned_rows
from bot.services.admin.actions import Act, log
from bot.types import EntryKind

MOST_GRANT: Final = 10_000  # credits at once


class Granted(StrEnum):
    """What became of it."""

    DONE = "done"
    ALREADY = "already"  # the same was done before
    TOO_FEW = "too_few"  # the balance does not hold what was to be taken
    NOBODY = "nobody"  # there is no such user (any more)


@dataclass(frozen=True, slots=True)
class Grant:
    """Credits to give (or, negative, to take) with a reason, once for each `key`."""

    user_id: int
    amount: int
    reason: str
    key: str


def grant(session: Session, known: Known, wanted: Grant, now: datetime) -> Granted:
    """Change a balance by an entry of the ledger. One transaction at a time decides about a user."""
    owned_rows.lock(session, wanted.user_id)
    user = users.by_id(session, wanted.user_id)
    if user is None or user.deleted_at is not None:
        return Granted.NOBODY
    key = f"admin:{wanted.key}"
    if ledger.has_any(session, [key]):
        return Granted.ALREADY
    kind = EntryKind.GRANT if wanted.amount > 0 else EntryKind.ADJUSTMENT
    actor = f"admin:{known.administrator_id}"
    if not ledger.post(session, user.id, wanted.amount, kind, key, reason=wanted.reason, actor=actor):
        return Granted.TOO_FEW
    log(session, known, Act(str(kind), f"user:{user.id}", wanted.reason, f"{wanted.amount:+d}", user.id), now)
    return Granted.DONE


def block(session: Session, known: Known, user_id: int, reason: str, now: datetime) -> bool:
    """Begin no turn for a user any more; False when there is no such user. What runs now ends as it would."""
    return _set(session, known, Act("block", f"user:{user_id}", reason, user_id=user_id), now, now)


def unblock(session: Session, known: Known, user_id: int, reason: str, now: datetime) -> bool:
    """Answer them again."""
    return _set(session, known, Act("unblock", f"user:{user_id}", reason, user_id=user_id), None, now)


def _set(session: Session, known: Known, act: Act, at: datetime | None, now: datetime) -> bool:
    """One transaction at a time decides: who blocks somebody just while they become one with another user finds them
    gone, instead of blocking nobody."""
    owned_rows.lock(session, act.user_id or 0)
    user = users.by_id(session, act.user_id or 0)
    if user is None or user.deleted_at is not None:
        return False
    if (user.blocked_at is None) != (at is None):
        admin_users.block(session, user.id, at)
        log(session, known, act, now)
    return True
