"""Statements that every turn asks, built once a process: to build one anew costs several times what it costs to execute
it. Over tables instead of classes where no object comes back. What is given is named: `of_` a row, `new_` a value."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Float,
    Select,
    String,
    Table,
    and_,
    bindparam,
    false,
    literal_column,
    or_,
    select,
    update,
)
from sqlmodel import SQLModel, col
from sqlmodel import select as select_class
from sqlmodel.sql.expression import Select as SelectOfClasses
from sqlmodel.sql.expression import SelectOfScalar

from bot.dao.engine.prepared import Prepared
from bot.dao.work import workers
from bot.models import (
    Address,
    Conversation,
    PendingInteraction,
    Run,
)

_ADDRESSES = SQLModel.metadata.tables["address"]
_CONVERSATIONS = SQLModel.metadata.tables["conversation"]
_MESSAGES = SQLModel.metadata.tables["inbound_message"]
_LEDGER = SQLModel.metadata.tables["ledger_entry"]
_USERS = SQLModel.metadata.tables["user_account"]
_RUNS = SQLModel.metadata.tables["run"]
_IN_ORDER = (_MESSAGES.c.conversation_id, _MESSAGES.c.id)  # as the index of what waits has it


@cache
def locked_conversation(*, unless_locked: bool = False) -> Prepared:
    """`of_id`."""
    found = select(_CONVERSATIONS.c.id).where(_CONVERSATIONS.c.id == bindparam("of_id"))
    return Prepared(found.with_for_update(skip_locked=unless_locked))


@cache
def claimed_lane(*, if_waiting: bool, unless_locked: bool) -> Prepared:
    """`of_id`, `new_worker`, `lost_after_s`; the new epoch comes back."""
    lane = _CONVERSATIONS.c
    lost_after_s, mine = bindparam("lost_after_s", type_=Float()), bindparam("new_worker", type_=String())
    is_lost = lane.lane_worker.not_in(workers.living(lost_after_s))
    free = or_(lane.lane_worker.is_(None), and_(is_lost, workers.may_take_over(mine, lost_after_s)))
    claimed = update(_CONVERSATIONS).where(lane.id == bindparam("of_id"), free)
    claimed = claimed.where(_waits()) if if_waiting else claimed
    if unless_locked:
        one = _CONVERSATIONS.alias("one")
        unlocked = select(one.c.id).where(one.c.id == bindparam("of_id")).with_for_update(skip_locked=True)
        claimed = claimed.where(lane.id == unlocked.scalar_subquery())
    taken = {"lane_worker": mine, "lane_epoch": lane.lane_epoch + 1}
    return Prepared(claimed.values(taken).returning(lane.lane_epoch))


@cache
def fenced_lane() -> Prepared:
    """`of_id`, `of_epoch`: nothing changes, but the row is locked as if it did."""
    lane = _CONVERSATIONS.c
    held = (lane.id == bindparam("of_id"), lane.lane_epoch == bindparam("of_epoch"))
    return Prepared(select(lane.id).where(*held).with_for_update(key_share=True))


@cache
def left_lane() -> Prepared:
    """`of_id`, `of_epoch`; unless a message waits."""
    lane = _CONVERSATIONS.c
    held = (lane.id == bindparam("of_id"), lane.lane_epoch == bindparam("of_epoch"))
    return Prepared(update(_CONVERSATIONS).where(*held, ~_waits()).values(lane_worker=None))


def _waits() -> ColumnElement[bool]:
    """Not by EXISTS: while much waits PostgreSQL would look for one among all there ever were."""
    first = select(_MESSAGES.c.id).where(*_open()).order_by(*_IN_ORDER).limit(1)
    return first.scalar_subquery().is_not(None)


def _open() -> tuple[ColumnElement[bool], ...]:
    """What waits in `of_id`, to be asked for in order. Between it and itself, and by two columns: to go by the key
    alone, past all old messages, seems cheaper to PostgreSQL where much waits."""
    here = _MESSAGES.c.conversation_id.between(bindparam("of_id"), bindparam("of_id"))
    return here, _MESSAGES.c.processed_at.is_(None)


def these(ids: Sequence[int]) -> Mapping[str, int]:
    """Rows by their ids, for a statement that was built for so many: a list is written out anew each time."""
    return {f"id_{at}": each for at, each in enumerate(ids)}


def among(count: int) -> ColumnElement[bool]:
    """For a statement: one of `count` messages, given by `these`."""
    if not count:  # work in the background answers no message
        return false()
    return _MESSAGES.c.id.in_([bindparam(f"id_{at}", type_=_MESSAGES.c.id.type) for at in range(count)])


@cache
def changed_messages(count: int, names: tuple[str, ...]) -> Prepared:
    """Change `count` messages, given by `these`. What is new is given by names: `new_` and a column's."""
    return Prepared(update(_MESSAGES).where(among(count)).values(_new(_MESSAGES, names)))


def _new(table: Table, names: tuple[str, ...]) -> dict[str, Any]:
    columns = {name: table.c[name.removeprefix("new_")] for name in names}
    return {column.name: bindparam(name, type_=column.type) for name, column in columns.items()}


@cache
def waiting_messages() -> Prepared:
    """`of_id`, `most`: all columns."""
    return Prepared(select(_MESSAGES).where(*_open()).order_by(*_IN_ORDER).limit(bindparam("most")))


def marked_waiting() -> Select[Any]:
    """For a statement: the id of one of `of_id` that waits with a priority and that nobody has begun to answer."""
    message = _MESSAGES.c
    waits = (message.conversation_id == bindparam("of_id"), message.processed_at.is_(None), message.run_id.is_(None))
    return select(message.id).where(*waits, message.priority.is_not(None)).limit(1)


@cache
def marked_messages(*, of_guest: bool) -> Prepared:
    """As `marked_message`."""
    return Prepared(marked_message(of_guest=of_guest))


def marked_message(*, of_guest: bool) -> Select[Any]:
    """For a statement: `of_id`, `of_priority`, `since`, `of_user` unless it is a guest's: the id of one that a run
    answered."""
    message, run = _MESSAGES.c, _RUNS.c
    marked = (
        message.conversation_id == bindparam("of_id"),
        message.priority == bindparam("of_priority"),
        message.received_at > bindparam("since"),
    )
    answered = select(message.id).join(_RUNS, run.id == message.run_id)
    return answered.where(*marked, _whose(run.user_id, of_guest=of_guest)).limit(1)


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
    """As `direct_run_id`: mostly there is none, and looking for an object costs many times as much."""
    return Prepared(direct_run_id())


def direct_run_id() -> Select[Any]:
    """For a statement: only the id of `direct_run`."""
    return direct_run().with_only_columns(col(Run.id))


@cache
def runs_beside(*, of_guest: bool) -> SelectOfScalar[Run]:
    """`of_id`, `of_run`, `of_user` unless it is a guest's."""
    return (
        select_class(Run)
        .where(
            col(Run.conversation_id) == bindparam("of_id"),
            col(Run.ended_at).is_(None),
            col(Run.lease_epoch) > literal_column("0"),  # as its index says it
            col(Run.id) != bindparam("of_run"),
            _whose(col(Run.user_id), of_guest=of_guest),
        )
        .order_by(col(Run.id))
    )


def run_beside_id(*, of_guest: bool) -> Select[Any]:
    """For a statement: only the first id of `runs_beside`."""
    return runs_beside(of_guest=of_guest).with_only_columns(col(Run.id)).limit(1)


@cache
def changed_run(names: tuple[str, ...]) -> Prepared:
    """`of_id`, and what is new: each name is `new_` and a column's."""
    return Prepared(update(_RUNS).where(_RUNS.c.id == bindparam("of_id")).values(_new(_RUNS, names)))


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
    return Prepared(any_question())


def any_question() -> Select[Any]:
    """For a statement: the id of `open_question`."""
    return open_question().with_only_columns(col(PendingInteraction.id))
