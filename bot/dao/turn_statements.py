"""Statements that every turn asks, built once a process: to build one anew costs several times what it costs to execute
it. Over tables instead of classes where no object comes back. What is given is named: `of_` a row, `new_` a value."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Exists, Float, Select, Table, bindparam, exists, false, or_, select, update
from sqlmodel import SQLModel, col
from sqlmodel import select as select_class
from sqlmodel.sql.expression import Select as SelectOfClasses
from sqlmodel.sql.expression import SelectOfScalar

from bot.dao.engine.prepared import Prepared
from bot.dao.inserts import inserter
from bot.dao.work import workers
from bot.models import (
    Address,
    Conversation,
    InboundMessage,
    PendingInteraction,
    Run,
    User,
)

_ADDRESSES = SQLModel.metadata.tables["address"]
_CONVERSATIONS = SQLModel.metadata.tables["conversation"]
_MESSAGES = SQLModel.metadata.tables["inbound_message"]
_LEDGER = SQLModel.metadata.tables["ledger_entry"]
_USERS = SQLModel.metadata.tables["user_account"]
_RUNS = SQLModel.metadata.tables["run"]


@cache
def locked_conversation(*, unless_locked: bool = False) -> Prepared:
    """`of_id`."""
    found = select(_CONVERSATIONS.c.id).where(_CONVERSATIONS.c.id == bindparam("of_id"))
    return Prepared(found.with_for_update(skip_locked=unless_locked))


@cache
def claimed_lane(*, if_waiting: bool) -> Prepared:
    """`of_id`, `new_worker`, `lost_after_s`; the new epoch comes back."""
    lane = _CONVERSATIONS.c
    lost_after_s = bindparam("lost_after_s", type_=Float())
    free = or_(lane.lane_worker.is_(None), lane.lane_worker.not_in(workers.living(lost_after_s)))
    claimed = update(_CONVERSATIONS).where(lane.id == bindparam("of_id"), free)
    claimed = claimed.where(_waits()) if if_waiting else claimed
    taken = {"lane_worker": bindparam("new_worker"), "lane_epoch": lane.lane_epoch + 1}
    return Prepared(claimed.values(taken).returning(lane.lane_epoch))


@cache
def fenced_lane() -> Prepared:
    """`of_id`, `of_epoch`: nothing changes, but the row is locked."""
    lane = _CONVERSATIONS.c
    held = (lane.id == bindparam("of_id"), lane.lane_epoch == bindparam("of_epoch"))
    return Prepared(update(_CONVERSATIONS).where(*held).values(lane_epoch=lane.lane_epoch))


@cache
def left_lane() -> Prepared:
    """`of_id`, `of_epoch`; unless a message waits."""
    lane = _CONVERSATIONS.c
    held = (lane.id == bindparam("of_id"), lane.lane_epoch == bindparam("of_epoch"))
    return Prepared(update(_CONVERSATIONS).where(*held, ~_waits()).values(lane_worker=None))


def _waits() -> Exists:
    return exists().where(_MESSAGES.c.conversation_id == bindparam("of_id"), _MESSAGES.c.processed_at.is_(None))


@cache
def closed_messages(count: int) -> Prepared:
    """Those of `count` messages (given by `these`) that are closed already."""
    return Prepared(select(_MESSAGES.c.id).where(_among(count), _MESSAGES.c.processed_at.is_not(None)))


def these(ids: Sequence[int]) -> Mapping[str, int]:
    """Rows by their ids, for a statement that was built for so many: a list is written out anew each time."""
    return {f"id_{at}": each for at, each in enumerate(ids)}


def _among(count: int) -> ColumnElement[bool]:
    if not count:  # work in the background answers no message
        return false()
    return _MESSAGES.c.id.in_([bindparam(f"id_{at}", type_=_MESSAGES.c.id.type) for at in range(count)])


@cache
def changed_messages(count: int, names: tuple[str, ...]) -> Prepared:
    """Change `count` messages, given by `these`. What is new is given by names: `new_` and a column's."""
    return Prepared(update(_MESSAGES).where(_among(count)).values(_new(_MESSAGES, names)))


def _new(table: Table, names: tuple[str, ...]) -> dict[str, Any]:
    columns = {name: table.c[name.removeprefix("new_")] for name in names}
    return {column.name: bindparam(name, type_=column.type) for name, column in columns.items()}


@cache
def waiting_messages() -> SelectOfScalar[InboundMessage]:
    """`of_id`, `most`."""
    return (
        select_class(InboundMessage)
        .where(
            col(InboundMessage.conversation_id) == bindparam("of_id"),
            col(InboundMessage.processed_at).is_(None),
        )
        .order_by(col(InboundMessage.id))
        .limit(bindparam("most"))
    )


@cache
def marked_waiting() -> Prepared:
    """`of_id`: one that waits with a priority and that nobody has begun to answer."""
    message = _MESSAGES.c
    waits = (message.conversation_id == bindparam("of_id"), message.processed_at.is_(None), message.run_id.is_(None))
    return Prepared(select(message.id).where(*waits, message.priority.is_not(None)).limit(1))


@cache
def marked_messages(*, of_guest: bool) -> Prepared:
    """`of_id`, `of_priority`, `since`, `of_user` unless it is a guest's: the first that a run answered."""
    message, run = _MESSAGES.c, _RUNS.c
    marked = (
        message.conversation_id == bindparam("of_id"),
        message.priority == bindparam("of_priority"),
        message.received_at > bindparam("since"),
    )
    answered = select(message.id).join(_RUNS, run.id == message.run_id)
    return Prepared(answered.where(*marked, _whose(run.user_id, of_guest=of_guest)).limit(1))


def _whose(column: Any, *, of_guest: bool) -> Any:
    return column.is_(None) if of_guest else column == bindparam("of_user")


@cache
def direct_run() -> SelectOfScalar[Run]:
    """`of_id`."""
    return (
        select_class(Run)
        .where(
            col(Run.conversation_id) == bindparam("of_id"),
            Run.status == "running",
            col(Run.ended_at).is_(None),
            Run.lease_epoch == 0,
        )
        .order_by(col(Run.id))
        .limit(1)
    )


@cache
def any_direct_run() -> Prepared:
    """Only the id of `direct_run`: mostly there is none, and looking for an object costs many times as much."""
    return Prepared(direct_run().with_only_columns(col(Run.id)))


@cache
def runs_beside(*, of_guest: bool) -> SelectOfScalar[Run]:
    """`of_id`, `of_run`, `of_user` unless it is a guest's."""
    return (
        select_class(Run)
        .where(
            col(Run.conversation_id) == bindparam("of_id"),
            col(Run.ended_at).is_(None),
            Run.lease_epoch > 0,
            col(Run.id) != bindparam("of_run"),
            _whose(col(Run.user_id), of_guest=of_guest),
        )
        .order_by(col(Run.id))
    )


@cache
def any_run_beside(*, of_guest: bool) -> Prepared:
    """Only the first id of `runs_beside`, as `any_direct_run`."""
    return Prepared(runs_beside(of_guest=of_guest).with_only_columns(col(Run.id)).limit(1))


@cache
def changed_run(names: tuple[str, ...]) -> Prepared:
    """`of_id`, and what is new: each name is `new_` and a column's."""
    return Prepared(update(_RUNS).where(_RUNS.c.id == bindparam("of_id")).values(_new(_RUNS, names)))


@cache
def moved_balance() -> Prepared:
    """`of_user`, `amount`; the new balance comes back, unless it would be below zero."""
    moved = _USERS.c.credits + bindparam("amount")
    covered = update(_USERS).where(_USERS.c.id == bindparam("of_user"), moved >= 0)
    return Prepared(covered.values(credits=moved).returning(_USERS.c.credits))


@cache
def people_of() -> SelectOfClasses[Address, User, Conversation]:
    """`of_id`: its address, that one's user or None, the conversation."""
    return (
        select_class(Address, User, Conversation)
        .join(Conversation, col(Conversation.address_id) == col(Address.id))
        .outerjoin(User, col(User.id) == col(Address.user_id))
        .where(col(Conversation.id) == bindparam("of_id"))
    )


@cache
def signed_in() -> Select[Any]:
    """`of_ids`, `since`: the conversations of these where somebody is signed in beyond that moment."""
    here, at = _CONVERSATIONS.c, _ADDRESSES.c
    joined = _CONVERSATIONS.join(_ADDRESSES, at.id == here.address_id)
    beyond = at.signed_in_until > bindparam("since")
    return select(here.id).select_from(joined).where(here.id.in_(bindparam("of_ids", expanding=True)), beyond)


@cache
def new_entry(dialect: str) -> Prepared:
    """All columns but the id, which comes back unless there is an entry with this key."""
    once = inserter(dialect)(_LEDGER).on_conflict_do_nothing(index_elements=["idempotency_key"])
    return Prepared(once.returning(_LEDGER.c.id))


@cache
def open_question() -> SelectOfClasses[PendingInteraction, Any]:
    """`of_id`, `now`: with the user who is signed in there, NULL for a guest."""
    here = (
        select_class(Address.user_id)
        .join(Conversation, col(Conversation.address_id) == col(Address.id))
        .where(col(Conversation.id) == bindparam("of_id"), col(Address.signed_in_until) > bindparam("now"))
        .scalar_subquery()
    )
    of_conversation = col(PendingInteraction.conversation_id) == bindparam("of_id")
    return select_class(PendingInteraction, here).where(of_conversation, col(PendingInteraction.closed_at).is_(None))


@cache
def any_open_question() -> Prepared:
    """Only the id of `open_question`, as `any_direct_run`."""
    return Prepared(open_question().with_only_columns(col(PendingInteraction.id)))
