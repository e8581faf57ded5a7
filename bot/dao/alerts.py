"""Alerts for operators: a row and a log line."""

import logging
from datetime import datetime

from sqlalchemy import func, text
from sqlmodel import Session, col, select

from bot.models import Alert, Run

LOCK = 7_262_5225  # any number that is ours alone

log = logging.getLogger(__name__)


def add(session: Session, kind: str, detail: str, run_id: int | None = None) -> None:
    """Record something an operator should see."""
    session.add(Alert(kind=kind, detail=detail[:2000], run_id=run_id))
    log.error("alert %s: %s", kind, detail, extra={"run": run_id})


def is_recent(session: Session, kind: str, detail: str | None, since: datetime, until: datetime | None = None) -> bool:
    """Whether this very alert was recorded after a moment; without detail, any of its kind. `until`: and before
    another, for whoever must not wait until a clock that went ahead has been caught up with."""
    known = select(Alert.id).where(Alert.kind == kind, col(Alert.created_at) > since)
    if until is not None:
        known = known.where(col(Alert.created_at) < until)
    if detail is not None:
        known = known.where(Alert.detail == detail)
    return session.exec(known.limit(1)).first() is not None


def one_at_a_time(session: Session) -> None:
    """Let one transaction after the other count and add. On SQLite a write transaction is alone anyway."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})


def count(session: Session, kind: str, since: datetime) -> int:
    """How many alerts of a kind were recorded since a moment."""
    return session.exec(select(func.count()).where(Alert.kind == kind, col(Alert.created_at) > since)).one()


def count_of_user(session: Session, kind: str, user_id: int, since: datetime) -> int:
    """How many alerts of a kind a user's runs have recorded since a moment."""
    theirs = col(Alert.run_id).in_(select(Run.id).where(Run.user_id == user_id))
    return session.exec(select(func.count()).where(Alert.kind == kind, col(Alert.created_at) > since, theirs)).one()
