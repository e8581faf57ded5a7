"""Runs in the background as their user sees them: how many, in which order, which is which. Who may write for one is
said by bot.dao.work.run_leases.

Places are given out under the user's row, locked: two conversations of one user never take the last one both."""

from collections import Counter
from collections.abc import Container, Sequence
from datetime import datetime
from functools import cache
from itertools import count

from sqlalchemy import bindparam, func, update
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import Select, SelectOfScalar

from bot.dao import addresses, interactions, turn_statements
from bot.dao.contexts import is_of
from bot.dao.work.run_leases import OPEN
from bot.models import PendingInteraction, Run, ToolCallRecord, TranscriptMessage, User
from bot.types import Background

MOST_AT_ONCE = 2  # of one user; the third waits
BEGUN = (Background.WORKING, Background.WAITING)
_BLOCKED = col(User.blocked_at).is_not(None)


def of_user(session: Session, user_id: int) -> Sequence[Run]:
    """What works or waits for a user, in all their conversations, the oldest first; each as it stands now, also one
    that was read before the user's row was locked."""
    found = select(Run).where(Run.user_id == user_id, *OPEN, col(Run.background).in_(BEGUN))
    return session.exec(found.order_by(col(Run.id)).execution_options(populate_existing=True)).all()


def has_left(session: Session, run: Run, now: datetime) -> bool:
    """Whether the user of a run is no longer signed in where they asked for it: their sign-in ran out, or it is
    somebody else's now."""
    return addresses.signed_in_now(session, run.conversation_id, now) != run.user_id


def of_conversation(session: Session, conversation_id: str) -> Sequence[Run]:
    """All that is open in the background of a conversation, whosever, what was only offered too."""
    return session.exec(select(Run).where(Run.conversation_id == conversation_id, *OPEN).order_by(col(Run.id))).all()


def last_ended(session: Session, conversation_id: str, user_id: int) -> Run | None:
    """The run that ended last of those a user had in the background of a conversation."""
    return session.exec(
        select(Run)
        .where(
            Run.conversation_id == conversation_id,
            is_of(user_id),
            Run.number > 0,
            col(Run.ended_at).is_not(None),
        )
        .order_by(col(Run.ended_at).desc())
        .limit(1)
    ).first()


def lock(session: Session, user_id: int) -> None:
    """Wait for whoever gives out a user's places now; before anything is written to a run that is not in hand."""
    session.execute(select(User.id).where(col(User.id) == user_id).with_for_update())


def place(session: Session, run: Run) -> Background:
    """Give a run its number, the smallest that is free, and say whether it may begin."""
    if run.user_id is None:
        raise ValueError("a guest has nothing in the background")
    lock(session, run.user_id)
    others = [other for other in of_user(session, run.user_id) if other.id != run.id]
    run.number = _free({other.number for other in others})
    working = sum(other.background == Background.WORKING for other in others)
    return Background.WORKING if working < MOST_AT_ONCE else Background.WAITING


def number_apart(session: Session, user_id: int) -> None:
    """Two users have become one: where both had a run of one number, the newer gets one that is free."""
    theirs, seen = of_user(session, user_id), set[int]()
    for run in theirs:
        if run.number in seen:
            run.number = _free({other.number for other in theirs})
        seen.add(run.number)


def _free(taken: Container[int]) -> int:
    return next(number for number in count(1) if number not in taken)


def start_waiting(session: Session, user_id: int | None) -> Sequence[int]:
    """Let what waits for a user begin, as far as there are places. For whoever an administrator has blocked nothing
    begins: it waits until they are free again. Returns the runs that may be woken."""
    if user_id is None:
        return ()
    lock(session, user_id)
    theirs = of_user(session, user_id)
    free = MOST_AT_ONCE - sum(run.background == Background.WORKING for run in theirs)
    begin = [run for run in theirs if run.background == Background.WAITING][: max(0, free)]
    if begin and session.exec(select(User.id).where(User.id == user_id, _BLOCKED)).first() is not None:
        return ()
    for run in begin:
        run.background = Background.WORKING
    session.flush()
    return [run.id for run in begin]


def who_waits(session: Session) -> Sequence[int]:
    """The users for whom something waits although a place is free: what freed it was not followed up, or they were
    blocked when it was."""
    begun = session.exec(_begun()).all()
    working = Counter(user_id for user_id, state in begun if state == Background.WORKING)
    waiting = {user_id for user_id, state in begun if state == Background.WAITING and user_id is not None}
    could = [user_id for user_id in waiting if working[user_id] < MOST_AT_ONCE]
    blocked = set(session.exec(select(User.id).where(col(User.id).in_(could), _BLOCKED))) if could else set()
    return sorted(set(could) - blocked)


def count_life(session: Session, run_id: int, now: datetime) -> Run:
    """Another worker has taken a run up. Its lives count anew when the one before has left a step behind."""
    run = session.get_one(Run, run_id)
    newest = select(func.max(TranscriptMessage.id)).where(TranscriptMessage.run_id == run_id)
    reached = session.exec(newest).one() or 0
    run.lives = run.lives + 1 if run.background_at and run.lease_from == reached else 1
    run.lease_from = reached
    run.background_at = run.background_at or now
    session.flush()
    return run


def give_life_back(session: Session, run_id: int) -> None:
    """An outage of ours has cost a run a life."""
    session.execute(update(Run).where(col(Run.id) == run_id, col(Run.lives) > 1).values(lives=col(Run.lives) - 1))


def lapsed(session: Session, now: datetime) -> Sequence[Run]:
    """Runs that were offered to go on in the background, of which nobody is asked any more."""
    found = session.exec(_no_longer_asked(), params={"now": now}).all()
    return [run for run in found if not interactions.waits_behind(session, run, "background", now)]


def wish(session: Session, run_id: int) -> bool:
    """Note down that the person wants a run of the lane to go on in the background. False for one that was declined,
    was wished already, or is no longer at work there."""
    run = session.get(Run, run_id)
    if run is None or run.ended_at is not None or run.background != Background.NONE or run.lease_epoch > 0:
        return False
    run.background = Background.WISHED
    return True


def plan(session: Session, run_id: int) -> str | None:
    """The arguments of the newest plan that a run has written down."""
    return session.exec(
        select(ToolCallRecord.arguments)
        .where(ToolCallRecord.run_id == run_id, ToolCallRecord.tool == "plan", ToolCallRecord.status == "success")
        .order_by(col(ToolCallRecord.id).desc())
        .limit(1)
    ).first()


def beside(session: Session, run: Run) -> Sequence[Run]:
    """The runs of the same user, or of guests, that work in the background beside this one, wait there, or were
    offered to, oldest first. Whether there is one says bot.dao.work.run_begins."""
    given = {"of_id": run.conversation_id, "of_run": run.id, "of_user": run.user_id}
    return session.exec(turn_statements.runs_beside(of_guest=run.user_id is None), params=given).all()


@cache
def _begun() -> Select[int | None, str]:
    """Asked every few seconds, as the one below: built once."""
    return select(Run.user_id, Run.background).where(*OPEN, col(Run.background).in_(BEGUN))


@cache
def _no_longer_asked() -> SelectOfScalar[Run]:
    asked = select(PendingInteraction.run_id).where(
        col(PendingInteraction.run_id).is_not(None),
        PendingInteraction.kind == "background",
        col(PendingInteraction.closed_at).is_(None),
        col(PendingInteraction.expires_at) > bindparam("now"),
    )
    offered = select(Run).where(*OPEN, Run.background == Background.OFFERED, col(Run.id).not_in(asked))
    return offered.order_by(col(Run.id)).limit(50)
