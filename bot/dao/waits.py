"""Conversations whose person waits long while no worker is at them, and who was told so; and waiting messages by
priority, whoever holds their conversation."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from sqlalchemy import ColumnElement, Float, bindparam, exists, literal, not_, or_, update
from sqlalchemy import select as select_rows
from sqlmodel import Session, SQLModel, col, select

from bot.dao import periodic_statements
from bot.dao.changes import changed
from bot.dao.engine.prepared import Prepared, Within, word
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


@dataclass(frozen=True, slots=True)
class Writer:
    """How somebody stands who has just written: whether they are a guest; whether they are not to be told now that they
    wait, since they know it, are blocked or opted out, a worker is at them, or something of theirs matters more; the
    language that whoever is here has chosen, and the one spoken last."""

    is_guest: bool
    is_barred: bool
    chosen: str | None
    spoken: str | None


def writer(within: Within, key: str, bounds: Bounds, but_for: Sequence[str]) -> Writer:
    """Of a conversation, which need not be there yet. What matters more are waiting messages of the priorities
    `but_for`. Asked for each of a crowd."""
    given = {"of_id": key, "now": bounds.came_before, "told_before": bounds.told_before,
             "lost_after_s": bounds.lost_after_s}  # fmt: skip
    (row,) = _writer(tuple(but_for)).rows(within, given)
    signed_in, apart, matters, of_user, of_guests, spoken = row
    return Writer(not signed_in, bool(apart or matters), of_user if signed_in else of_guests, spoken)


@cache
def _writer(but_for: tuple[str, ...]) -> Prepared:
    """One row, wherever there is none."""
    here, at, user, waiting = (
        SQLModel.metadata.tables[str(each.__tablename__)] for each in (Conversation, Address, User, InboundMessage)
    )
    one, key = select(literal(1).label("one")).subquery(), bindparam("of_id", type_=here.c.id.type)
    found = (
        one.outerjoin(here, here.c.id == key)
        .outerjoin(at, at.c.id == here.c.address_id)
        .outerjoin(user, user.c.id == at.c.user_id)
    )
    apart = or_(
        not_(_is_free(bindparam("lost_after_s", type_=Float()))),
        not_(_is_untold(bindparam("told_before", type_=here.c.told_waiting_at.type))),
        at.c.opted_out_at.is_not(None),
        user.c.blocked_at.is_not(None),
    )
    matters = exists().where(
        waiting.c.conversation_id == key,
        waiting.c.processed_at.is_(None),
        waiting.c.priority.is_not(None),
        or_(*(waiting.c.priority == word(priority) for priority in but_for)),
    )
    signed_in = at.c.signed_in_until > bindparam("now", type_=at.c.signed_in_until.type)
    columns = (signed_in, apart, matters, user.c.language, at.c.chosen_language, at.c.language)
    return Prepared(select_rows(*columns).select_from(found))


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
