"""What a text says before its first colon, as each database cuts it: of an error its kind without the words behind."""

from typing import Any

from sqlalchemy import String
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement


class before_colon(FunctionElement[Any]):
    """Of one column; all of it where there is no colon."""

    name = "before_colon"
    inherit_cache = True
    type = String()


@compiles(before_colon, "sqlite")
def _in_sqlite(element: Any, compiler: Any, **options: Any) -> str:
    text = compiler.process(element.clauses, **options)
    return f"substr({text}, 1, instr({text} || ':', ':') - 1)"


@compiles(before_colon, "postgresql")
def _in_postgresql(element: Any, compiler: Any, **options: Any) -> str:
    return f"split_part({compiler.process(element.clauses, **options)}, ':', 1)"
