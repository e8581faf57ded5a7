"""Rows of prepared statements as objects that a session holds as if it had read them itself: for less than half of what
the ORM's own reading takes, which on PostgreSQL makes an object for each column besides."""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy.orm import Mapper, class_mapper, make_transient_to_detached
from sqlmodel import Session, SQLModel

Model = TypeVar("Model", bound=SQLModel)


def hold(session: Session, model: type[Model], row: Sequence[Any]) -> Model:
    """The object of a row: all columns of its table, in their order, the key first. One that the session holds already
    stays as it is, as if the ORM had read it again."""
    mapper, names = _mapped(model)
    known: Model | None = session.identity_map.get(mapper.identity_key_from_primary_key((row[0],)))
    if known is not None:
        return known
    made: Model = mapper.class_manager.new_instance()
    made.__dict__.update(zip(names, row, strict=True))
    make_transient_to_detached(made)
    session.add(made)
    return made


@cache
def _mapped(model: type[SQLModel]) -> tuple[Mapper[Any], Sequence[str]]:
    mapper: Mapper[Any] = class_mapper(model)  # configured, were this the first that is asked of it
    (key,) = mapper.primary_key
    names = [column.key for column in mapper.local_table.c]
    if names[0] != key.key:
        raise TypeError(f"{model.__name__}: its key is not its first column")
    return mapper, names
