"""What a statement came to."""

from typing import Any, cast

from sqlalchemy import CursorResult
from sqlalchemy.sql.dml import UpdateBase
from sqlmodel import Session


def changed(session: Session, statement: UpdateBase) -> bool:
    """Execute an INSERT, UPDATE or DELETE; returns whether there was a row that it held for."""
    return rows_changed(session, statement) > 0


def rows_changed(session: Session, statement: UpdateBase) -> int:
    """Execute an INSERT, UPDATE or DELETE; returns for how many rows it held."""
    return cast("CursorResult[Any]", session.execute(statement)).rowcount
