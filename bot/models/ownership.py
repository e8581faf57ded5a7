"""Whose rows a table holds, said once, on the table: what becomes of them when two users become one, in the copy of
everything, when a person is erased, and at their time. Whoever needs a list of such tables asks here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from sqlalchemy import Column, Table
from sqlmodel import SQLModel

Model = TypeVar("Model", bound=type[SQLModel])


class Merge(StrEnum):
    """When two users become one."""

    MOVES = "moves"  # `user_id` changes, and nothing else has to
    UNITES = "unites"  # there may be one row for each: code of its own makes one of two
    FOLLOWS = "follows"  # it carries no user: it goes along with its conversation, address or run
    STAYS = "stays"  # it goes on saying who it was


class Erase(StrEnum):
    """When a person is erased."""

    DELETED = "deleted"
    EMPTIED = "emptied"  # the row stays, and of its words those of `keeps`
    VOIDED = "voided"  # it opens nothing any more, and is deleted when no limit counts it
    STAYS = "stays"  # it says nothing about a person


class Expire(StrEnum):
    """When its time is over (bot.services.privacy.retention). What a guest left goes after a month in any case."""

    DELETED = "deleted"
    EMPTIED = "emptied"
    STAYS = "stays"


@dataclass(frozen=True, slots=True)
class Ownership:
    """What becomes of a table's rows. `export`: the file of the copy of everything in which they are shown; None when
    they tell a person nothing, or too much. `adopted`: a guest's become the user's who signs in there. `keeps`: the
    columns with words in them that an emptied row goes on saying."""

    merge: Merge
    export: str | None
    erase: Erase
    expire: Expire
    adopted: bool
    keeps: tuple[str, ...]


def owned(
    *, merge: Merge, export: str | None, erase: Erase, expire: Expire, adopted: bool = False, keeps: Sequence[str] = ()
) -> Callable[[Model], Model]:
    """Declare that a table holds rows of users, guests or conversations."""
    return _declaring(Ownership(merge, export, erase, expire, adopted, tuple(keeps)))


def nobodys(model: Model) -> Model:
    """Declare that a table holds nothing of anybody's."""
    return _declaring(None)(model)


def _declaring(ownership: Ownership | None) -> Callable[[Model], Model]:
    def declare(model: Model) -> Model:
        model.metadata.tables[str(model.__tablename__)].info.update(model=model, ownership=ownership)
        return model

    return declare


def of(table: Table) -> Ownership | None:
    """What was declared for a table; None for one of nobody's. Raises KeyError when nothing was."""
    found: Ownership | None = table.info["ownership"]
    return found


def moving() -> Sequence[Any]:
    """The models of tables whose rows get another `user_id` when two users become one."""
    return [model for model, ownership in _owned() if ownership.merge is Merge.MOVES]


def adopted() -> Sequence[Any]:
    """The models of tables in which a guest's rows become the user's who signs in."""
    return [model for model, ownership in _owned() if ownership.adopted]


def referring(parent: str) -> Sequence[Column[Any]]:
    """Every column that refers to rows of a table: those rows go first, or with these."""
    columns = [column for table in _tables() for column in table.c]
    return [column for column in columns if any(key.column.table.name == parent for key in column.foreign_keys)]


def carriers() -> Sequence[Column[str]]:
    """Every column that holds a conversation's id, but its own."""
    return [table.c.conversation_id for table in _tables() if "conversation_id" in table.c]


def _owned() -> Sequence[tuple[Any, Ownership]]:
    declared = [(table.info["model"], of(table)) for table in _tables()]
    return [(model, ownership) for model, ownership in declared if ownership is not None]


def _tables() -> Sequence[Table]:
    return SQLModel.metadata.sorted_tables
