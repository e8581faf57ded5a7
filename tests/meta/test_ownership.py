"""No table holds people's rows without saying what becomes of them. Whether that is done is asked by
tests/integration/privacy/test_ownership.py."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Column, ForeignKey, Integer, MetaData, String, Table
from sqlmodel import SQLModel

import bot.models
from bot.models import ownership
from bot.models.ownership import Erase, Expire, Merge, Ownership

TELLING = {
    "user_id", "owner_id", "owner", "address_id", "address", "conversation_id", "conversation", "asker", "sender",
    "recipient", "run_id", "phone", "number", "profile_name", "body", "message_sid", "email",
}  # fmt: skip
PEOPLE = {"user_account", "address", "conversation", "run"}
MOVED = Ownership(Merge.MOVES, None, Erase.DELETED, Expire.DELETED, False, ())
FOLLOWING = Ownership(Merge.FOLLOWS, None, Erase.DELETED, Expire.DELETED, False, ())


def complaints(metadata: MetaData) -> list[str]:
    """What is wrong with the declarations of some tables."""
    return [f"{table.name}: {wrong}" for table in metadata.sorted_tables for wrong in _wrong(table)]


def _wrong(table: Table) -> Iterator[str]:
    if "ownership" not in table.info:
        yield "say whose its rows are: @owned(…) or @nobodys (bot.models.ownership)"
        return
    declared, names = ownership.of(table), set(table.c.keys())
    refers = {key.target_fullname.split(".")[0] for column in table.c for key in column.foreign_keys}
    if declared is None:
        if told := sorted(names & TELLING) or sorted(refers & PEOPLE):
            yield f"it is somebody's: {told}"
        return
    names_a_user = bool(names & {"user_id", "owner_id"})
    if declared.merge is Merge.MOVES and "user_id" not in names:
        yield "without user_id nothing moves"
    if declared.merge is Merge.FOLLOWS and names_a_user:
        yield "it names a user and would name one who is no more after a merge"
    if declared.adopted and not {"user_id", "conversation_id"} <= names:
        yield "a guest's row is found by user_id and conversation_id"
    if unknown := sorted(set(declared.keeps) - names):
        yield f"it keeps columns it has not: {unknown}"


def test_every_table_says_whose_its_rows_are() -> None:
    assert complaints(bot.models.User.metadata) == []


def test_every_table_is_imported_with_the_others() -> None:
    """A table nobody imports is in no list of tables."""
    models = {table.info["model"].__name__ for table in SQLModel.metadata.sorted_tables}
    assert models == set(bot.models.__all__)


def toy(columns: list[Column[Any]], **info: Any) -> MetaData:
    """A table somebody has just added."""
    metadata = MetaData()
    Table("user_account", metadata, Column("id", Integer, primary_key=True), info={"ownership": FOLLOWING})
    Table("toy", metadata, Column("id", Integer, primary_key=True), *columns, info=info)
    return metadata


@pytest.mark.parametrize(
    ("columns", "info", "word"),
    [
        ([], {}, "say whose"),
        ([Column("user_id", Integer)], {}, "say whose"),
        ([Column("sender", String)], {"ownership": None}, "somebody's"),
        ([Column("who", ForeignKey("user_account.id"))], {"ownership": None}, "somebody's"),
        ([Column("conversation_id", String)], {"ownership": MOVED}, "nothing moves"),
        ([Column("owner_id", Integer)], {"ownership": FOLLOWING}, "no more"),
        (
            [Column("user_id", Integer)],
            {"ownership": Ownership(Merge.MOVES, None, Erase.DELETED, Expire.STAYS, True, ())},
            "is found by",
        ),
        (
            [Column("conversation_id", String)],
            {"ownership": Ownership(Merge.FOLLOWS, None, Erase.EMPTIED, Expire.STAYS, False, ("nam",))},
            "columns it has not",
        ),
    ],
)
def test_a_table_that_says_nothing_or_what_cannot_be_is_found(
    columns: list[Column[Any]], info: dict[str, Any], word: str
) -> None:
    (complaint,) = complaints(toy(columns, **info))
    assert complaint.startswith("toy: ")
    assert word in complaint


@pytest.mark.parametrize("info", [{"ownership": MOVED}, {"ownership": None}])
def test_a_table_that_says_it_well_is_not_complained_about(info: dict[str, Any]) -> None:
    column = Column("user_id", Integer) if info["ownership"] else Column("colour", String)
    assert complaints(toy([column], **info)) == []
