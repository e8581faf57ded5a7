"""Days (UTC): that of an instant, as each database says it, and the first instant of one."""

from datetime import UTC, date, datetime, time
from typing import Any

from sqlalchemy import Date
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


def start_of(day: date) -> datetime:
    """Its first instant."""
    return datetime.combine(day, time(), UTC)


class utc_day(FunctionElement[Any]):
    """Of one column of bot.models.base.UTCDateTime."""

    name = "utc_day"
    inherit_cache = True
    type = Date()


@compiles(utc_day, "sqlite")
def _in_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    return f"substr({compiler.process(element.clauses, **options)}, 1, 10)"


@compiles(utc_day, "postgresql")
def _in_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    return f"({compiler.process(element.clauses, **options)} AT TIME ZONE 'UTC')::date"
