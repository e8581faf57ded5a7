"""Statements that each worker asks every few seconds, whoever writes: built once a process, as those of every turn are
(bot.dao.turn_statements)."""

from functools import cache

from sqlalchemy import BindParameter, Float, Integer, and_, bindparam, case, func, literal, or_, select, update
from sqlmodel import SQLModel

from bot.dao.engine.prepared import Prepared
from bot.dao.work import workers
from bot.types import EMAIL

_ADDRESSES = SQLModel.metadata.tables["address"]
_CONVERSATIONS = SQLModel.metadata.tables["conversation"]
_MESSAGES = SQLModel.metadata.tables["inbound_message"]
_PARTS = SQLModel.metadata.tables["outbound_part"]
_PAYMENTS = SQLModel.metadata.tables["payment"]
_SPOKEN = SQLModel.metadata.tables["spoken_answer"]
_INDEX = SQLModel.metadata.tables["file_index"]


def _most() -> BindParameter[int]:
    return bindparam("most", type_=Integer())


@cache
def lanes_of() -> Prepared:
    """`of_worker`."""
    lane = _CONVERSATIONS.c
    return Prepared(select(lane.id, lane.lane_epoch).where(lane.lane_worker == bindparam("of_worker")))


@cache
def conversations_needing_a_worker() -> Prepared:
    """`lost_after_s`, `most`."""
    lane, message = _CONVERSATIONS.c, _MESSAGES.c
    alive = workers.living(bindparam("lost_after_s", type_=Float()))
    held = select(lane.id).where(lane.lane_worker.in_(alive))
    found = select(message.conversation_id).where(message.processed_at.is_(None), message.conversation_id.not_in(held))
    return Prepared(found.group_by(message.conversation_id).order_by(func.min(message.id)).limit(_most()))


@cache
def conversations_with_work() -> Prepared:
    """`now`, `most`."""
    part = _PARTS.c
    due = (part.closed_at.is_(None), part.state != "held", part.due_at <= bindparam("now"))
    found = select(part.conversation_id).where(*due).group_by(part.conversation_id)
    return Prepared(found.order_by(func.min(part.due_at)).limit(_most()))


@cache
def payments_due() -> Prepared:
    """`now`, `most`."""
    payment = _PAYMENTS.c
    found = select(payment.id).where(payment.due_at <= bindparam("now")).order_by(payment.due_at, payment.id)
    return Prepared(found.limit(_most()))


@cache
def answers_to_say() -> Prepared:
    """`now`, `most`."""
    answer = _SPOKEN.c
    return Prepared(
        select(answer.run_id).where(answer.due_at <= bindparam("now")).order_by(answer.due_at).limit(_most())
    )


@cache
def file_to_index() -> Prepared:
    """`now`."""
    return Prepared(select(_INDEX.c.file_id).where(_INDEX.c.due_at <= bindparam("now")).limit(1))


@cache
def set_back_parts() -> Prepared:
    """`now`, `limit`, `mail_limit`; see bot.dao.clock_jumps."""
    part = _PARTS.c
    now, limit = (bindparam(name, type_=part.due_at.type) for name in ("now", "limit"))
    left_at = case((part.dispatched_at > now, now), else_=part.dispatched_at)
    mail_waits = and_(part.channel == EMAIL, part.state == "pending", part.due_at > bindparam("mail_limit"))
    others_wait = and_(part.channel != EMAIL, or_(part.due_at > limit, part.dispatched_at > limit))
    has_yet_to_leave = part.state.in_([literal(state) for state in ("pending", "dispatching", "unknown")])
    ahead = (part.closed_at.is_(None), has_yet_to_leave, or_(mail_waits, others_wait))
    return Prepared(update(_PARTS).where(*ahead).values(due_at=now, dispatched_at=left_at))


@cache
def set_back_payments() -> Prepared:
    """`now`, `limit`, `link_limit`."""
    payment = _PAYMENTS.c
    now, limit = (bindparam(name, type_=payment.due_at.type) for name in ("now", "limit"))
    waits_for_link = and_(payment.session_id == "", payment.due_at > bindparam("link_limit"))
    ahead = or_(payment.created_at > limit, payment.checked_at > limit, waits_for_link)
    made_at = case((payment.created_at > now, now), else_=payment.created_at)
    looked_at = case((payment.checked_at > now, now), else_=payment.checked_at)
    these = update(_PAYMENTS).where(payment.due_at.is_not(None), ahead)
    return Prepared(these.values(due_at=now, created_at=made_at, checked_at=looked_at))


@cache
def long_waits() -> Prepared:
    """`came_before`, `told_before`, `lost_after_s`, `most`; see bot.dao.waits."""
    lane, message = _CONVERSATIONS.c, _MESSAGES.c
    came_at, told_at = func.min(message.received_at), lane.told_waiting_at
    is_news = or_(told_at.is_(None), and_(told_at < bindparam("told_before"), told_at < came_at))
    alive = workers.living(bindparam("lost_after_s", type_=Float()))
    is_free = or_(lane.lane_worker.is_(None), lane.lane_worker.not_in(alive))
    waits = (message.processed_at.is_(None), message.received_at < bindparam("came_before"), is_free)
    joined = _MESSAGES.outerjoin(_CONVERSATIONS, lane.id == message.conversation_id)
    found = select(message.conversation_id, func.min(message.id)).select_from(joined).where(*waits)
    news = found.group_by(message.conversation_id, told_at).having(is_news)
    return Prepared(news.order_by(came_at.desc()).limit(_most()))


@cache
def marked(count: int) -> Prepared:
    """`priority_0` to so many, `most`; see bot.dao.waits."""
    message = _MESSAGES.c
    named = message.priority.in_([bindparam(f"priority_{at}") for at in range(count)])
    waits = (message.processed_at.is_(None), message.priority.is_not(None), named, message.run_id.is_(None))
    return Prepared(select(message.id, message.conversation_id).where(*waits).order_by(message.id).limit(_most()))


@cache
def plain_conversations() -> Prepared:
    """`keyed`, `most`; see bot.dao.rekeying."""
    lane, address = _CONVERSATIONS.c, _ADDRESSES.c
    joined = _CONVERSATIONS.join(_ADDRESSES, address.id == lane.address_id)
    old = (lane.id < bindparam("keyed"), lane.id > "")
    return Prepared(select(lane.id, address.value).select_from(joined).where(*old).limit(_most()))


@cache
def plain_strays() -> Prepared:
    """`keyed`, `most`; see bot.dao.rekeying."""
    message = _MESSAGES.c
    old = (message.conversation_id < bindparam("keyed"), message.conversation_id > "")
    found = select(message.conversation_id, func.min(message.sender)).where(*old)
    return Prepared(found.group_by(message.conversation_id).limit(_most()))
