"""Conversations whose person waits long while no worker is at them, and who was told so; and waiting messages by
priority, whoever holds their conversation."""

from collections.abc import Collection, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Float, Select, bindparam, exists, not_, or_, update
from sqlmodel import Session, col, select

from bot.dao import periodic_statements
from bot.dao.changes import changed
from bot.dao.work import workers
from bot.models import Address, Conversation, InboundMessage, User


@dataclass(frozen=True, slots=True)
class Bounds:
    """Who is to be told that they wait: their oldest message came before `came_before`, they were not told since
    `told_before`, and no worker that was heard of in the last `lost_after_s` seconds holds their lane."""

    came_before: datetime
    told_before: datetime
    lost_after_s: float


def long_ones(session: Session, bounds: Bounds, limit: int) -> Sequence[tuple[str, int]]:
    """Conversations whose people are to be told that they wait, each with its oldest message. Whoever was told since
    that one came in knows it. First those who have just waited for so long: where not all can be told, whoever has
    waited longest is answered next."""
    given = {"came_before": bounds.came_before, "told_before": bounds.told_before, "lost_after_s": bounds.lost_after_s,
             "most": limit}  # fmt: skip
    return [(key, first) for key, first in periodic_statements.long_waits().rows(session, given)]


def note_told(session: Session, key: str, first_id: int, bounds: Bounds, now: datetime) -> bool:
    """Note that the person of a conversation, which the caller has locked, is told now that they wait. False when their
    oldest message was answered meanwhile, a worker is at it, or another worker tells them: nothing is noted then."""
    waits = exists().where(col(InboundMessage.id) == first_id, col(InboundMessage.processed_at).is_(None))
    return changed(
        session,
        update(Conversation)
        .where(col(Conversation.id) == key, _is_free(bounds.lost_after_s), waits, _is_untold(bounds.told_before))
        .values(told_waiting_at=now)
        .execution_options(synchronize_session=False),
    )


def barred(session: Session, keys: Collection[str], bounds: Bounds, but_for: Collection[str]) -> Set[str]:
    """Those of some conversations whose person is not to be told now that they wait: they know it, are blocked or opted
    out, a worker is at them, or a message of theirs of one of the priorities `but_for` waits."""
    here = {"of_ids": list(keys)}
    given = {**here, "lost_after_s": bounds.lost_after_s, "told_before": bounds.told_before}
    people = session.scalars(_people_apart(), given)
    return {*people, *session.scalars(_of_priorities(), {**here, "priorities": list(but_for)})}


@cache
def _people_apart() -> Select[Any]:
    """`of_ids`, `lost_after_s`, `told_before`. Asked for each of a crowd, as the one below: built once."""
    apart = or_(
        not_(_is_free(bindparam("lost_after_s", type_=Float()))),
        not_(_is_untold(bindparam("told_before"))),
        col(Address.opted_out_at).is_not(None),
        col(User.blocked_at).is_not(None),
    )
    return (
        select(Conversation.id)
        .join(Address, col(Conversation.address_id) == col(Address.id))
        .outerjoin(User, col(Address.user_id) == col(User.id))
        .where(col(Conversation.id).in_(bindparam("of_ids", expanding=True)), apart)
    )


@cache
def _of_priorities() -> Select[Any]:
    return select(InboundMessage.conversation_id).where(
        col(InboundMessage.conversation_id).in_(bindparam("of_ids", expanding=True)),
        col(InboundMessage.processed_at).is_(None),
        col(InboundMessage.priority).in_(bindparam("priorities", expanding=True)),
    )


def marked_anywhere(session: Session, priorities: Sequence[str], limit: int) -> Sequence[tuple[int, str]]:
    """Waiting messages of some priorities that no run has begun to answer, each with its conversation, whether or not a
    worker holds that; oldest first."""
    given = {f"priority_{at}": priority for at, priority in enumerate(priorities)}
    found = periodic_statements.marked(len(given)).rows(session, {**given, "most": limit})
    return [(number, key) for number, key in found]


def _is_untold(since: datetime | ColumnElement[datetime]) -> ColumnElement[bool]:
    told_at = col(Conversation.told_waiting_at)
    return or_(told_at.is_(None), told_at < since)


def _is_free(lost_after_s: float | ColumnElement[float]) -> ColumnElement[bool]:
    lane = col(Conversation.lane_worker)
    return or_(lane.is_(None), lane.not_in(workers.living(lost_after_s)))
