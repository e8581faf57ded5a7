"""The day (UTC) of an instant, as each database says it."""

from typing import Any

from sqlalchemy import Date
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


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
