"""Alerts for operators: a row and a log line."""

import logging
from datetime import datetime

from sqlmodel import Session, col, select

from bot.models import Alert

log = logging.getLogger(__name__)


def add(session: Session, kind: str, detail: str, run_id: int | None = None) -> None:
    """Record something an operator should see."""
    session.add(Alert(kind=kind, detail=detail[:2000], run_id=run_id))
    log.error("alert %s: %s", kind, detail, extra={"run": run_id})


def is_recent(session: Session, kind: str, detail: str | None, since: datetime) -> bool:
    """Whether this very alert was recorded after a moment; without detail, any of its kind."""
    known = select(Alert.id).where(Alert.kind == kind, col(Alert.created_at) > since)
    if detail is not None:
        known = known.where(Alert.detail == detail)
    return session.exec(known.limit(1)).first() is not None
