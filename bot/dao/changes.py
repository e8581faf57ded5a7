"""What a statement came to."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from sqlalchemy import CursorResult, event
from sqlalchemy.orm.util import identity_key
from sqlalchemy.sql.dml import UpdateBase
from sqlmodel import Session, SQLModel


def changed(session: Session, statement: UpdateBase, given: Mapping[str, Any] | None = None) -> bool:
    """Execute an INSERT, UPDATE or DELETE, with the parameters it was built for; returns whether there was a row that
    it held for."""
    return rows_changed(session, statement, given) > 0


def rows_changed(session: Session, statement: UpdateBase, given: Mapping[str, Any] | None = None) -> int:
    """`changed`, but returns the number of rows it held for."""
    return cast("CursorResult[Any]", session.execute(statement, params=given)).rowcount


def forget(session: Session, model: type[SQLModel], key: int | tuple[object, ...], names: Sequence[str]) -> None:
    """What a session holds of a row is older than what a statement over its table has made of it: whoever looks at
    these columns is told anew, and once more behind a savepoint that is given up. The ORM's own statements see to that
    themselves, and take six times as long."""
    held = session.identity_map.get(identity_key(model, key))
    if held is None:
        return

    def anew(*_: object) -> None:
        if held in session:
            session.expire(held, names)

    anew()
    if session.in_nested_transaction():
        event.listen(session, "after_soft_rollback", anew)
