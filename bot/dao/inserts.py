"""INSERT with ON CONFLICT, in the dialect of whichever database is there, and the rows for it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, SQLModel

Insert: TypeAlias = "sqlite.Insert | postgresql.Insert"  # in words: a worker on SQLite does not load PostgreSQL's


def insert_into(session: Session, table: Any) -> Insert:
    """An INSERT into a table that knows `on_conflict_do_nothing`."""
    return inserter(session.get_bind().dialect.name)(table)


def inserter(dialect: str) -> Callable[[Any], Insert]:
    """What makes one in a dialect: sqlite or postgresql."""
    return sqlite.insert if dialect == "sqlite" else postgresql.insert


def row_of(model: type[SQLModel], /, **given: Any) -> dict[str, Any]:
    """All columns of a new row but its id: what is given, and what the model says of the others. For a row that is
    stored and let go: an object of the ORM for it costs several times as much."""
    fixed, made = _not_given(model)
    return {**fixed, **{name: make() for name, make in made}, **given}


@cache
def _not_given(model: type[SQLModel]) -> tuple[Mapping[str, Any], Sequence[tuple[str, Callable[..., Any]]]]:
    """The columns that need not be given: each with its value, or with what makes one. Pydantic, asked for a value,
    reads what makes it anew each time, to see whether it wants an argument."""
    fields = {name: field for name, field in model.model_fields.items() if name != "id" and not field.is_required()}
    made = [(name, field.default_factory) for name, field in fields.items() if field.default_factory is not None]
    return {name: field.default for name, field in fields.items() if field.default_factory is None}, made
