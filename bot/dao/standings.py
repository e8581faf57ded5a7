"""How a conversation stands as a turn looks at it: when its lane was claimed, and when its messages are taken up. One
statement each, built once a process; of what mostly is not there they say whether it is."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple

from sqlalchemy import bindparam, exists, select
from sqlmodel import Session, SQLModel

from bot.dao import turn_statements
from bot.dao.delivery import part_statements
from bot.dao.engine.prepared import Prepared
from bot.models import InboundMessage

_MESSAGES, _CONVERSATIONS, _ADDRESSES = (
    SQLModel.metadata.tables[name] for name in ("inbound_message", "conversation", "address")
)


class OfLane(NamedTuple):
    """Whether a run is under way in it, whether a message waits with a priority that nobody has begun to answer,
    whether a part has yet to leave, and whether one to its address is held."""

    has_run: bool
    is_marked: bool
    waits: bool
    is_held: bool


class OfMessages(NamedTuple):
    """Whether one of them is closed by now, whether a question is open in their conversation, whoever's, and whether
    anybody there was in distress."""

    is_closed: bool
    is_asked: bool
    in_distress: bool


def of_lane(session: Session, key: str) -> OfLane:
    """How the conversation of a lane stands."""
    (row,) = _of_lane().rows(session, {"of_id": key})
    return OfLane._make(map(bool, row))


def of_messages(
    session: Session, key: str, messages: Sequence[InboundMessage], priority: str, since: datetime
) -> OfMessages:
    """How messages that are taken up stand. `priority`: of messages in distress, those that came in since a moment."""
    given = turn_statements.these([message.id for message in messages])
    asked = {"of_id": key, "of_priority": priority, "since": since}
    (row,) = _of_messages(len(given)).rows(session, {**given, **asked})
    return OfMessages._make(map(bool, row))


@cache
def _of_lane() -> Prepared:
    here = _CONVERSATIONS.c
    found = select(
        turn_statements.direct_run_id().exists(),
        turn_statements.marked_waiting().exists(),
        part_statements.waits(),
        part_statements.is_held(_ADDRESSES.c.value),
    )
    joined = _CONVERSATIONS.join(_ADDRESSES, _ADDRESSES.c.id == here.address_id)
    return Prepared(found.select_from(joined).where(here.id == bindparam("of_id")))


@cache
def _of_messages(count: int) -> Prepared:
    message = _MESSAGES.c
    marked = (
        message.conversation_id == bindparam("of_id"),
        message.priority == bindparam("of_priority"),
        message.received_at > bindparam("since"),
    )
    closed = exists().where(turn_statements.among(count), message.processed_at.is_not(None))
    return Prepared(select(closed, turn_statements.any_question().exists(), exists().where(*marked)))
