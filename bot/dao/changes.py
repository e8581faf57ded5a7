"""What a statement came to."""

from collections.abc import Mapping
from typing import Any, cast

from sqlalchemy import CursorResult
from sqlalchemy.sql.dml import UpdateBase
from sqlmodel import Session


def changed(session: Session, statement: UpdateBase, given: Mapping[str, Any] | None = None) -> bool:
    """Execute an INSERT, UPDATE or DELETE, with the parameters it was built for; returns whether there was a row that
    it held for."""
    return rows_changed(session, statement, given) > 0


def rows_changed(session: Session, statement: UpdateBase, given: Mapping[str, Any] | None = None) -> int:
    """As `changed`; returns for how many rows it held."""
    return cast("CursorResult[Any]", session.execute(statement, params=given)).rowcount
