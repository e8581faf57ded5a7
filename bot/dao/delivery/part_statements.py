"""Statements about parts that every turn asks, built once a process, as those of bot.dao.turn_statements are."""

from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Exists, bindparam, exists, or_, select, update
from sqlmodel import SQLModel, col
from sqlmodel import select as select_class
from sqlmodel.sql.expression import SelectOfScalar

from bot.dao.engine.prepared import Prepared, word
from bot.dao.inserts import inserter
from bot.models import OutboundPart
from bot.types import EMAIL

FAREWELL = "farewell"  # the kind of the one line that may go to an address that has opted out: it confirms just that

_ADDRESSES = SQLModel.metadata.tables["address"]
_PARTS = SQLModel.metadata.tables["outbound_part"]
COLUMNS = tuple(_PARTS.c.keys())
IS_HELD = _PARTS.c.state == word("held")  # as the index says it


def waits() -> Exists:
    """For a statement: whether a part of `of_id` has yet to leave."""
    part = _PARTS.c
    return exists().where(
        part.conversation_id == bindparam("of_id"), part.closed_at.is_(None), part.state == word("pending")
    )


def is_held(address: ColumnElement[str]) -> Exists:
    """For a statement: whether a part to an address is held."""
    return exists().where(_PARTS.c.address == address, IS_HELD)


@cache
def open_parts() -> SelectOfScalar[OutboundPart]:
    """`of_id`, `now`, `recent`, `most`. What left before `recent` holds nobody back, and comes only when it is to be
    asked about; what is held waits for the person."""
    is_recent = col(OutboundPart.dispatched_at) > bindparam("recent")
    state = col(OutboundPart.state)
    has_yet_to_leave = (state == word(each) for each in ("pending", "dispatching", "unknown"))
    matters = or_(*has_yet_to_leave, is_recent, col(OutboundPart.due_at) <= bindparam("now"))
    return _open(OutboundPart.channel != EMAIL, state != word("held"), matters)


@cache
def open_part_rows() -> Prepared:
    """All columns of `open_parts`, and whether one of `due_mails` is there."""
    mail = _PARTS.alias("mail").c
    due = (mail.conversation_id == bindparam("of_id"), mail.closed_at.is_(None), mail.due_at <= bindparam("now"))
    return Prepared(open_parts().with_only_columns(*_PARTS.c, exists().where(*due, mail.channel == EMAIL)))


@cache
def due_mails() -> SelectOfScalar[OutboundPart]:
    """`of_id`, `now`, `most`."""
    return _open(OutboundPart.channel == EMAIL, col(OutboundPart.due_at) <= bindparam("now"))


@cache
def any_due_mail() -> Prepared:
    """As `due_mails`: mostly there is none, and to look for an object costs many times as much."""
    return Prepared(due_mails().with_only_columns(col(OutboundPart.id)))


def _open(*which: Any) -> SelectOfScalar[OutboundPart]:
    return (
        select_class(OutboundPart)
        .where(col(OutboundPart.conversation_id) == bindparam("of_id"), col(OutboundPart.closed_at).is_(None), *which)
        .order_by(col(OutboundPart.id))
        .limit(bindparam("most"))
    )


@cache
def taken_part() -> Prepared:
    """`of_part`: its state, and how often it was tried."""
    return Prepared(select(_PARTS.c.state, _PARTS.c.attempts).where(_PARTS.c.id == bindparam("of_part")))


@cache
def new_part(dialect: str) -> Prepared:
    """All columns but the id, which comes back unless the conversation has a part with this key."""
    once = inserter(dialect)(_PARTS).on_conflict_do_nothing(index_elements=["conversation_id", "key"])
    return Prepared(once.returning(_PARTS.c.id))


@cache
def claimed_part(names: tuple[str, ...]) -> Prepared:
    """`of_part`, `of_attempts`, `of_address`, and what is new: `new_` and a column's name. All columns of the part come
    back, in their order."""
    part = _PARTS.c
    silent = exists().where(_ADDRESSES.c.value == bindparam("of_address"), _ADDRESSES.c.opted_out_at.is_not(None))
    columns = {name: part[name.removeprefix("new_")] for name in names}
    new = {column.name: bindparam(name, type_=column.type) for name, column in columns.items()}
    waits = (
        part.id == bindparam("of_part"),
        part.state == word("pending"),
        part.attempts == bindparam("of_attempts"),
        or_(part.kind == FAREWELL, ~silent),
    )
    return Prepared(update(_PARTS).where(*waits).values(new).returning(*part))
