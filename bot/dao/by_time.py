"""Rows by when they were written, without an index on it: ids are given in order of time, so the first row of a time
is found by halving, twenty looks by primary key in a million rows."""

from datetime import datetime
from typing import Any

from sqlalchemy import func
from sqlmodel import Session, col, select


def first_id_since(session: Session, table: Any, moment: Any, since: datetime) -> int:
    """The lowest id whose row was written at a moment or later; one behind the last when there is none. Rows written
    side by side may stand a little out of order: whoever needs the exact edge asks for the moment as well."""
    # One by one: SQLite looks up either at its end of the table, and both at once by reading all of it.
    low, high = (session.exec(select(end(table.id))).one() for end in (func.min, func.max))
    if low is None or high is None:
        return 1
    high += 1
    while low < high:
        middle = (low + high) // 2
        found = session.exec(
            select(table.id, moment).where(col(table.id) >= middle).order_by(col(table.id)).limit(1)
        ).first()
        if found is None or found[1] >= since:
            high = middle
        else:
            low = found[0] + 1
    return int(low)
