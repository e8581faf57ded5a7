"""Leases of runs that work in the background, beside the lane of their conversation. A lease is two columns of the run,
as a lane is of the conversation: who, and the number of the claim.

Claiming, writing and giving back lock the conversation before the run, as a turn does: whoever writes in a conversation
waits for the other, so that the ids of its transcript are in the order of what was said, and no two block each other.
"""

from collections.abc import Sequence
from datetime import datetime
from functools import cache

from sqlalchemy import ColumnElement, Float, Integer, and_, bindparam, func, literal, or_, update
from sqlmodel import Session, col, select
from sqlmodel.sql.expression import Select, SelectOfScalar

from bot.dao.changes import changed
from bot.dao.work import workers
from bot.errors import LeaseLost
from bot.models import Conversation, InboundMessage, Run, TranscriptMessage
from bot.types import Background

WORKING = col(Run.background) == Background.WORKING
OPEN = (col(Run.ended_at).is_(None), col(Run.lease_epoch) > literal(0, literal_execute=True))  # as the index says it


def hand_over(session: Session, run_id: int, now: datetime, state: str = Background.WORKING) -> bool:
    """Give a run a lease of its own, which nobody holds yet, and close the messages it answers: nothing of it keeps the
    lane. Called by who holds the lane, in a fenced transaction, with the word that says so to the person. False for one
    that has ended or has a lease already."""
    direct = (col(Run.id) == run_id, col(Run.ended_at).is_(None), col(Run.lease_epoch) == 0)
    if not changed(session, update(Run).where(*direct).values(lease_epoch=1, lease_worker=None, background=state)):
        return False
    session.execute(
        update(InboundMessage)
        .where(col(InboundMessage.run_id) == run_id, col(InboundMessage.processed_at).is_(None))
        .values(processed_at=now, outcome="background")
    )
    return True


def claim(session: Session, run_id: int, worker_id: str, lost_after_s: float) -> tuple[str, int] | None:
    """Take a run's own lease if it is free or its worker is lost. Returns the run's conversation and the new epoch;
    None for a run that is held, has ended, has no lease of its own, or may not begin yet."""
    _lock(session, run_id)
    is_lost = col(Run.lease_worker).not_in(workers.living(lost_after_s))
    free = or_(col(Run.lease_worker).is_(None), and_(is_lost, workers.may_take_over(worker_id, lost_after_s)))
    taken = session.execute(
        update(Run)
        .where(col(Run.id) == run_id, *OPEN, WORKING, free)
        .values(lease_worker=worker_id, lease_epoch=col(Run.lease_epoch) + 1)
        .returning(col(Run.conversation_id), col(Run.lease_epoch))
    ).one_or_none()
    return (taken[0], taken[1]) if taken else None


def fence(session: Session, run_id: int, epoch: int) -> None:
    """Begin a write of a run in the background. Raises LeaseLost when another has claimed it, or it has ended."""
    _lock(session, run_id)
    if not changed(session, update(Run).where(col(Run.id) == run_id, *_held(epoch)).values(lease_epoch=epoch)):
        raise LeaseLost(str(run_id))


def is_held(session: Session, run_id: int, epoch: int) -> bool:
    """Whether the claim with this epoch still stands."""
    return session.exec(select(Run.id).where(Run.id == run_id, *_held(epoch))).first() is not None


def release(session: Session, run_id: int, epoch: int) -> bool:
    """Give a run's lease back as it is, for a worker that leaves. False when it was given back, another's, or over."""
    _lock(session, run_id)
    return changed(session, update(Run).where(col(Run.id) == run_id, *_held(epoch)).values(lease_worker=None))


def take_in(session: Session, conversation_id: str) -> None:
    """End the claims on the runs of a conversation: who works on them is a ghost, somebody else goes on."""
    _take(session, col(Run.conversation_id) == conversation_id)


def take_of(session: Session, user_id: int) -> None:
    """End the claims on the runs of a user, as `take_in`. The caller has locked their conversations, and not them."""
    _take(session, col(Run.user_id) == user_id)


def needing_a_worker(session: Session, lost_after_s: float, limit: int = 10_000) -> Sequence[int]:
    """Runs in the background that no living worker holds, the oldest first."""
    return session.exec(_needing_a_worker(), params={"lost_after_s": lost_after_s, "most": limit}).all()


def hand_back(session: Session, run_id: int) -> bool:
    """Give a run that nobody has begun in the background back to the lane of its conversation, whose holder calls
    this. False for one that has ended or is at work."""
    offered = (col(Run.id) == run_id, *OPEN, col(Run.background) == Background.OFFERED)
    return changed(
        session,
        update(Run).where(*offered).values(lease_epoch=0, lease_worker=None, background=Background.DECLINED),
    )


def leases_of(session: Session, worker_id: str) -> Sequence[tuple[int, int]]:
    """The runs that a worker holds in the background, each with its epoch."""
    return session.exec(_leases_of(), params={"of_worker": worker_id}).all()


@cache
def _needing_a_worker() -> SelectOfScalar[int]:
    """Asked every few seconds, as the one below: built once."""
    alive = workers.living(bindparam("lost_after_s", type_=Float()))
    held = col(Run.lease_worker).is_not(None) & col(Run.lease_worker).in_(alive)
    return select(Run.id).where(*OPEN, WORKING, ~held).order_by(col(Run.id)).limit(bindparam("most", type_=Integer()))


@cache
def _leases_of() -> Select[int, int]:
    return select(Run.id, Run.lease_epoch).where(*OPEN, col(Run.lease_worker) == bindparam("of_worker"))


def _take(session: Session, whose: ColumnElement[bool]) -> None:
    session.execute(
        update(Run)
        .where(whose, *OPEN)
        .values(lease_worker=None, lease_epoch=col(Run.lease_epoch) + 1)
        .execution_options(synchronize_session=False)
    )


def _held(epoch: int) -> tuple[ColumnElement[bool], ...]:
    return (col(Run.lease_epoch) == epoch, col(Run.lease_worker).is_not(None), *OPEN)


def _lock(session: Session, run_id: int) -> None:
    conversation = select(Run.conversation_id).where(Run.id == run_id).scalar_subquery()
    session.execute(select(Conversation.id).where(Conversation.id == conversation).with_for_update())


def has_got_further(session: Session, run: Run) -> bool:
    """Whether a run has left a step (an answer of the model, a tool's result) behind since it was looked at last."""
    steps = select(func.max(TranscriptMessage.id)).where(
        TranscriptMessage.run_id == run.id, col(TranscriptMessage.role).in_(("assistant", "tool"))
    )
    reached, run.lease_from = run.lease_from, session.exec(steps).one() or 0
    return run.lease_from != reached
