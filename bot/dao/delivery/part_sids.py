"""Outbound parts and the messages Twilio made of them, by their Sids. Every callback asks this: statements are built
once a process, and without the ORM, which cost more than all else a callback does."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, bindparam, exists, false, or_, update
from sqlmodel import Session, SQLModel, col, select

from bot.dao.engine.prepared import Prepared, Within, word
from bot.models import OutboundPart

_PARTS = SQLModel.metadata.tables["outbound_part"]


def bind(within: Within, part_id: int, sid: str) -> bool:
    """Tie a part to the message Twilio made of it. True also when it is tied to that one already; False when either
    is tied to something else."""
    return _bound().changed(within, {"of_part": part_id, "new_twilio_sid": sid})


def advance(
    within: Within, part_id: int, sid: str, lower_states: Sequence[str], **values: Any
) -> tuple[str, bool] | None:
    """Tie a part to its message and raise its state, at once. Returns its conversation and whether another part of that
    has yet to leave; None when nothing was changed, for whatever reason."""
    values = {f"new_{name}": value for name, value in ({"twilio_sid": sid} | values).items()}
    found = _raised(tuple(values), tuple(lower_states)).first(within, {"of_part": part_id} | values)
    return None if found is None else (found[0], found[1])


def known(session: Session, sids: Sequence[str]) -> set[str]:
    """Which of these Sids are tied to a part already."""
    tied = session.exec(select(OutboundPart.twilio_sid).where(col(OutboundPart.twilio_sid).in_(sids)))
    return {sid for sid in tied if sid}


@cache
def _bound() -> Prepared:
    return Prepared(update(_PARTS).where(*_may_be()).values(_new(("new_twilio_sid",))))


@cache
def _raised(names: tuple[str, ...], lower_states: tuple[str, ...]) -> Prepared:
    """The states stand in the statement: there are few sets of them, and a list of parameters is written out anew each
    time."""
    other = _PARTS.alias("other")
    waits = exists().where(
        other.c.conversation_id == _PARTS.c.conversation_id,
        other.c.closed_at.is_(None),
        other.c.state == word("pending"),
    )
    lower = or_(false(), *(_PARTS.c.state == word(state) for state in lower_states))
    raised = update(_PARTS).where(*_may_be(), lower).values(_new(names))
    return Prepared(raised.returning(_PARTS.c.conversation_id, waits))


def _new(names: tuple[str, ...]) -> dict[str, Any]:
    """What a statement sets, by the names of its parameters: `new_` and the column's."""
    columns = {name: _PARTS.c[name.removeprefix("new_")] for name in names}
    return {column.name: bindparam(name, type_=column.type) for name, column in columns.items()}


def _may_be() -> tuple[ColumnElement[bool], ...]:
    """The part, if it may be the message of this Sid."""
    other, sid = _PARTS.alias("holder"), bindparam("new_twilio_sid", type_=_PARTS.c.twilio_sid.type)
    part = bindparam("of_part", type_=_PARTS.c.id.type)
    return (
        _PARTS.c.id == part,
        or_(_PARTS.c.twilio_sid.is_(None), _PARTS.c.twilio_sid == sid),
        _PARTS.c.dispatched_at.is_not(None),
        ~exists().where(other.c.twilio_sid == sid, other.c.id != part),
    )
