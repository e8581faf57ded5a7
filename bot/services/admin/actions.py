"""The log of what administrators do."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from bot.dao.admin import actions
from bot.dao.admin.sessions import Known
from bot.models import AdminAction
from bot.text.safe import safe_text
from bot.types import mask

REVEAL: Final = "reveal"
REVEALED_FOR: Final = timedelta(minutes=10)
MOST_REASON: Final = 250  # characters: an entry of the ledger holds them all
LEAST_REASON: Final = 5


@dataclass(frozen=True, slots=True)
class Act:
    """What is done: its kind, the subject (`user:7`), why, and figures that belong to it. `user_id` is whom it is
    about, if anybody."""

    kind: str
    subject: str = ""
    reason: str = ""
    detail: str = ""
    user_id: int | None = None


def reason_in(typed: str | None) -> str:
    """The reason in what was typed, as a database takes it: no control characters, nothing invisible."""
    return safe_text(typed or "").strip()


def log(session: Session, known: Known, act: Act, now: datetime) -> None:
    """Write an act down, in the transaction that does it."""
    action = AdminAction(
        administrator_id=known.administrator_id, session_id=known.id, who=mask(known.address), kind=act.kind,
        user_id=act.user_id, subject=act.subject[:64], reason=act.reason[:MOST_REASON], detail=act.detail[:500],
        created_at=now,
    )  # fmt: skip
    actions.add(session, action)


def is_revealed(session: Session, known: Known, subject: str, now: datetime) -> bool:
    """Whether somebody gave a reason for reading the words of a subject, in this very session, minutes ago."""
    return actions.was_done(session, known.id, REVEAL, subject, now - REVEALED_FOR)
