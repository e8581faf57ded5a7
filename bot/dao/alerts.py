"""Alerts for operators: a row and a log line."""

import logging

from sqlmodel import Session

from bot.models import Alert

log = logging.getLogger(__name__)


def add(session: Session, kind: str, detail: str, run_id: int | None = None) -> None:
    """Record something an operator should see."""
    session.add(Alert(kind=kind, detail=detail[:2000], run_id=run_id))
    log.error("alert %s: %s", kind, detail, extra={"run": run_id})
